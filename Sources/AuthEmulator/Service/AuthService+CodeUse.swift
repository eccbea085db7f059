public import BridgePrimitives
import BridgeTrace
import Tokens

/// `accounts:resetPassword`.
public struct ResetPasswordRequest: Sendable {
    public var oobCode: String?
    public var newPassword: Secret<String>?

    public init(oobCode: String?, newPassword: Secret<String>? = nil) {
        (self.oobCode, self.newPassword) = (oobCode, newPassword)
    }

    public init(_ body: WireBody) throws(AuthRefusal) {
        oobCode = try body.nonEmptyString("oobCode")
        newPassword = try body.nonEmptyString("newPassword").map { Secret($0) }
    }
}

/// `accounts:signInWithEmailLink`.
public struct EmailLinkRequest: Sendable {
    public var email: String?
    public var oobCode: String?
    public var idToken: String?

    public init(email: String?, oobCode: String?, idToken: String? = nil) {
        (self.email, self.oobCode, self.idToken) = (email, oobCode, idToken)
    }

    public init(_ body: WireBody) throws(AuthRefusal) {
        email = try body.nonEmptyString("email")
        oobCode = try body.nonEmptyString("oobCode")
        idToken = try body.nonEmptyString("idToken")
    }
}

/// What people do with the codes of their e-mails.
extension AuthService {
    /// Without a new password says what a code is for, and changes nothing; with one sets it and uses the code up.
    ///
    /// - Returns: `kind`, `requestType`, `email` (left out for sign-in links, as in the emulator), `newEmail`; no
    ///   tokens.
    public func resetPassword(
        _ request: ResetPasswordRequest, in scope: AuthScope = .project
    ) throws -> JSONObject {
        try answering(in: scope) { settings in
            guard settings.allowsPasswords else { throw AuthRefusal(.passwordLoginDisabled) }
            guard let text = request.oobCode else { throw AuthRefusal(.missingOobCode) }
            let now = now
            let hashed = try hash(request.newPassword, settings)
            let (code, account) = try store.write(in: scope) { transaction in
                let code = try oobCode(text, now: now, in: transaction)
                guard let password = request.newPassword else { return (code, Account?.none) }
                guard code.requestType == .passwordReset, var account = try transaction.account(email: code.email)
                else { throw AuthRefusal(.invalidOobCode) }
                try apply(password: password, hashed: hashed, to: &account, settings, now: now)
                try transaction.consume(code)
                account.emailVerified = true
                // Whoever owns the address proves it now; identities from before are somebody else's, for all we know.
                account.identities = []
                try transaction.update(account)
                return (code, account)
            }
            if let account { record(AccountEvent(.updated, uid: account.localID, provider: "password")) }
            var reply = JSONObject([
                ("kind", "identitytoolkit#ResetPasswordResponse"),
                ("requestType", .string(code.requestType.rawValue)),
            ])
            // iOS crashes when a code of any kind comes back without its address; the emulator leaves this one out.
            if enforces(.signInCodeTellsEmail) || code.requestType != .emailSignIn {
                reply["email"] = .string(code.email)
            }
            reply["newEmail"] = code.newEmail.map { .string($0) }
            return reply
        }
    }

