public import BridgePrimitives
import BridgeTrace
import Tokens

/// `accounts:signInWithPassword`.
public struct PasswordSignInRequest: Sendable {
    public var email: String?
    public var password: Secret<String>?

    public init(email: String?, password: Secret<String>?) { (self.email, self.password) = (email, password) }

    public init(_ body: WireBody) throws(AuthRefusal) {
        email = try body.string("email")
        password = try body.nonEmptyString("password").map { Secret($0) }
        for name in ["idToken", "pendingIdToken"] where try body.nonEmptyString(name) != nil {
            throw AuthRefusal(.notImplemented, name)
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
    public func signInWithPassword(_ request: PasswordSignInRequest) throws -> JSONObject {
        try answering {
            let settings = configuration
            guard settings.allowsPasswords else { throw AuthRefusal(.passwordLoginDisabled) }
            guard let email = request.email else { throw AuthRefusal(.missingEmail) }
            guard let address = EmailAddress(email, strictness: strictness) else { throw AuthRefusal(.invalidEmail) }
            guard let password = request.password else { throw AuthRefusal(.missingPassword) }
            guard let known = try store.read({ try $0.account(email: address.text) }) else {
                throw AuthRefusal(settings.improvedEmailPrivacy ? .invalidLoginCredentials : .emailNotFound)
            }
            guard !known.isDisabled else { throw AuthRefusal(.userDisabled, uid: known.localID) }
            guard try known.password?.matches(password) ?? false else {
                let reason = settings.improvedEmailPrivacy ? AuthReason.invalidLoginCredentials : .invalidPassword
                throw AuthRefusal(reason, uid: known.localID)
            }

            let now = clock.now
            let grant = try store.write { transaction in
                // The account may have changed while the password was being looked at.
                guard var account = try transaction.account(localID: known.localID), account.password == known.password
                else { throw AuthRefusal(.invalidPassword, uid: known.localID) }
                guard !account.isDisabled else { throw AuthRefusal(.userDisabled, uid: account.localID) }
                (account.lastLoginAt, account.lastRefreshAt) = (now, now)
                try transaction.noteSignIn(account)
                return try grantSession(account, provider: "password", now: now, in: transaction)
            }
            record(AccountEvent(.signedIn, uid: known.localID, provider: "password"))
            var reply = JSONObject([
                ("kind", "identitytoolkit#VerifyPasswordResponse"), ("registered", true),
                ("localId", .string(known.localID)), ("email", .string(address.text)),
            ])
            reply["displayName"] = known.displayName.map { .string($0) }
            try issue(grant).write(to: &reply)
            return reply
        }
    }

    /// Signs in whom a backend vouches for, and makes the account on its first visit.
    ///
    /// - Returns: `kind`, `isNewUser` and tokens; no `localId`, which clients take from the ID token.
    /// - Throws: an ``AuthRefusal`` whose causes say what is wrong with the token.
    /// - Complexity: one RSA verification and one signature.
    public func signInWithCustomToken(_ request: CustomTokenSignInRequest) throws -> JSONObject {
        try answering {
            let now = clock.now
            let token = try verifiedCustomToken(request.token, now: now)
            let (isNewUser, grant) = try store.write { transaction in
                let known = try transaction.account(localID: token.uid)
                var account = known ?? Account(localID: token.uid, createdAt: now)
                guard !account.isDisabled else { throw AuthRefusal(.userDisabled, uid: token.uid) }
                account.customAuth = true
                (account.lastLoginAt, account.lastRefreshAt) = (now, now)
                if known == nil { try transaction.insert(account) } else { try transaction.noteSignIn(account) }
                let grant = try grantSession(
                    account, provider: "custom", claims: token.developerClaims, now: now, in: transaction)
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

    private func verifiedCustomToken(_ text: String, now: Instant) throws -> VerifiedCustomToken {
        guard !text.isEmpty else { throw AuthRefusal(.missingCustomToken) }
        switch customTokenVerifier.verify(text, now: now) {
        case .accepted(let token): return token
        case .refused(let reasons):
            let refusal = Self.refusal(ofCustomTokenFor: reasons, in: text)
            record(.refused, .customToken, text, uid: nil, reasons: refusal.reasons)
            throw refusal
        }
    }

    /// The wire's code for the reasons of the verifier, in the wire's order: form, tenant, audience, signature and
    /// times, user, claims.
    private static func refusal(ofCustomTokenFor reasons: [TokenReason], in text: String) -> AuthRefusal {
        let causes = reasons.map(\.code)
        let later: Set<TokenReason> = [.tenantMismatch, .noUID, .claimsNotObject, .reservedClaim]
        let isFormal: (TokenReason) -> Bool = { [.tooLarge, .malformed, .notJSON, .bareJSON].contains($0) }
        if let problem = reasons.first(where: isFormal) {
            return AuthRefusal(.invalidCustomToken, problem.meaning, causes: causes)
        }
        if reasons.contains(.tenantMismatch) { return AuthRefusal(.tenantIDMismatch, causes: causes) }
        if reasons.contains(.wrongAudience) {
            return AuthRefusal(.invalidCustomToken, "((Invalid aud (audience).))", causes: causes)
        }
        if reasons.contains(.unknownServiceAccount) { return AuthRefusal(.credentialMismatch, causes: causes) }
        if let problem = reasons.first(where: { !later.contains($0) }) {
            return AuthRefusal(.invalidCustomToken, problem.meaning, causes: causes)
        }
        if reasons.contains(.noUID) { return AuthRefusal(.missingIdentifier, causes: causes) }
        if reasons.contains(.claimsNotObject) { return AuthRefusal(.invalidClaims, causes: causes) }
        return AuthRefusal(.forbiddenClaim, reservedName(in: text), causes: causes)
    }

    private static func reservedName(in text: String) -> String? {
        guard let claims = (try? PresentedCustomToken(parsing: text))?.payload["claims"]?.objectValue else {
            return nil
        }
        return ReservedClaims.names(in: claims).first
    }
}
