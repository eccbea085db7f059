public import BridgePrimitives
import BridgeTrace
import Tokens
import Wording

/// `accounts:signInWithPassword`.
public struct PasswordSignInRequest: Sendable {
    public var email: String?
    public var password: Secret<String>?
    /// A member that the service has no use for; its name is told.
    var unsupported: String?

    public init(email: String?, password: Secret<String>?) { (self.email, self.password) = (email, password) }

    public init(_ body: WireBody) throws(AuthRefusal) {
        email = try body.string("email")
        password = try body.nonEmptyString("password").map { Secret($0) }
        for name in ["idToken", "pendingIdToken"] where try body.nonEmptyString(name) != nil {
            unsupported = unsupported ?? name
        }
    }
}

/// `accounts:signInWithCustomToken`.
public struct CustomTokenSignInRequest: Sendable {
    public var token: String

    public init(token: String) { self.token = token }

    public init(_ body: WireBody) throws(AuthRefusal) { token = try body.string("token") ?? "" }
}

extension AuthService {
    /// - Returns: `kind`, `registered`, `localId`, `email`, and tokens.
    /// - Throws: an ``AuthRefusal``; a disabled account is told before its password is looked at.
    /// - Complexity: one password hash, deliberately slow.
    public func signInWithPassword(
        _ request: PasswordSignInRequest, in scope: AuthScope = .project
    ) throws -> JSONObject {
        try answering(in: scope) { settings in
            guard settings.allowsPasswords else { throw AuthRefusal(.passwordLoginDisabled) }
            guard let email = request.email else { throw AuthRefusal(.missingEmail) }
            guard let address = EmailAddress(email, strictness: strictness) else { throw AuthRefusal(.invalidEmail) }
            guard let password = request.password else { throw AuthRefusal(.missingPassword) }
            if let name = request.unsupported { throw AuthRefusal(.notImplemented, name) }
            let subject = Self.quotaSubject(address, in: scope)
            try requireQuota(.failedPasswords, of: subject)
            guard let known = try store.read(in: scope, { try $0.account(email: address.text) }) else {
                guard settings.improvedEmailPrivacy else { throw AuthRefusal(.emailNotFound) }
                countAgainst(.failedPasswords, of: subject)
                // Takes as long as a wrong password does: the time must not tell who has an account.
                if enforces(.emailPrivacyHidesAll) { _ = try hash(password, settings) }
                throw AuthRefusal(.invalidLoginCredentials)
            }
            guard !known.isDisabled else { throw AuthRefusal(.userDisabled, uid: known.localID) }
            if let algorithm = known.password?.unverifiedAlgorithm {
                throw AuthRefusal(
                    .passwordResetNeeded, "The imported \(algorithm) hash is not verified. Reset the password.",
                    uid: known.localID)
            }
            let wrong = settings.improvedEmailPrivacy ? AuthReason.invalidLoginCredentials : .invalidPassword
            guard try known.password?.matches(password) ?? false else {
                countAgainst(.failedPasswords, of: subject)
                throw AuthRefusal(wrong, uid: known.localID)
            }
            let misses = enforces(.passwordPolicy) ? settings.passwordPolicy.misses(of: password.reveal()) : []
            if settings.passwordPolicy.isEnforced, settings.passwordPolicy.forcesUpgradeOnSignIn,
                let refusal = settings.passwordPolicy.refusal(of: password.reveal(), strictness: strictness)
            {
                throw refusal
            }

            let now = now
            let (_, grant) = try store.write(in: scope) { transaction in
                // The account may have changed while the password was being looked at.
                guard let account = try transaction.account(localID: known.localID), account.password == known.password
                else { throw AuthRefusal(wrong, uid: known.localID) }
                guard !account.isDisabled else { throw AuthRefusal(.userDisabled, uid: account.localID) }
                let admission = Admission(
                    account: account, stored: account, method: SignInMethod("password"), event: "password",
                    changesTimesOnly: true)
                return try admit(admission, settings, now: now, in: transaction)
            }.get()
            if case .tokens = grant { record(AccountEvent(.signedIn, uid: known.localID, provider: "password")) }
            var reply = JSONObject([
                ("kind", "identitytoolkit#VerifyPasswordResponse"), ("registered", true),
                ("localId", .string(known.localID)), ("email", .string(address.text)),
            ])
            if enforces(.displayNameTold) { reply["displayName"] = known.displayName.map { .string($0) } }
            if !misses.isEmpty {
                reply["userNotifications"] = .array(
                    misses.map { ["notificationCode": .string($0.code), "notificationMessage": .string($0.message)] })
            }
            try write(grant, to: &reply)
            return reply
        }
    }