    /// `accounts:update` with a code: verifies, changes or takes back an address.
    func update(
        by text: String, _ request: UpdateRequest, _ settings: ScopeSettings, now: Instant
    ) throws -> JSONObject {
        let (code, account) = try store.write(in: settings.scope) { transaction in
            let code = try oobCode(text, now: now, in: transaction)
            var account: Account
            switch code.requestType {
            case .verifyEmail:
                account = try owner(of: code, in: transaction)
                account.emailVerified = true
            case .verifyAndChangeEmail:
                account = try owner(of: code, in: transaction)
                guard let new = code.newEmail else { throw AuthRefusal(.invalidOobCode) }
                if let other = try transaction.account(email: new), other.localID != account.localID {
                    throw AuthRefusal(.emailExists, uid: other.localID)
                }
                if account.initialEmail == nil { account.initialEmail = account.email }
                (account.email, account.emailVerified) = (new, true)
                if enforces(.sessionsRevoked) { account.validSince = now }
                if let initial = account.initialEmail { try giveOutRecovery(of: initial, now: now, in: transaction) }
            case .recoverEmail:
                guard let found = try transaction.account(initialEmail: code.email) else {
                    throw AuthRefusal(.invalidOobCode)
                }
                account = found
                if let other = try transaction.account(email: code.email), other.localID != account.localID {
                    throw AuthRefusal(.emailExists, uid: other.localID)
                }
                (account.email, account.emailVerified) = (code.email, true)
                if enforces(.sessionsRevoked) { account.validSince = now }
            case .passwordReset, .emailSignIn: throw AuthRefusal(.notImplemented, code.requestType.rawValue)
            }
            try transaction.consume(code)
            try transaction.update(account)
            return (code, account)
        }
        record(AccountEvent(.updated, uid: account.localID))
        var reply = updateReply(about: account, in: settings.scope)
        if code.requestType == .verifyAndChangeEmail { reply["newEmail"] = code.newEmail.map { .string($0) } }
        return reply
    }

    private func owner(of code: OobCode, in transaction: AccountTransaction) throws -> Account {
        guard let account = try transaction.account(email: code.email) else { throw AuthRefusal(.invalidOobCode) }
        return account
    }

    // MARK: - Signing in by link

    /// - Returns: `kind`, `email`, `localId`, `isNewUser`, and tokens or the question for a second factor.
    public func signInWithEmailLink(
        _ request: EmailLinkRequest, in scope: AuthScope = .project
    ) throws -> JSONObject {
        try answering(in: scope) { settings in
            guard settings.allowsEmailLinks else { throw AuthRefusal(.operationNotAllowed) }
            let now = now
            let presented = try request.idToken.map { try present($0, in: scope, now: now) }
            let (account, isNew, grant) = try store.write(in: scope) { transaction in
                let linked = try presented.map { try self.account(for: $0, in: transaction) }
                guard let email = request.email else { throw AuthRefusal(.missingEmail) }
                let address = ASCIIText.lowercased(email)
                try useUpSignInCode(request.oobCode, for: address, now: now, in: transaction)
                // The code was shown: it is gone, also when what follows is refused.
                return Result {
                    let owner = try transaction.account(email: address)
                    if let linked, let owner, owner.localID != linked.localID {
                        throw AuthRefusal(.emailExists, uid: owner.localID)
                    }
                    var account =
                        try linked ?? owner ?? Account(localID: freshLocalID(in: transaction), createdAt: now)
                    guard !account.isDisabled else { throw AuthRefusal(.userDisabled, uid: account.localID) }
                    let isNew = linked == nil && owner == nil
                    (account.email, account.emailVerified, account.emailLinkSignin) = (address, true, true)
                    let grant = try grantSignIn(
                        &account, SignInMethod("password"),
                        linking: enforces(.linkingAsksNoFactor) ? presented : nil, settings, now: now,
                        in: transaction)
                    if isNew { try transaction.insert(account) } else { try transaction.update(account) }
                    return (account, isNew, grant)
                }
            }.get()
            if isNew { record(AccountEvent(.created, uid: account.localID, provider: "password")) }
            if case .tokens = grant { record(AccountEvent(.signedIn, uid: account.localID, provider: "password")) }
            var reply = JSONObject([
                ("kind", "identitytoolkit#EmailLinkSigninResponse"), ("email", .string(account.email ?? "")),
                ("localId", .string(account.localID)), ("isNewUser", .bool(isNew)),
            ])
            try write(grant, to: &reply)
            return reply
        }
    }

    private func useUpSignInCode(
        _ text: String?, for address: String, now: Instant, in transaction: AccountTransaction
    ) throws {
        guard let text else { throw AuthRefusal(.missingOobCode) }
        let code = try oobCode(text, now: now, in: transaction)
        guard code.requestType == .emailSignIn else { throw AuthRefusal(.invalidOobCode) }
        // The only look at the address: it is one that a code was sent to.
        guard code.email == address else {
            throw AuthRefusal(.invalidEmail, "The email provided does not match the sign-in email address.")
        }
        try transaction.consume(code)
    }
}
