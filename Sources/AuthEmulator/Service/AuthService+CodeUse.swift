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
            let (code, account) = try store.write(in: scope) {
                transaction -> Result<(OobCode, Account?), AuthRefusal> in
                let code = try oobCode(text, now: now, in: transaction)
                guard let password = request.newPassword else { return .success((code, nil)) }
                guard code.requestType == .passwordReset else { throw AuthRefusal(.invalidOobCode) }
                try checkPassword(password, settings)
                try transaction.consume(code)
                return try Result.success(code).keepingChanges { code in
                    var account = try owner(of: code, in: transaction)
                    try apply(password: password, hashed: hashed, to: &account, settings, now: now)
                    account.emailVerified = true
                    // Whoever owns the address proves it now; identities from before are somebody else's, for all we
                    // know.
                    account.identities = []
                    try transaction.update(account)
                    return (code, account)
                }
            }.get()
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
            reply["mfaInfo"] = try factor(of: code, in: scope).map { .object($0.wireForm(hidesNumber: true)) }
            return reply
        }
    }

    /// The second factor that a code takes away, while the account has it.
    private func factor(of code: OobCode, in scope: AuthScope) throws -> SecondFactor? {
        guard let id = code.enrollmentID else { return nil }
        return try store.read(in: scope) { try $0.account(email: code.email) }?
            .secondFactors?.first { $0.enrollmentID == id }
    }

    /// `accounts:update` with a code: verifies, changes or takes back an address, or takes a second factor away.
    ///
    /// Nobody is signed in by it, so there are no tokens.
    func update(
        by text: String, _ request: UpdateRequest, _ settings: ScopeSettings, now: Instant
    ) throws -> JSONObject {
        let (code, account) = try store.write(in: settings.scope) {
            transaction -> Result<(OobCode, Account), AuthRefusal> in
            let code = try oobCode(text, now: now, in: transaction)
            switch code.requestType {
            case .passwordReset, .emailSignIn: throw AuthRefusal(.notImplemented, code.requestType.rawValue)
            case .verifyEmail, .verifyAndChangeEmail, .recoverEmail, .revertSecondFactorAddition: break
            }
            try transaction.consume(code)
            return try Result.success(code).keepingChanges { code in
                var account = try redeemer(of: code, in: transaction)
                let before = account.email
                try redeem(code, on: &account, now: now)
                account.identities.removeAll { request.deleteProviders.contains($0.providerID) }
                try link(request.linkedIdentity, to: &account, in: transaction)
                if code.requestType == .verifyAndChangeEmail, enforces(.changeCodesRecoverable) {
                    account.initialEmail = account.initialEmail ?? before
                    if let initial = account.initialEmail {
                        try giveOutRecovery(of: initial, now: now, in: transaction)
                    }
                }
                try transaction.update(account)
                return (code, account)
            }
        }.get()
        record(AccountEvent(.updated, uid: account.localID))
        var reply = updateReply(about: account, in: settings.scope)
        reply["newEmail"] = code.newEmail.map { .string($0) }
        return reply
    }

    /// Takes a second factor away, by the link of an e-mail.
    ///
    /// - Throws: `auth/invalid-oob-code`, for codes of other types too; `auth/expired-oob-code` when strict.
    func revertSecondFactor(by text: String, in scope: AuthScope) throws -> JSONObject {
        let type = try store.read(in: scope) { try oobCode(text, now: now, in: $0).requestType }
        guard type == .revertSecondFactorAddition else { throw AuthRefusal(.invalidOobCode) }
        var request = UpdateRequest()
        request.oobCode = text
        return try update(request, as: .user, in: scope)
    }

    /// Whose account a code changes. The new address of a change, and the old one that is taken back, must be free.
    private func redeemer(of code: OobCode, in transaction: AccountTransaction) throws -> Account {
        let account: Account
        let wanted: String
        switch code.requestType {
        case .verifyAndChangeEmail:
            account = try owner(of: code, in: transaction)
            guard let new = code.newEmail else { throw AuthRefusal(.invalidOobCode) }
            wanted = new
        case .recoverEmail:
            guard let found = try transaction.account(initialEmail: code.email) else {
                throw AuthRefusal(.invalidOobCode)
            }
            (account, wanted) = (found, code.email)
        case .verifyEmail, .revertSecondFactorAddition, .passwordReset, .emailSignIn:
            return try owner(of: code, in: transaction)
        }
        if let other = try transaction.account(email: wanted) { throw AuthRefusal(.emailExists, uid: other.localID) }
        return account
    }

    /// What the code changes about the account itself.
    private func redeem(_ code: OobCode, on account: inout Account, now: Instant) throws {
        switch code.requestType {
        case .verifyEmail: account.emailVerified = true
        case .verifyAndChangeEmail, .recoverEmail:
            (account.email, account.emailVerified) = (code.newEmail ?? code.email, true)
            if enforces(.sessionsRevoked) { account.validSince = now }
        case .revertSecondFactorAddition:
            guard let position = account.secondFactors?.firstIndex(where: { $0.enrollmentID == code.enrollmentID })
            else { throw AuthRefusal(.invalidOobCode, uid: account.localID) }
            account.secondFactors?.remove(at: position)
            // Whoever enrolled it is signed in somewhere.
            account.validSince = now
        case .passwordReset, .emailSignIn: break
        }
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
            let (isNew, admitted) = try store.write(in: scope) { transaction in
                let linked = try presented.map { try self.account(for: $0, in: transaction) }
                guard let email = request.email else { throw AuthRefusal(.missingEmail) }
                let address = ASCIIText.lowercased(email)
                try useUpSignInCode(request.oobCode, for: address, now: now, in: transaction)
                // The code was shown: it is gone, also when what follows is refused.
                return try Result<Void, AuthRefusal>.success(()).keepingChanges {
                    let owner = try transaction.account(email: address)
                    if let linked, let owner, owner.localID != linked.localID {
                        throw AuthRefusal(.emailExists, uid: owner.localID)
                    }
                    var account =
                        try linked ?? owner ?? Account(localID: freshLocalID(in: transaction), createdAt: now)
                    guard !account.isDisabled else { throw AuthRefusal(.userDisabled, uid: account.localID) }
                    let isNew = linked == nil && owner == nil
                    (account.email, account.emailVerified, account.emailLinkSignin) = (address, true, true)
                    let admission = Admission(
                        account: account, stored: linked ?? owner, method: SignInMethod("password"),
                        event: "emailLink", linking: enforces(.linkingAsksNoFactor) ? presented : nil)
                    return (isNew, try admit(admission, settings, now: now, in: transaction))
                }
            }.get()
            let (account, grant) = try admitted.get()
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
