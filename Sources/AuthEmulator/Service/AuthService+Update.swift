public import BridgePrimitives
import BridgeTrace
import Tokens

/// `accounts:update`.
public struct UpdateRequest: Sendable {
    public var idToken: String?
    public var localID: String?
    public var email: String?
    public var password: Secret<String>?
    public var displayName: String?
    public var photoURL: String?
    public var phoneNumber: String?
    public var emailVerified: Bool?
    public var disableUser: Bool?
    public var customAttributes: String?
    /// Seconds since the epoch.
    public var validSince: Int64?
    /// Milliseconds since the epoch.
    public var createdAt: Int64?
    /// Milliseconds since the epoch.
    public var lastLoginAt: Int64?
    public var deleteAttributes: Set<String> = []
    public var deleteProviders: Set<String> = []
    public var linkedIdentity: WireBody?
    var oobCode: String?
    var secondFactors: [WireBody] = []

    static let attributes = [
        "USER_ATTRIBUTE_NAME_UNSPECIFIED", "EMAIL", "DISPLAY_NAME", "PROVIDER", "PHOTO_URL", "PASSWORD",
        "RAW_USER_INFO",
    ]

    public init() {}

    public init(_ body: WireBody) throws(AuthRefusal) {
        idToken = try body.nonEmptyString("idToken")
        localID = try body.nonEmptyString("localId")
        email = try body.nonEmptyString("email")
        password = try body.nonEmptyString("password").map { Secret($0) }
        displayName = try body.string("displayName")
        photoURL = try body.string("photoUrl")
        phoneNumber = try body.nonEmptyString("phoneNumber")
        emailVerified = try body.bool("emailVerified")
        disableUser = try body.bool("disableUser")
        customAttributes = try body.nonEmptyString("customAttributes")
        validSince = try body.integer("validSince")
        createdAt = try body.integer("createdAt")
        lastLoginAt = try body.integer("lastLoginAt")
        deleteAttributes = Set(try body.enumerations("deleteAttribute", schema: Self.attributes))
        deleteProviders = Set(try body.strings("deleteProvider"))
        linkedIdentity = try body.object("linkProviderUserInfo")
        oobCode = try body.nonEmptyString("oobCode")
        secondFactors = try body.object("mfa")?.objects("enrollments") ?? []
        for name in ["provider", "upgradeToFederatedLogin"] where body.isTruthy(name) {
            throw AuthRefusal(.notImplemented, name)
        }
        for name in ["PROVIDER", "RAW_USER_INFO"] where deleteAttributes.contains(name) {
            throw AuthRefusal(.notImplemented, name)
        }
    }
}

extension AuthService {
    /// Changes an account: one's own by ID token, or any as an administrator.
    ///
    /// - Returns: `kind`, `localId`, the profile, `providerUserInfo`; tokens when the change revoked the old ones and
    ///   somebody is signed in by the call.
    /// - Throws: an ``AuthRefusal``; errors of the store.
    public func update(_ request: UpdateRequest, as caller: AuthCaller) throws -> JSONObject {
        try answering {
            try checkShape(of: request, as: caller)
            let now = clock.now
            let presented = try caller == .user ? request.idToken.map { try present($0, now: now) } : nil
            let password = try hash(request.password)

            let (account, grant) = try store.write { transaction in
                var account = try subject(of: request, presented: presented, now: now, in: transaction)
                let revokes = try changeCredentials(
                    of: &account, by: request, hashed: password, as: caller, provider: presented?.provider, now: now,
                    in: transaction)
                if !request.secondFactors.isEmpty { throw AuthRefusal(.notImplemented, "mfa") }
                try changeProfile(of: &account, by: request, as: caller, in: transaction)
                account.remove(request.deleteAttributes, providers: request.deleteProviders)
                try link(request.linkedIdentity, to: &account, in: transaction)

                let provider = request.password == nil ? presented?.provider : "password"
                var grant: TokenGrant?
                if revokes, let provider {
                    account.lastRefreshAt = now
                    // The caller stays signed in with a session of its own; the revocation ended the others.
                    grant = try grantSession(account, provider: provider, now: now, in: transaction)
                }
                try transaction.update(account)
                return (account, grant)
            }
            record(AccountEvent(.updated, uid: account.localID, provider: presented?.provider))
            var reply = JSONObject([("kind", "identitytoolkit#SetAccountInfoResponse")])
            for (name, value) in account.wireForm(for: .user) where Self.echoed.contains(name) { reply[name] = value }
            if reply["providerUserInfo"] == nil { reply["providerUserInfo"] = [] }
            if let grant { try issue(grant).write(to: &reply) }
            return reply
        }
    }

    /// What the reply repeats of the user record; JavaScript overwrites its own values with these.
    private static let echoed: Set<String> = [
        "localId", "email", "displayName", "photoUrl", "passwordHash", "emailVerified", "providerUserInfo",
    ]

