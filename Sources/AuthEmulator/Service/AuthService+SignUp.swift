public import BridgePrimitives
import BridgeTrace

/// `accounts:signUp`, and `projects/{p}/accounts` for administrators.
public struct SignUpRequest: Sendable {
    public var idToken: String?
    /// An empty address is not an absent one.
    public var email: String?
    public var password: Secret<String>?
    public var displayName: String?
    public var localID: String?
    public var phoneNumber: String?
    public var photoURL: String?
    public var emailVerified: Bool?
    public var disabled: Bool?
    var secondFactors: [WireBody] = []

    public init() {}

    public init(_ body: WireBody) throws(AuthRefusal) {
        idToken = try body.nonEmptyString("idToken")
        email = try body.string("email")
        password = try body.nonEmptyString("password").map { Secret($0) }
        displayName = try body.string("displayName")
        localID = try body.nonEmptyString("localId")
        phoneNumber = try body.nonEmptyString("phoneNumber")
        photoURL = try body.string("photoUrl")
        emailVerified = try body.bool("emailVerified")
        disabled = try body.bool("disabled")
        secondFactors = try body.objects("mfaInfo")
    }
}

extension AuthService {
    /// Creates an account: with a password, anonymous, or as an administrator likes; or gives an account a password.
    ///
    /// - Returns: `kind`, `localId`, `email` and `displayName` when known, and tokens for users.
    /// - Throws: an ``AuthRefusal``; errors of the store.
    public func signUp(
        _ request: SignUpRequest, as caller: AuthCaller, in scope: AuthScope = .project
    ) throws -> JSONObject {
        try answering(in: scope) { settings in
            let provider = try signUpProvider(for: request, as: caller, settings)
            let now = now
            let password = try hash(request.password, settings)
            let linked = Result { try request.idToken.map { try present($0, in: scope, now: now) } }

            let (account, grant) = try store.write(in: scope) {
                transaction -> Result<(Account, SignInGrant?), AuthRefusal> in
                var account = try newAccount(for: request, as: caller, now: now, in: transaction)
                try apply(email: request.email, whenEmpty: provider != nil, to: &account, in: transaction)
                try apply(password: request.password, hashed: password, to: &account, settings, now: now)
                if !request.secondFactors.isEmpty {
                    account.secondFactors = try newSecondFactors(request.secondFactors, now: now)
                }

                let presented = try linked.get()
                if let presented {
                    var existing = try self.account(for: presented, in: transaction)
                    existing.takeCredentials(of: account, as: caller)
                    account = existing
                }
                account.lastLoginAt = now
                if let provider, presented == nil {
                    // Whoever signs up has just shown the first factor, and is asked for no second one.
                    let admission = Admission(
                        account: account, stored: nil, method: SignInMethod(provider),
                        event: provider == "anonymous" ? nil : provider, asksForFactor: false)
                    return try admit(admission, settings, now: now, in: transaction).map { ($0, Optional($1)) }
                }
                let grant: SignInGrant? = try provider.map { provider in
                    try grantSignIn(
                        &account, SignInMethod(provider), linking: presented, settings, now: now, in: transaction)
                }
                if request.idToken == nil { try transaction.insert(account) } else { try transaction.update(account) }
                return .success((account, grant))
            }.get()
            record(AccountEvent(request.idToken == nil ? .created : .updated, uid: account.localID, provider: provider))
            var reply = JSONObject([
                ("kind", "identitytoolkit#SignupNewUserResponse"), ("localId", .string(account.localID)),
            ])
            reply["email"] = account.email.map { .string($0) }
            reply["displayName"] = account.displayName.map { .string($0) }
            if let grant { try write(grant, to: &reply) }
            return reply
        }
    }

    /// What the user signs in with by signing up; nil for administrators, who sign nobody in.
    private func signUpProvider(
        for request: SignUpRequest, as caller: AuthCaller, _ settings: ScopeSettings
    ) throws -> String? {
        if caller == .admin {
            guard request.localID == nil || request.idToken == nil else {
                throw AuthRefusal(.unexpectedParameter, "User ID")
            }
            return nil
        }
        guard request.localID == nil else { throw AuthRefusal(.unexpectedParameter, "User ID") }
        guard request.secondFactors.isEmpty || !enforces(.secondFactorsProven) else {
            throw AuthRefusal(.insufficientPermission, "mfaInfo")
        }
        guard request.idToken != nil || request.password != nil || !(request.email ?? "").isEmpty else {
            guard settings.allowsAnonymousUsers else { throw AuthRefusal(.adminOnlyOperation) }
            return "anonymous"
        }
        guard request.email?.isEmpty == false else { throw AuthRefusal(.missingEmail) }
        guard request.password != nil else { throw AuthRefusal(.missingPassword) }
        guard settings.allowsPasswords else { throw AuthRefusal(.operationNotAllowed) }
        return "password"
    }

