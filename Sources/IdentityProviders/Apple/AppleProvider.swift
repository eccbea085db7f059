public import BridgePrimitives
public import Tokens

/// A simulated Apple: accounts, consents, codes and identity tokens. Time comes in with each call, ids from the world's
/// seed; signing happens outside the lock.
public final class AppleProvider: Sendable {
    /// Who can sign in, in the order in which the page lists them.
    public let accounts: [AppleAccount]
    let clients: AppleClients
    private let key: SigningKey
    private let formerKeys: [SigningKey]
    private let ids: IdentitySource
    private let writesBooleansAsText: Bool
    private let sessions = Mutex(AppleSessions())

    /// - Parameters:
    ///   - formerKeys: published, and no longer used to sign.
    ///   - writesBooleansAsText: whether `email_verified` is `"true"` instead of `true`; Apple has sent both.
    public init(
        accounts: [AppleAccount], clients: AppleClients, key: SigningKey, formerKeys: [SigningKey] = [],
        ids: IdentitySource, writesBooleansAsText: Bool = false
    ) {
        (self.accounts, self.clients, self.key, self.formerKeys) = (accounts, clients, key, formerKeys)
        (self.ids, self.writesBooleansAsText) = (ids, writesBooleansAsText)
    }

    /// The public keys for verifiers, by key id.
    public var verificationKeys: [String: VerificationKey] {
        Dictionary(([key] + formerKeys).map { ($0.keyID, $0.verificationKey) }) { first, _ in first }
    }

    /// The same as a JSON Web Key Set.
    var keySet: JSONValue { VerificationKey.jwkSet(([key] + formerKeys).map { ($0.keyID, $0.verificationKey) }) }

    /// Checks an identity token with this provider's own keys.
    public func verifyIDToken(
        _ token: String, nonce: PresentedNonce, audiences: Set<String>?, now: Instant, clockSkew: Duration = .zero
    ) -> AppleTokenVerdict {
        AppleTokenVerifier(keys: verificationKeys)
            .verify(token, nonce: nonce, audiences: audiences, now: now, clockSkew: clockSkew)
    }

    /// Forgets consents, codes and tokens, as after a first start; accounts and keys stay.
    public func reset() { sessions.withLock { $0 = AppleSessions() } }

    func account(_ id: String) throws(AppleRefusal) -> AppleAccount {
        guard let account = accounts.first(where: { $0.id == id }) else { throw AppleRefusal(.accountUnknown, id) }
        return account
    }

    // MARK: - The web flow

    /// A page that is to be shown: its ticket, and which accounts agreed to the client before.
    struct Choice: Sendable {
        let ticket: String
        let request: AppleAuthorizationRequest
        let returning: Set<String>
    }

    func open(_ request: AppleAuthorizationRequest, now: Instant) -> Choice {
        sessions.withLock { sessions in
            let returning = accounts.filter { sessions.consent(of: $0.id, to: request.client.id) != nil }
            return Choice(
                ticket: sessions.open(request, now: now, ids: ids), request: request,
                returning: Set(returning.map(\.id)))
        }
    }

    /// What the user did on the page.
    enum Decision: Sendable {
        case cancel
        case agree(accountID: String, hidesEmail: Bool)
    }

    /// What goes back to the app: where and how, and the fields.
    struct Reply: Sendable {
        let request: AppleAuthorizationRequest
        let fields: [(String, String)]
    }

    func decide(_ decision: Decision, ticket: String, now: Instant) throws -> Reply {
        switch decision {
        case .cancel:
            let request = try sessions.withLock { sessions throws(AppleRefusal) in
                try sessions.close(ticket, now: now)
            }
            return Reply(request: request, fields: [("error", AppleReason.cancelled.oauthError)] + state(of: request))
        case .agree(let accountID, let hidesEmail):
            let account = try account(accountID)
            let (request, grant, consent, code) = try sessions.withLock { sessions throws(AppleRefusal) in
                let request = try sessions.close(ticket, now: now)
                let (grant, consent) = agree(
                    account, request.client, scopes: request.scopes, hidesEmail: hidesEmail, nonce: request.nonce,
                    redirectURI: request.redirectURI.text, now: now, in: &sessions)
                return (request, grant, consent, sessions.issueCode(for: grant, ids: ids))
            }
            var fields = state(of: request) + [("code", code)]
            if request.includesIDToken {
                let token = try identityToken(grant, account, consent, now: now, companion: .code(code))
                fields.append(("id_token", token))
            }
            if grant.isFirst, let user = user(account, consent, team: grant.teamID) {
                fields.append(("user", user.text()))
            }
            return Reply(request: request, fields: fields)
        }
    }

    private func state(of request: AppleAuthorizationRequest) -> [(String, String)] {
        request.state.map { [("state", $0)] } ?? []
    }

    /// Who the user is, told once; nil when nothing was asked for.
    private func user(_ account: AppleAccount, _ consent: AppleSessions.Consent, team: String) -> JSONValue? {
        var user = JSONObject()
        if consent.scopes.contains(.name) {
            user["name"] = ["firstName": .string(account.firstName), "lastName": .string(account.lastName)]
        }
        if let email = account.email(told: consent, in: team) { user["email"] = .string(email) }
        return user.isEmpty ? nil : .object(user)
    }

    // MARK: - The token endpoint