    /// Signs in whom a backend vouches for, and makes the account on its first visit.
    ///
    /// - Returns: `kind`, `isNewUser` and tokens; no `localId`, which clients take from the ID token.
    /// - Throws: an ``AuthRefusal`` whose causes say what is wrong with the token.
    /// - Complexity: one RSA verification and one signature.
    public func signInWithCustomToken(
        _ request: CustomTokenSignInRequest, in scope: AuthScope = .project
    ) throws -> JSONObject {
        try answering(in: scope) { _ in
            let now = now
            let token = try verifiedCustomToken(request.token, in: scope, now: now)
            let (isNewUser, grant) = try store.write(in: scope) { transaction in
                let known = try transaction.account(localID: token.uid)
                var account = known ?? Account(localID: token.uid, createdAt: now)
                guard !account.isDisabled else { throw AuthRefusal(.userDisabled, uid: token.uid) }
                account.customAuth = true
                (account.lastLoginAt, account.lastRefreshAt) = (now, now)
                if known == nil { try transaction.insert(account) } else { try transaction.noteSignIn(account) }
                let method = SignInMethod("custom", claims: token.developerClaims)
                let grant = try grantSession(account, method, in: scope, now: now, in: transaction)
                return (known == nil, grant)
            }
            let tolerated = token.tolerated.map(\.code)
            record(.accepted, .customToken, request.token, uid: token.uid, reasons: tolerated)
            if isNewUser { record(AccountEvent(.created, uid: token.uid, provider: "custom")) }
            record(AccountEvent(.signedIn, uid: token.uid, provider: "custom", reasons: tolerated))
            var reply = JSONObject([
                ("kind", "identitytoolkit#VerifyCustomTokenResponse"), ("isNewUser", .bool(isNewUser)),
            ])
            try issue(grant).write(to: &reply)
            return reply
        }
    }

    private func verifiedCustomToken(
        _ text: String, in scope: AuthScope, now: Instant
    ) throws -> VerifiedCustomToken {
        guard !text.isEmpty else { throw AuthRefusal(.missingCustomToken) }
        switch customTokenVerifier.verify(text, tenantID: scope.tenantID, now: now) {
        case .accepted(let token): return token
        case .refused(let reasons):
            let refusal = Self.refusal(ofCustomTokenFor: reasons, in: text)
            // How it is written says more than that it is no token.
            let writing = ArrivedValue.shape(of: text, meant: nil).reason.flatMap { code in
                refusal.reasons.contains(code) ? nil : code
            }
            record(.refused, .customToken, text, uid: nil, reasons: refusal.reasons + (writing.map { [$0] } ?? []))
            throw refusal
        }
    }

    /// The wire's code for the reasons of the verifier.
    private static func refusal(ofCustomTokenFor reasons: [TokenReason], in text: String) -> AuthRefusal {
        let answer = CustomTokenAnswer(refusing: text, for: reasons)
        let reason: AuthReason =
            switch answer.code {
            case .invalidCustomToken: .invalidCustomToken
            case .tenantIDMismatch: .tenantIDMismatch
            case .credentialMismatch: .credentialMismatch
            case .missingIdentifier: .missingIdentifier
            case .invalidClaims: .invalidClaims
            case .forbiddenClaim: .forbiddenClaim
            }
        return AuthRefusal(reason, answer.detail, causes: reasons.map(\.code))
    }
}
