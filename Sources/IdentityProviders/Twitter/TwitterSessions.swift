import BridgePrimitives
import BridgeTrace

/// What the simulated Twitter remembers, and what it decides: a state machine without clock or sockets.
struct TwitterSessions: Sendable {
    enum Callback: Hashable, Sendable {
        case url(CallbackURL)
        /// `oob`: the user carries a PIN to the app.
        case pin
    }

    enum Decision: Hashable, Sendable {
        case open, denied
        case allowed(accountID: String, verifier: String)
    }

    struct RequestToken: Sendable {
        let secret: Secret<String>
        let consumerKey: String
        let callback: Callback
        let issued: Instant
        var decision = Decision.open
        var wrongVerifiers = 0
    }

    struct AccessToken: Sendable {
        let secret: Secret<String>
        let consumerKey: String
        let accountID: String
    }

    /// Which token a signature must be made with.
    enum Expected: Sendable { case none, request, access }

    static let requestTokenLifetime = Duration.seconds(15 * 60)
    /// A PIN has seven digits, so guessing has an end.
    static let mostWrongVerifiers = 5

    private var requestTokens = BoundedTable<RequestToken>()
    private var accessTokens = BoundedTable<AccessToken>()
    /// The access token of each app and account.
    private var grants: [Grant: String] = [:]
    private var ledger = NonceLedger()

    private struct Grant: Hashable {
        let accountID: String
        let consumerKey: String
    }

    // MARK: - Signatures

    /// Checks who asks, when, with which token, and the signature; uses the nonce up when all is well.
    ///
    /// - Throws: all reasons that hold, in the order of the checks, and the base string when the signature is at fault.
    mutating func authenticate(
        _ request: SignedRequest, as consumer: TwitterConsumer, expecting expected: Expected, now: Instant,
        masking: Masking
    ) throws(TwitterRefusal) {
        guard request.signatureMethod == "HMAC-SHA1" else {
            throw TwitterRefusal(.signatureMethodUnsupported, request.signatureMethod)
        }
        var reasons: [TwitterReason] = []
        var detail: String?
        if request.version ?? "1.0" != "1.0" { reasons.append(.versionUnsupported) }
        let timestamp = Int64(request.timestamp).flatMap { $0 > 0 ? $0 : nil }
        // A digest, so that long nonces take no more room than short ones.
        let mark = SHA256Text.leftHalf(of: "\(consumer.key) \(request.token ?? "") \(request.nonce)")
        let nonceVerdict = timestamp.map { ledger.look(mark, timestamp: $0, now: now) }
        if timestamp == nil { reasons.append(.timestampNotNumber) }
        if nonceVerdict == .outOfRange { reasons.append(.timestampOutOfRange) }
        let (secret, tokenReason) = tokenSecret(for: request, of: consumer, expecting: expected, now: now)
        if let tokenReason { reasons.append(tokenReason) }
        var baseString: String?
        if let secret {
            let consumerSecret = consumer.secret.reveal()
            let right = OAuthSignature.make(request.base.text, consumerSecret: consumerSecret, tokenSecret: secret)
            if !OAuthSignature.matches(request.signature, right) {
                let diagnosis = SignatureDiagnosis(
                    request: request, consumerSecret: consumerSecret, tokenSecret: secret
                ).slip
                reasons.append(diagnosis.reason)
                (detail, baseString) = (diagnosis.detail, request.base.maskedText(masking))
            }
        }
        if nonceVerdict == .used { reasons.append(.nonceUsed) }
        guard reasons.isEmpty, let timestamp else { throw TwitterRefusal(reasons, detail, baseString: baseString) }
        ledger.use(mark, timestamp: timestamp, now: now)
    }

    /// The secret that the signature's key ends with; nil when there is no token to take one from.
    private func tokenSecret(
        for request: SignedRequest, of consumer: TwitterConsumer, expecting expected: Expected, now: Instant
    ) -> (secret: String?, reason: TwitterReason?) {
        switch expected {
        case .none: return request.token == nil ? ("", nil) : (nil, .tokenNotExpected)
        case .request:
            guard let token = request.token.flatMap({ requestTokens[$0] }) else { return (nil, .tokenUnknown) }
            guard token.consumerKey == consumer.key else { return (nil, .tokenForAnotherConsumer) }
            return (token.secret.reveal(), isOver(token, now: now) ? .tokenExpired : nil)
        case .access:
            guard let token = request.token.flatMap({ accessTokens[$0] }) else { return (nil, .tokenUnknown) }
            return token.consumerKey == consumer.key ? (token.secret.reveal(), nil) : (nil, .tokenForAnotherConsumer)
        }
    }