    struct Tokens: Sendable {
        let access: Secret<String>
        /// Nil after a refresh: the one that was sent stays good.
        let refresh: Secret<String>?
        let identity: Secret<String>
    }

    func redeem(code: String, client: AppleClient, redirectURI: String?, now: Instant) throws -> Tokens {
        let (grant, consent, tokens) = try sessions.withLock { sessions throws(AppleRefusal) in
            let grant = try sessions.redeem(code, clientID: client.id, redirectURI: redirectURI, now: now)
            let consent = try self.consent(behind: grant, in: sessions)
            return (grant, consent, sessions.issueTokens(for: grant, ids: ids))
        }
        let identity = try identityToken(
            grant, try account(grant.accountID), consent, now: now, companion: .accessToken(tokens.access))
        return Tokens(
            access: Secret(tokens.access), refresh: Secret(tokens.refresh), identity: Secret(identity))
    }

    func refresh(_ token: String, client: AppleClient, now: Instant) throws -> Tokens {
        let (grant, consent, access) = try sessions.withLock { sessions throws(AppleRefusal) in
            let grant = try sessions.grant(ofRefreshToken: token, clientID: client.id)
            let consent = try self.consent(behind: grant, in: sessions)
            return (grant, consent, sessions.issueAccessToken(for: grant, ids: ids))
        }
        let identity = try identityToken(
            grant, try account(grant.accountID), consent, now: now, companion: .accessToken(access),
            includesNonce: false)
        return Tokens(access: Secret(access), refresh: nil, identity: Secret(identity))
    }

    func revoke(_ token: String, client: AppleClient) {
        sessions.withLock { $0.revoke(token, clientID: client.id) }
    }

    private func consent(
        behind grant: AppleSessions.Grant, in sessions: AppleSessions
    ) throws(AppleRefusal) -> AppleSessions.Consent {
        guard let consent = sessions.consent(of: grant.accountID, to: grant.clientID) else {
            throw AppleRefusal(.refreshTokenUnknown)
        }
        return consent
    }

    // MARK: - What both flows share

    /// Takes the user's word and makes the grant of it; called under the lock.
    private func agree(
        _ account: AppleAccount, _ client: AppleClient, scopes: Set<AppleScope>, hidesEmail: Bool, nonce: String?,
        redirectURI: String?, now: Instant, in sessions: inout AppleSessions
    ) -> (AppleSessions.Grant, AppleSessions.Consent) {
        let isFirst = sessions.agree(
            account.id, to: client.id, scopes: scopes, hidesEmail: hidesEmail, teamID: client.teamID)
        let consent = sessions.consent(of: account.id, to: client.id)
        let grant = AppleSessions.Grant(
            clientID: client.id, teamID: client.teamID, accountID: account.id, redirectURI: redirectURI, nonce: nonce,
            authTime: now, isNative: redirectURI == nil, isFirst: isFirst)
        return (
            grant, consent ?? AppleSessions.Consent(scopes: scopes, hidesEmail: hidesEmail, teamID: client.teamID)
        )
    }

    private func identityToken(
        _ grant: AppleSessions.Grant, _ account: AppleAccount, _ consent: AppleSessions.Consent, now: Instant,
        companion: AppleIdentityToken.Companion, includesNonce: Bool = true
    ) throws(BridgeFailure) -> String {
        try AppleIdentityToken(
            grant: grant, account: account, consent: consent, issuedAt: now, companion: companion,
            includesNonce: includesNonce, booleans: writesBooleansAsText ? .text : .boolean
        ).signed(by: key)
    }

    // MARK: - The native flow

    /// Signs in as the system's sheet does; see ``signIn(_:as:now:)``.
    func signInNatively(
        _ request: AppleIDRequest, as account: AppleAccount, client: AppleClient, hidesEmail: Bool, now: Instant
    ) throws(BridgeFailure) -> AppleIDCredential {
        let (grant, consent, code) = sessions.withLock { sessions in
            let (grant, consent) = agree(
                account, client, scopes: request.requestedScopes, hidesEmail: hidesEmail, nonce: request.nonce,
                redirectURI: nil, now: now, in: &sessions)
            return (grant, consent, sessions.issueCode(for: grant, ids: ids))
        }
        let token = try identityToken(grant, account, consent, now: now, companion: .code(code))
        let tellsName = grant.isFirst && consent.scopes.contains(.name)
        return AppleIDCredential(
            user: account.subject(in: client.teamID), state: request.state,
            authorizedScopes: request.requestedScopes, authorizationCode: Secret(code), identityToken: Secret(token),
            email: grant.isFirst ? account.email(told: consent, in: client.teamID) : nil,
            firstName: tellsName ? account.firstName : nil, lastName: tellsName ? account.lastName : nil,
            realUserStatus: grant.isFirst ? account.realUserStatus : .unknown)
    }

    func hasConsent(_ accountID: String, to clientID: String) -> Bool {
        sessions.withLock { $0.consent(of: accountID, to: clientID) != nil }
    }

    /// The team that the client was of when the account agreed to it; nil without consent.
    func consentTeam(of accountID: String, to clientID: String) -> String? {
        sessions.withLock { $0.consent(of: accountID, to: clientID)?.teamID }
    }

    /// The user takes the consent back, in the settings of the device or on Apple's site.
    public func withdrawConsent(of accountID: String, from clientID: String) {
        sessions.withLock { $0.withdraw(accountID, from: clientID) }
    }
}
