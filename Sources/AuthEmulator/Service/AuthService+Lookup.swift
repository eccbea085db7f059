public import BridgePrimitives

/// `accounts:lookup`.
public struct LookupRequest: Sendable {
    public var idToken: String?
    public var localIDs: [String] = []
    public var emails: [String] = []
    public var phoneNumbers: [String] = []
    /// Incomplete entries are skipped.
    public var federatedUserIDs: [(providerID: String, rawID: String)] = []
    var hasInitialEmails = false

    public init() {}

    public init(_ body: WireBody) throws(AuthRefusal) {
        idToken = try body.nonEmptyString("idToken")
        localIDs = try body.strings("localId")
        emails = try body.strings("email")
        phoneNumbers = try body.strings("phoneNumber")
        for entry in try body.objects("federatedUserId") {
            guard let provider = try entry.nonEmptyString("providerId"), let raw = try entry.nonEmptyString("rawId")
            else { continue }
            federatedUserIDs.append((provider, raw))
        }
        hasInitialEmails = try !body.strings("initialEmail").isEmpty
    }
}

extension AuthService {
    /// The user of an ID token; for administrators, all users that match.
    ///
    /// - Returns: `kind` and `users`; without `users` when nobody matched.
    /// - Throws: an ``AuthRefusal``; never one for unknown users of an administrator's request.
    public func lookup(_ request: LookupRequest, as caller: AuthCaller) throws -> JSONObject {
        try answering {
            let accounts: [Account]
            switch caller {
            case .user:
                guard let idToken = request.idToken else { throw AuthRefusal(.missingIDToken) }
                let presented = try present(idToken, now: clock.now)
                accounts = [try store.read { try account(for: presented, in: $0) }]
            case .admin:
                guard !request.hasInitialEmails else { throw AuthRefusal(.notImplemented, "initialEmail") }
                accounts = try store.read { try matches(of: request, in: $0) }
            }
            var reply = JSONObject([("kind", "identitytoolkit#GetAccountInfoResponse")])
            if !accounts.isEmpty {
                reply["users"] = .array(accounts.map { .object($0.wireForm(for: caller)) })
            }
            return reply
        }
    }

    private func matches(of request: LookupRequest, in transaction: AccountTransaction) throws -> [Account] {
        var found: [Account] = []
        found += try request.localIDs.compactMap { try transaction.account(localID: $0) }
        found += try request.emails.compactMap { email in
            guard let address = EmailAddress(email, strictness: .lenient) else { return nil }
            return try transaction.account(email: address.text)
        }
        found += try request.phoneNumbers.compactMap { try transaction.account(phoneNumber: $0) }
        found += try request.federatedUserIDs.compactMap {
            try transaction.account(providerID: $0.providerID, rawID: $0.rawID)
        }
        var seen: Set<String> = []
        return found.filter { seen.insert($0.localID).inserted }
    }
}

extension Account {
    /// The user record of the wire: no nulls, times as the protocol types them.
    ///
    /// Hash and salt are for administrators; users get production's constant, whose presence tells clients that
    /// there is a password.
    func wireForm(for caller: AuthCaller) -> JSONObject {
        var user = JSONObject([("localId", .string(localID))])
        user["email"] = email.map { .string($0) }
        user["emailVerified"] = .bool(emailVerified ?? false)
        user["displayName"] = displayName.map { .string($0) }
        user["photoUrl"] = photoURL.map { .string($0) }
        user["phoneNumber"] = phoneNumber.map { .string($0) }
        user["disabled"] = disabled.map { .bool($0) }
        if let password {
            let isAdmin = caller == .admin
            user["passwordHash"] = .string(isAdmin ? Base64URL.encode(password.hash) : PasswordHash.redacted)
            if isAdmin { user["salt"] = .string(Base64URL.encode(password.salt)) }
        }
        user["passwordUpdatedAt"] = passwordUpdatedAt.map { .integer($0.millisecondsSinceEpoch) }
        user["validSince"] = validSince.map { .string(String($0.secondsSinceEpoch)) }
        user["createdAt"] = .string(String(createdAt.millisecondsSinceEpoch))
        user["lastLoginAt"] = lastLoginAt.map { .string(String($0.millisecondsSinceEpoch)) }
        user["lastRefreshAt"] = lastRefreshAt.map { .string($0.rfc3339) }
        let identities = allIdentities
        if !identities.isEmpty { user["providerUserInfo"] = .array(identities.map { .object($0.wireForm) }) }
        user["customAttributes"] = customAttributes.map { .string($0) }
        if customAuth { user["customAuth"] = true }
        if emailLinkSignin { user["emailLinkSignin"] = true }
        user["initialEmail"] = initialEmail.map { .string($0) }
        return user
    }
}

extension ProviderIdentity {
    var wireForm: JSONObject {
        var row = JSONObject([("providerId", .string(providerID)), ("rawId", .string(rawID))])
        row["federatedId"] = federatedID.map { .string($0) }
        row["email"] = email.map { .string($0) }
        row["displayName"] = displayName.map { .string($0) }
        row["photoUrl"] = photoURL.map { .string($0) }
        row["screenName"] = screenName.map { .string($0) }
        row["phoneNumber"] = phoneNumber.map { .string($0) }
        return row
    }
}
