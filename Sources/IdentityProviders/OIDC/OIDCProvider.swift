public import BridgePrimitives
public import Tokens

/// A simulated OpenID provider: accounts, codes and identity tokens. Time comes in with each call, ids from the world's
/// seed; signing happens outside the lock.
public final class OIDCProvider: Sendable {
    /// What `iss` says: a URL below which its discovery document is.
    public let issuer: String
    /// Who can sign in, in the order in which the page lists them.
    public let accounts: [OIDCAccount]
    let clients: OIDCClients
    private let ids: IdentitySource
    private let sessions = Mutex(OIDCSessions())
    /// The first one signs.
    private let keys: Mutex<[SigningKey]>

    /// - Parameter issuer: without a slash at its end.
    public init(
        issuer: String, accounts: [OIDCAccount], clients: OIDCClients, key: SigningKey, ids: IdentitySource
    ) {
        (self.issuer, self.accounts, self.clients, self.ids) = (issuer, accounts, clients, ids)
        keys = Mutex([key])
    }

    // MARK: - Keys

    /// Signs with another key from now on.
    ///
    /// - Parameter dropsOld: whether the keys before are published no more, so that tokens of theirs are of nobody.
    public func rotate(to key: SigningKey, dropsOld: Bool = false) {
        keys.withLock { $0 = [key] + (dropsOld ? [] : $0) }
    }

    /// The public keys for verifiers, by key id.
    public var verificationKeys: [String: VerificationKey] {
        Dictionary(keys.withLock { $0 }.map { ($0.keyID, $0.verificationKey) }) { first, _ in first }
    }

    /// The same as a JSON Web Key Set.
    var keySet: JSONValue { VerificationKey.jwkSet(keys.withLock { $0 }.map { ($0.keyID, $0.verificationKey) }) }

    /// Forgets codes and tokens, as after a first start; accounts and keys stay.
    public func reset() { sessions.withLock { $0 = OIDCSessions() } }

    func account(_ id: String) throws(OIDCRefusal) -> OIDCAccount {
        guard let account = accounts.first(where: { $0.id == id }) else { throw OIDCRefusal(.accountUnknown, id) }
        return account
    }

    // MARK: - The page

    /// A page that is to be shown, and its ticket.
    struct Choice: Sendable {
        let ticket: String
        let request: OIDCAuthorizationRequest
    }

    func open(_ request: OIDCAuthorizationRequest, now: Instant) -> Choice {
        Choice(ticket: sessions.withLock { $0.open(request, now: now, ids: ids) }, request: request)
    }

    /// What the user did on the page.
    enum Decision: Sendable {
        case cancel
        case agree(accountID: String)
    }

    /// What goes back to the client: where and how, and the fields.
    struct Reply: Sendable {
        let request: OIDCAuthorizationRequest
        let fields: [(String, String)]
    }

    func decide(_ decision: Decision, ticket: String, now: Instant) throws -> Reply {
        guard case .agree(let accountID) = decision else {
            let request = try sessions.withLock { sessions throws(OIDCRefusal) in
                try sessions.close(ticket, now: now)
            }
            return Reply(
                request: request, fields: state(of: request) + [("error", OIDCReason.cancelled.oauthError)])
        }
        let account = try account(accountID)
        let (request, grant, code, access) = try sessions.withLock { sessions throws(OIDCRefusal) in
            let request = try sessions.close(ticket, now: now)
            let grant = OIDCSessions.Grant(
                clientID: request.client.id, accountID: accountID, redirectURI: request.redirectURI.text,
                scopes: request.scopes, nonce: request.nonce, challenge: request.challenge, authTime: now)
            let code = request.includesCode ? sessions.issueCode(for: grant, ids: ids) : nil
            let access = request.includesAccessToken ? sessions.issueAccessToken(for: grant, ids: ids) : nil
            return (request, grant, code, access)
        }
        var fields = state(of: request)
        if let code { fields.append(("code", code)) }
        if let access {
            fields += [("access_token", access), ("token_type", "Bearer"), ("expires_in", "3600")]
        }
        if request.includesIDToken {
            fields.append(
                ("id_token", try identityToken(grant, account, now: now, code: code, accessToken: access)))
        }
        return Reply(request: request, fields: fields)
    }

    private func state(of request: OIDCAuthorizationRequest) -> [(String, String)] {
        request.state.map { [("state", $0)] } ?? []
    }

    // MARK: - The token endpoint

    struct Tokens: Sendable {
        let access: Secret<String>
        let identity: Secret<String>
        let scopes: [String]
    }

    func redeem(
        code: String, client: OIDCClient, redirectURI: String?, verifier: String?, now: Instant
    ) throws -> Tokens {
        let (grant, access) = try sessions.withLock { sessions throws(OIDCRefusal) in
            let grant = try sessions.redeem(
                code, clientID: client.id, redirectURI: redirectURI, verifier: verifier, now: now)
            return (grant, sessions.issueAccessToken(for: grant, ids: ids))
        }
        let identity = try identityToken(
            grant, try account(grant.accountID), now: now, code: nil, accessToken: access)
        return Tokens(access: Secret(access), identity: Secret(identity), scopes: grant.scopes)
    }

    /// The claims of `userinfo` (OpenID Connect Core §5.3).
    func userInfo(ofAccessToken token: String, now: Instant) throws(OIDCRefusal) -> JSONObject {
        let grant = try sessions.withLock { sessions throws(OIDCRefusal) in
            try sessions.grant(ofAccessToken: token, now: now)
        }
        return OIDCIdentityToken.profile(of: try account(grant.accountID), scopes: grant.scopes)
    }

    private func identityToken(
        _ grant: OIDCSessions.Grant, _ account: OIDCAccount, now: Instant, code: String?, accessToken: String?
    ) throws(BridgeFailure) -> String {
        let key = keys.withLock { $0[0] }
        return try OIDCIdentityToken(
            issuer: issuer, grant: grant, account: account, issuedAt: now, code: code, accessToken: accessToken
        ).signed(by: key)
    }
}
