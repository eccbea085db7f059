import BridgePrimitives

/// What the simulated Apple remembers, and what it decides: a state machine without clock, keys or sockets.
struct AppleSessions: Sendable {
    /// What a code or a refresh token stands for.
    struct Grant: Hashable, Sendable {
        let clientID: String
        let teamID: String
        let accountID: String
        /// Nil for codes of native apps.
        let redirectURI: String?
        let nonce: String?
        let authTime: Instant
        let isNative: Bool
        /// Whether this was the first authorisation of the client by the account.
        let isFirst: Bool
        var isUsed = false
    }

    /// What a user allowed a client; lasts until it is revoked.
    struct Consent: Hashable, Sendable {
        var scopes: Set<AppleScope>
        let hidesEmail: Bool
        /// The team that the app belonged to at the time.
        var teamID = ""
    }

    private struct Pending: Sendable {
        let request: AppleAuthorizationRequest
        let opened: Instant
    }

    struct ConsentKey: Hashable, Sendable {
        let accountID: String
        let clientID: String
    }

    static let pageLifetime = Duration.seconds(15 * 60)
    static let codeLifetime = Duration.seconds(5 * 60)

    /// Fewer than of the others: anybody can open pages, with whatever they like in them.
    private var pending = BoundedTable<Pending>(capacity: 1000)
    private var codes = BoundedTable<Grant>()
    private var refreshTokens = BoundedTable<Grant>()
    private var accessTokens = BoundedTable<Grant>()
    private(set) var consents: [ConsentKey: Consent] = [:]

    // MARK: - The page

    /// Remembers what a page is about and gives the ticket that its form carries.
    mutating func open(_ request: AppleAuthorizationRequest, now: Instant, ids: IdentitySource) -> String {
        let ticket = ids.alphanumeric(count: 32)
        pending[ticket] = Pending(request: request, opened: now)
        return ticket
    }

    /// The request behind a ticket, once.
    mutating func close(_ ticket: String, now: Instant) throws(AppleRefusal) -> AppleAuthorizationRequest {
        guard let page = pending[ticket] else { throw AppleRefusal(.ticketUnknown) }
        pending[ticket] = nil
        guard now < page.opened + Self.pageLifetime else { throw AppleRefusal(.ticketUnknown) }
        return page.request
    }

    // MARK: - Consent

    func consent(of accountID: String, to clientID: String) -> Consent? {
        consents[ConsentKey(accountID: accountID, clientID: clientID)]
    }

    /// Takes the user's word. What was said about the e-mail address the first time stays.
    ///
    /// - Returns: whether it is the first time; name and address are told only then.
    mutating func agree(
        _ accountID: String, to clientID: String, scopes: Set<AppleScope>, hidesEmail: Bool, teamID: String
    ) -> Bool {
        let key = ConsentKey(accountID: accountID, clientID: clientID)
        if let scopesBefore = consents[key]?.scopes {
            consents[key]?.scopes = scopesBefore.union(scopes)
            return false
        }
        consents[key] = Consent(scopes: scopes, hidesEmail: hidesEmail, teamID: teamID)
        return true
    }

    // MARK: - Codes and tokens

    mutating func issueCode(for grant: Grant, ids: IdentitySource) -> String {
        let code = "c\(ids.alphanumeric(count: 32)).0.\(ids.alphanumeric(count: 22))"
        codes[code] = grant
        return code
    }

    /// Takes a code, which is then used up. A code in wrong hands stays good for the right ones.
    mutating func redeem(
        _ code: String, clientID: String, redirectURI: String?, now: Instant
    ) throws(AppleRefusal) -> Grant {
        guard let grant = codes[code] else { throw AppleRefusal(.codeUnknown) }
        guard grant.clientID == clientID else { throw AppleRefusal(.codeForAnotherClient, grant.clientID) }
        guard !grant.isUsed else { throw AppleRefusal(.codeAlreadyUsed) }
        guard now < grant.authTime + Self.codeLifetime else { throw AppleRefusal(.codeExpired) }
        // RFC 6749 §4.1.3: the same as in the authorisation, letter by letter. Native codes know of none.
        guard grant.redirectURI == nil || grant.redirectURI == redirectURI else {
            throw AppleRefusal(.redirectURIDiffers)
        }
        codes[code]?.isUsed = true
        return grant
    }

    mutating func issueTokens(for grant: Grant, ids: IdentitySource) -> (access: String, refresh: String) {
        let access = issueAccessToken(for: grant, ids: ids)
        let refresh = "r\(ids.alphanumeric(count: 32)).0.\(ids.alphanumeric(count: 22))"
        refreshTokens[refresh] = grant
        return (access, refresh)
    }

    mutating func issueAccessToken(for grant: Grant, ids: IdentitySource) -> String {
        let token = "a\(ids.alphanumeric(count: 32)).0.\(ids.alphanumeric(count: 22))"
        accessTokens[token] = grant
        return token
    }

    func grant(ofRefreshToken token: String, clientID: String) throws(AppleRefusal) -> Grant {
        guard let grant = refreshTokens[token], grant.clientID == clientID else {
            throw AppleRefusal(.refreshTokenUnknown)
        }
        return grant
    }

    /// Ends what a user allowed a client: its codes and tokens, and the consent, so that the next time is a first one.
    /// A token that nobody knows changes nothing (RFC 7009 §2.2).
    mutating func revoke(_ token: String, clientID: String) {
        guard let grant = refreshTokens[token] ?? accessTokens[token], grant.clientID == clientID else { return }
        withdraw(grant.accountID, from: clientID)
    }

    mutating func withdraw(_ accountID: String, from clientID: String) {
        let isGone = { (grant: Grant) in grant.accountID == accountID && grant.clientID == clientID }
        codes.removeAll(where: isGone)
        refreshTokens.removeAll(where: isGone)
        accessTokens.removeAll(where: isGone)
        consents[ConsentKey(accountID: accountID, clientID: clientID)] = nil
    }
}
