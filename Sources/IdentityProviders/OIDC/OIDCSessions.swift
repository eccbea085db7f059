import BridgePrimitives

/// What the simulated OpenID provider remembers, and what it decides: a state machine without clock, keys or sockets.
struct OIDCSessions: Sendable {
    /// What a code or an access token stands for.
    struct Grant: Hashable, Sendable {
        let clientID: String
        let accountID: String
        let redirectURI: String
        let scopes: [String]
        let nonce: String?
        let challenge: CodeChallenge?
        let authTime: Instant
        var isUsed = false
    }

    private struct Pending: Sendable {
        let request: OIDCAuthorizationRequest
        let opened: Instant
    }

    static let pageLifetime = Duration.seconds(15 * 60)
    /// RFC 6749 §4.1.2 recommends ten minutes at most.
    static let codeLifetime = Duration.seconds(60)
    static let accessTokenLifetime = Duration.seconds(3600)

    /// Fewer than of the others: anybody can open pages, with whatever they like in them.
    private var pending = BoundedTable<Pending>(capacity: 1000)
    private var codes = BoundedTable<Grant>()
    private var accessTokens = BoundedTable<Grant>()

    // MARK: - The page

    /// Remembers what a page is about and gives the ticket that its form carries.
    mutating func open(_ request: OIDCAuthorizationRequest, now: Instant, ids: IdentitySource) -> String {
        let ticket = ids.alphanumeric(count: 32)
        pending[ticket] = Pending(request: request, opened: now)
        return ticket
    }

    /// The request behind a ticket, once.
    mutating func close(_ ticket: String, now: Instant) throws(OIDCRefusal) -> OIDCAuthorizationRequest {
        guard let page = pending[ticket] else { throw OIDCRefusal(.ticketUnknown) }
        pending[ticket] = nil
        guard now < page.opened + Self.pageLifetime else { throw OIDCRefusal(.ticketUnknown) }
        return page.request
    }

    // MARK: - Codes and tokens

    mutating func issueCode(for grant: Grant, ids: IdentitySource) -> String {
        let code = ids.alphanumeric(count: 40)
        codes[code] = grant
        return code
    }

    /// Takes a code, which is then used up. A code in wrong hands stays good for the right ones.
    mutating func redeem(
        _ code: String, clientID: String, redirectURI: String?, verifier: String?, now: Instant
    ) throws(OIDCRefusal) -> Grant {
        guard let grant = codes[code] else { throw OIDCRefusal(.codeUnknown) }
        guard grant.clientID == clientID else { throw OIDCRefusal(.codeForAnotherClient) }
        guard !grant.isUsed else { throw OIDCRefusal(.codeAlreadyUsed) }
        guard now < grant.authTime + Self.codeLifetime else { throw OIDCRefusal(.codeExpired) }
        // RFC 6749 §4.1.3: the same as in the authorisation, letter by letter.
        guard grant.redirectURI == redirectURI else { throw OIDCRefusal(.redirectURIDiffers) }
        if let challenge = grant.challenge {
            guard let verifier else { throw OIDCRefusal(.verifierMissing) }
            guard challenge.matches(verifier) else { throw OIDCRefusal(.verifierDiffers) }
        }
        codes[code]?.isUsed = true
        return grant
    }

    mutating func issueAccessToken(for grant: Grant, ids: IdentitySource) -> String {
        let token = ids.alphanumeric(count: 40)
        accessTokens[token] = grant
        return token
    }

    /// Whom an access token stands for.
    func grant(ofAccessToken token: String, now: Instant) throws(OIDCRefusal) -> Grant {
        guard let grant = accessTokens[token], now < grant.authTime + Self.accessTokenLifetime else {
            throw OIDCRefusal(.accessTokenUnknown)
        }
        return grant
    }
}
