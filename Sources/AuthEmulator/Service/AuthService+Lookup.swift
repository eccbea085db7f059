public import BridgePrimitives

/// `accounts:lookup`.
public struct LookupRequest: Sendable {
    public var idToken: String?
    public var localIDs: [String] = []
    public var emails: [String] = []
    public var phoneNumbers: [String] = []
    /// Incomplete entries are skipped.
    public var federatedUserIDs: [(providerID: String, rawID: String)] = []
    public var initialEmails: [String] = []
    /// Whether the request has the member at all, were it empty.
    var namesInitialEmails = false

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
        initialEmails = try body.strings("initialEmail")
        namesInitialEmails = body.contains("initialEmail")
    }
}

extension AuthService {
    /// The user of an ID token; for administrators, all users that match.
    ///
    /// - Returns: `kind` and `users`; without `users` when nobody matched.
    /// - Throws: an ``AuthRefusal``; never one for unknown users of an administrator's request.
    public func lookup(
        _ request: LookupRequest, as caller: AuthCaller, in scope: AuthScope = .project
    ) throws -> JSONObject {
        try answering(in: scope) { _ in
            let accounts: [Account]
            switch caller {
            case .user:
                guard let idToken = request.idToken else { throw AuthRefusal(.missingIDToken) }
                let presented = try present(idToken, in: scope, now: now)
                accounts = [try store.read(in: scope) { try account(for: presented, in: $0) }]
            case .admin:
                guard enforces(.initialEmailSearched) || !request.namesInitialEmails else {
                    throw AuthRefusal(.notImplemented, "initialEmail")
                }
                guard !enforces(.listLimits) || request.identifierCount <= LookupRequest.identifierLimit else {
                    throw AuthRefusal(.invalidPageSelection, "at most \(LookupRequest.identifierLimit) identifiers")
                }
                accounts = try store.read(in: scope) { try matches(of: request, in: $0) }
            }
            var reply = JSONObject([("kind", "identitytoolkit#GetAccountInfoResponse")])
            if !accounts.isEmpty {
                reply["users"] = .array(accounts.map { .object(wireForm(of: $0, for: caller, in: scope)) })
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
        found += try request.initialEmails.compactMap { email in
            guard let address = EmailAddress(email, strictness: .lenient) else { return nil }
            return try transaction.account(initialEmail: address.text) ?? transaction.account(email: address.text)
        }
        var seen: Set<String> = []
        return found.filter { seen.insert($0.localID).inserted }
    }
}

extension LookupRequest {
    /// Production's limit for one request.
    static let identifierLimit = 100

    fileprivate var identifierCount: Int {
        localIDs.count + emails.count + phoneNumbers.count + federatedUserIDs.count + initialEmails.count
    }
}

extension AuthService {
    func wireForm(of account: Account, for caller: AuthCaller, in scope: AuthScope) -> JSONObject {
        var user = account.wireForm(
            showsHash: caller == .admin || !enforces(.hashesHidden),
            hidesNumbers: caller == .user && enforces(.numbersHidden))
        user["tenantId"] = scope.tenantID.map { .string($0) }
        return user
    }
}

extension Account {
    /// The user record of the wire: no nulls, times as the protocol types them.
    ///
    /// - Parameters:
    ///   - showsHash: else production's constant stands there, whose presence tells clients that there is a password.
    ///   - hidesNumbers: whether the numbers of second factors are obfuscated.
    func wireForm(showsHash: Bool, hidesNumbers: Bool) -> JSONObject {
        var user = JSONObject([("localId", .string(localID))])
        user["createdAt"] = .string(String(createdAt.millisecondsSinceEpoch))
        for member in Self.members { user[member.name] = member.wireValue(of: self) }
        if let password {
            let shown = password.shown
            user["passwordHash"] = .string(showsHash ? shown.hash : PasswordHash.redacted)
            if showsHash { user["salt"] = shown.salt.map { .string($0) } }
        }
        let identities = allIdentities
        // Empty after the last row went: clients refresh their list only when the member is there.
        if !identities.isEmpty || providerOrder != nil {
            user["providerUserInfo"] = .array(identities.map { .object($0.wireForm) })
        }
        if let secondFactors {
            user["mfaInfo"] = .array(secondFactors.map { .object($0.wireForm(hidesNumber: hidesNumbers)) })
        }
        user["passkeyInfo"] = passkeys.map { .array($0.map { .object($0.wireForm) }) }
        for (name, value) in profile { user[name] = value }
        return user
    }
}

extension ProviderIdentity {
    var wireForm: JSONObject {
        var row = JSONObject([("providerId", .string(providerID)), ("rawId", .string(rawID))])
        for member in Self.members { row[member.name] = member.wireValue(of: self) }
        return row
    }
}