    /// The account as the request describes it, without address and password.
    private func newAccount(
        for request: SignUpRequest, as caller: AuthCaller, now: Instant, in transaction: AccountTransaction
    ) throws -> Account {
        if let chosen = request.localID {
            guard chosen.utf16.count <= 128 else {
                throw AuthRefusal(.invalidArgument, "/localId must NOT have more than 128 characters")
            }
            if try transaction.contains(localID: chosen) { throw AuthRefusal(.duplicateLocalID, uid: chosen) }
        }
        var account = Account(localID: try request.localID ?? freshLocalID(in: transaction), createdAt: now)
        // An anonymous sign-up has no profile.
        let isAnonymous = caller == .user && request.idToken == nil && request.password == nil
        if !isAnonymous { account.displayName = try checked(displayName: request.displayName) }
        if caller == .admin {
            account.photoURL = try checked(photoURL: request.photoURL)
            account.emailVerified = request.emailVerified ?? false
            if request.disabled == true { account.disabled = true }
            if let number = request.phoneNumber {
                try apply(phoneNumber: number, to: &account, in: transaction)
            }
        } else if !isAnonymous {
            account.emailVerified = false
        }
        return account
    }

    private func apply(
        email: String?, whenEmpty checksEmpty: Bool, to account: inout Account, in transaction: AccountTransaction
    ) throws {
        guard let email, !email.isEmpty || checksEmpty else { return }
        guard let address = EmailAddress(email, strictness: strictness) else { throw AuthRefusal(.invalidEmail) }
        if let owner = try transaction.account(email: address.text) {
            throw AuthRefusal(.emailExists, uid: owner.localID)
        }
        account.email = address.text
    }

    // MARK: - Shared with updates

    /// Hashes a password that the rule allows, before the transaction; nil when there is none or it will be refused.
    func hash(_ password: Secret<String>?, _ settings: ScopeSettings) throws -> StoredPassword? {
        guard let password,
            settings.passwordPolicy.refusal(of: password.reveal(), strictness: strictness) == nil
        else { return nil }
        return .own(try PasswordHash(password, salt: RandomBytes.make(count: PasswordHash.saltLength)))
    }

    /// - Throws: `auth/weak-password`, or what the project's policy says.
    func checkPassword(_ password: Secret<String>, _ settings: ScopeSettings) throws {
        if let refusal = settings.passwordPolicy.refusal(of: password.reveal(), strictness: strictness) {
            throw refusal
        }
    }

    func apply(
        password: Secret<String>?, hashed: StoredPassword?, to account: inout Account, _ settings: ScopeSettings,
        now: Instant
    ) throws {
        guard let password else { return }
        try checkPassword(password, settings)
        account.password = hashed
        account.passwordUpdatedAt = now
        account.validSince = now
    }

    func apply(phoneNumber: String, to account: inout Account, in transaction: AccountTransaction) throws {
        guard let number = PhoneNumber(phoneNumber, strictness: strictness) else {
            throw AuthRefusal(.invalidPhoneNumber, "Invalid format.")
        }
        if let owner = try transaction.account(phoneNumber: number.text), owner.localID != account.localID {
            throw AuthRefusal(.phoneNumberExists, uid: owner.localID)
        }
        account.phoneNumber = number.text
    }

    /// - Throws: `auth/invalid-display-name` beyond production's 256 characters, when strict.
    func checked(displayName: String?) throws -> String? {
        guard let displayName, enforces(.profileLimits), displayName.utf16.count > 256 else { return displayName }
        throw AuthRefusal(.invalidDisplayName)
    }

    /// - Throws: `auth/invalid-photo-url` beyond production's 2048 characters, when strict.
    func checked(photoURL: String?) throws -> String? {
        guard let photoURL, enforces(.profileLimits), photoURL.utf16.count > 2048 else { return photoURL }
        throw AuthRefusal(.invalidPhotoURL)
    }
}

extension Account {
    /// Linking: uid and history stay. The display name is the request's even when it has none, and so is an
    /// administrator's photo: a slip of the emulator's that clients have seen since.
    fileprivate mutating func takeCredentials(of new: Account, as caller: AuthCaller) {
        email = new.email ?? email
        (displayName, emailVerified) = (new.displayName, new.emailVerified)
        if caller == .admin {
            photoURL = new.photoURL
            (phoneNumber, disabled) = (new.phoneNumber ?? phoneNumber, new.disabled ?? disabled)
        }
        if let password = new.password {
            self.password = password
            (passwordUpdatedAt, validSince) = (new.passwordUpdatedAt, new.validSince)
        }
        secondFactors = new.secondFactors ?? secondFactors
    }
}