    private func isOver(_ token: RequestToken, now: Instant) -> Bool {
        now >= token.issued + Self.requestTokenLifetime
    }

    // MARK: - The three steps

    mutating func issueRequestToken(
        to consumer: TwitterConsumer, callback: Callback, now: Instant, ids: IdentitySource
    ) -> (token: String, secret: String) {
        let (token, secret) = (ids.alphanumeric(count: 27), ids.alphanumeric(count: 32))
        requestTokens[token] = RequestToken(
            secret: Secret(secret), consumerKey: consumer.key, callback: callback, issued: now)
        return (token, secret)
    }

    /// The request token behind a page on which nothing is decided yet.
    func openRequest(_ token: String, now: Instant) throws(TwitterRefusal) -> RequestToken {
        guard let request = requestTokens[token] else { throw TwitterRefusal(.tokenUnknown) }
        guard !isOver(request, now: now) else { throw TwitterRefusal(.tokenExpired) }
        guard request.decision == .open else { throw TwitterRefusal(.decidedAlready) }
        return request
    }

    /// - Returns: the verifier, seven digits for a PIN.
    mutating func allow(
        _ token: String, accountID: String, now: Instant, ids: IdentitySource
    ) throws(TwitterRefusal) -> (request: RequestToken, verifier: String) {
        let request = try openRequest(token, now: now)
        let isPIN = request.callback == .pin
        let verifier = isPIN ? String(ids.number(in: 1_000_000...9_999_999)) : ids.alphanumeric(count: 32)
        requestTokens[token]?.decision = .allowed(accountID: accountID, verifier: verifier)
        return (request, verifier)
    }

    mutating func deny(_ token: String, now: Instant) throws(TwitterRefusal) -> RequestToken {
        let request = try openRequest(token, now: now)
        requestTokens[token]?.decision = .denied
        return request
    }

    /// Trades an authorised request token for an access token; the request token is used up then.
    mutating func redeem(
        _ token: String, verifier: String, ids: IdentitySource
    ) throws(TwitterRefusal) -> (token: String, access: AccessToken) {
        guard let request = requestTokens[token] else { throw TwitterRefusal(.tokenUnknown) }
        switch request.decision {
        case .open: throw TwitterRefusal(.notAuthorized)
        case .denied: throw TwitterRefusal(.denied)
        case .allowed(let accountID, let right):
            guard constantTimeEqual(Array(verifier.utf8), Array(right.utf8)) else {
                requestTokens[token]?.wrongVerifiers += 1
                if request.wrongVerifiers + 1 >= Self.mostWrongVerifiers { requestTokens[token] = nil }
                throw TwitterRefusal(.verifierDiffers)
            }
            requestTokens[token] = nil
            return issueAccessToken(to: request.consumerKey, accountID: accountID, ids: ids)
        }
    }

    /// One for each app and account: a second sign-in gives the same one.
    mutating func issueAccessToken(
        to consumerKey: String, accountID: String, ids: IdentitySource
    ) -> (token: String, access: AccessToken) {
        if let known = accessToken(of: accountID, to: consumerKey), let access = accessTokens[known] {
            return (known, access)
        }
        let token = "\(accountID)-\(ids.alphanumeric(count: 40))"
        let access = AccessToken(
            secret: Secret(ids.alphanumeric(count: 45)), consumerKey: consumerKey, accountID: accountID)
        accessTokens[token] = access
        grants[Grant(accountID: accountID, consumerKey: consumerKey)] = token
        return (token, access)
    }

    func access(_ token: String) -> AccessToken? { accessTokens[token] }

    /// The user takes an app's access away: its token is nobody's from then on, and the next sign-in brings another.
    mutating func revokeAccess(of accountID: String, to consumerKey: String) {
        guard let token = grants.removeValue(forKey: Grant(accountID: accountID, consumerKey: consumerKey)) else {
            return
        }
        accessTokens[token] = nil
    }

    private func accessToken(of accountID: String, to consumerKey: String) -> String? {
        grants[Grant(accountID: accountID, consumerKey: consumerKey)]
    }
}