    /// All that can be said without looking at an account.
    private func checkShape(of request: UpdateRequest, as caller: AuthCaller) throws {
        switch caller {
        case .user:
            guard request.idToken != nil || request.oobCode != nil else {
                throw AuthRefusal(.invalidRequestType, "Unsupported request parameters.")
            }
            guard request.customAttributes == nil else { throw AuthRefusal(.insufficientPermission) }
            // No code was ever given out, so none can be applied.
            guard request.oobCode == nil else { throw AuthRefusal(.invalidOobCode) }
        case .admin:
            guard let localID = request.localID else { throw AuthRefusal(.missingLocalID) }
            guard let attributes = request.customAttributes else { return }
            do { try CustomAttributes.check(attributes) } catch {
                var refusal = error
                refusal.uid = localID
                throw refusal
            }
        }
    }

    /// Whom the request is about.
    private func subject(
        of request: UpdateRequest, presented: PresentedIDToken?, now: Instant, in transaction: AccountTransaction
    ) throws -> Account {
        guard let presented else {
            guard let localID = request.localID, let account = try transaction.account(localID: localID) else {
                throw AuthRefusal(.userNotFound, uid: request.localID)
            }
            return account
        }
        let account = try self.account(for: presented, in: transaction)
        if request.changesCredentials { try requireRecentSignIn(presented, now: now) }
        guard request.disableUser == nil else { throw AuthRefusal(.operationNotAllowed, uid: account.localID) }
        return account
    }

    /// Address and password. Returns whether tokens from before are revoked by it.
    private func changeCredentials(
        of account: inout Account, by request: UpdateRequest, hashed: PasswordHash?, as caller: AuthCaller,
        provider: String?, now: Instant, in transaction: AccountTransaction
    ) throws -> Bool {
        var revokes = false
        if let email = request.email {
            guard let address = EmailAddress(email, strictness: strictness) else {
                throw AuthRefusal(.invalidEmail, uid: account.localID)
            }
            if address.text != account.email {
                if caller == .user, isStrict, configuration.improvedEmailPrivacy {
                    throw AuthRefusal(
                        .operationNotAllowed, "Please verify the new email before changing email.", uid: account.localID
                    )
                }
                guard try transaction.account(email: address.text) == nil else {
                    throw AuthRefusal(.emailExists, uid: account.localID)
                }
                if provider != "anonymous", account.initialEmail == nil { account.initialEmail = account.email }
                (account.email, account.emailVerified) = (address.text, false)
                revokes = true
            }
        }
        if let password = request.password {
            try apply(password: password, hashed: hashed, to: &account, now: now)
            revokes = true
        }
        if revokes { account.validSince = now }
        if caller == .admin, let seconds = request.validSince {
            account.validSince = Instant(secondsSinceEpoch: seconds)
            revokes = true
        }
        return revokes
    }

    private func changeProfile(
        of account: inout Account, by request: UpdateRequest, as caller: AuthCaller, in transaction: AccountTransaction
    ) throws {
        account.displayName = try checked(displayName: request.displayName) ?? account.displayName
        account.photoURL = request.photoURL ?? account.photoURL
        guard caller == .admin else { return }
        if let number = request.phoneNumber, number != account.phoneNumber {
            try apply(phoneNumber: number, to: &account, in: transaction)
        }
        account.disabled = request.disableUser ?? account.disabled
        account.emailVerified = request.emailVerified ?? account.emailVerified
        account.customAttributes = request.customAttributes ?? account.customAttributes
        if let created = request.createdAt { account.createdAt = Instant(millisecondsSinceEpoch: created) }
        if let login = request.lastLoginAt { account.lastLoginAt = Instant(millisecondsSinceEpoch: login) }
    }

    private func link(_ row: WireBody?, to account: inout Account, in transaction: AccountTransaction) throws {
        guard let row else { return }
        guard let provider = try row.nonEmptyString("providerId") else { throw AuthRefusal(.missingProviderID) }
        guard let raw = try row.nonEmptyString("rawId") else { throw AuthRefusal(.missingRawID) }
        // These two follow from the account's address and number.
        guard provider != "password", provider != "phone" else { return }
        if let owner = try transaction.account(providerID: provider, rawID: raw), owner.localID != account.localID {
            throw AuthRefusal(.federatedUserIDAlreadyLinked, uid: owner.localID)
        }
        account.identities.removeAll { $0.providerID == provider }
        account.identities.append(
            ProviderIdentity(
                providerID: provider, rawID: raw, federatedID: try row.string("federatedId"),
                email: try row.string("email"), displayName: try row.string("displayName"),
                photoURL: try row.string("photoUrl"), screenName: try row.string("screenName")))
    }
}

extension UpdateRequest {
    /// Whether it touches what one signs in with.
    fileprivate var changesCredentials: Bool {
        email != nil || password != nil || !deleteAttributes.isDisjoint(with: ["EMAIL", "PASSWORD"])
    }
}

extension Account {
    fileprivate mutating func remove(_ attributes: Set<String>, providers: Set<String>) {
        if attributes.contains("DISPLAY_NAME") { displayName = nil }
        if attributes.contains("PHOTO_URL") { photoURL = nil }
        if attributes.contains("PASSWORD") { (password, passwordUpdatedAt) = (nil, nil) }
        if attributes.contains("EMAIL") { (email, emailVerified, emailLinkSignin) = (nil, false, false) }
        if providers.contains("password") {
            (email, emailVerified, emailLinkSignin) = (nil, nil, false)
            (password, passwordUpdatedAt) = (nil, nil)
        }
        if providers.contains("phone") { phoneNumber = nil }
        identities.removeAll { providers.contains($0.providerID) }
    }
}
