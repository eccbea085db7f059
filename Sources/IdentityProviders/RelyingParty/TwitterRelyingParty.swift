public import BridgePrimitives
public import HTTPLoader

/// An app's server that signs users in with Twitter: the client's side of OAuth 1.0a (RFC 5849 §2), signed requests
/// over HTTP.
///
/// Firebase's handler is such a server; so is any backend that does without Firebase.
public struct TwitterRelyingParty: Sendable {
    private let consumer: TwitterConsumer
    private let api: WebURL
    private let transport: any Transport
    private let clock: WorldClock
    private let ids: IdentitySource

    /// - Parameters:
    ///   - api: where Twitter listens; its path is not looked at.
    ///   - ids: gives the nonces.
    public init(
        consumer: TwitterConsumer, api: WebURL, transport: any Transport, clock: WorldClock, ids: IdentitySource
    ) {
        (self.consumer, self.api, self.transport) = (consumer, api, transport)
        (self.clock, self.ids) = (clock, ids)
    }

    /// A token with its secret.
    public struct TokenPair: Sendable {
        public let token: String
        public let secret: Secret<String>

        public init(token: String, secret: Secret<String>) { (self.token, self.secret) = (token, secret) }
    }

    /// Step one (§2.1): asks for a request token.
    ///
    /// - Parameter callback: where Twitter sends the browser when the user has decided.
    /// - Returns: the token, and the page that the user is to be sent to.
    public func requestToken(callback: String) async throws(RelyingFailure) -> (pair: TokenPair, page: String) {
        let answer = try await post("/oauth/request_token", extra: [("oauth_callback", callback)], token: nil)
        // §2.1: a server that does not confirm the callback is of the version with the known hole.
        guard try text("oauth_callback_confirmed", in: answer) == "true" else { throw .unreadable }
        let pair = try pair(answer)
        guard let page = try? api.resolving("/oauth/authenticate?oauth_token=\(PercentEncoding.encode(pair.token))")
        else { throw .unreadable }
        return (pair, page.string)
    }

    /// Step three (§2.3): trades the request token, once the user has authorised it, for an access token.
    public func accessToken(_ request: TokenPair, verifier: String) async throws(RelyingFailure) -> TokenPair {
        try pair(try await post("/oauth/access_token", extra: [("oauth_verifier", verifier)], token: request))
    }

    private func pair(_ answer: FormItems) throws(RelyingFailure) -> TokenPair {
        guard let token = try text("oauth_token", in: answer), !token.isEmpty,
            let secret = try text("oauth_token_secret", in: answer)
        else { throw .unreadable }
        return TokenPair(token: token, secret: Secret(secret))
    }

    private func text(_ name: String, in items: FormItems) throws(RelyingFailure) -> String? {
        do { return try items.text(name) } catch { throw .unreadable }
    }

    private func post(
        _ path: String, extra: [(String, String)], token: TokenPair?
    ) async throws(RelyingFailure) -> FormItems {
        guard let url = try? api.resolving(path) else { throw .unreadable }
        var fields: [(String, String)] = [
            ("oauth_consumer_key", consumer.key), ("oauth_nonce", ids.alphanumeric(count: 32)),
            ("oauth_signature_method", "HMAC-SHA1"), ("oauth_timestamp", String(clock.now.secondsSinceEpoch)),
            ("oauth_version", "1.0"),
        ]
        if let token { fields.append(("oauth_token", token.token)) }
        fields += extra
        let base = SignatureBase(
            method: "POST",
            url: SignatureBase.normalizedURL(scheme: url.scheme, host: url.hostHeader, path: url.path),
            items: fields.map { FormItems.Item(name: Array($0.0.utf8), value: Array($0.1.utf8)) })
        fields.append(
            (
                "oauth_signature",
                OAuthSignature.make(
                    base.text, consumerSecret: consumer.secret.reveal(),
                    tokenSecret: token?.secret.reveal() ?? "")
            ))
        let header = fields.map { "\(PercentEncoding.encode($0.0))=\"\(PercentEncoding.encode($0.1))\"" }
        let request = HTTPRequest(
            method: "POST", url: url, headers: ["Authorization": "OAuth " + header.joined(separator: ", ")], body: [])
        let response = try await transport.answer(to: request)
        guard response.status == 200 else { throw .refused(response.providerReasons) }
        do { return try FormItems(parsing: response.body) } catch { throw .unreadable }
    }
}

extension Transport {
    func answer(to request: HTTPRequest) async throws(RelyingFailure) -> HTTPResponse {
        do throws(TransportFailure) { return try await perform(request).response } catch {
            throw .unreachable(error.code.code)
        }
    }
}

extension HTTPResponse {
    /// The reasons that the simulated providers put beside their own form of an error.
    var providerReasons: [ReasonCode] {
        guard let json = try? JSONValue(parsing: body) else { return [] }
        let texts =
            json["reasons"]?.arrayValue?.compactMap(\.stringValue) ?? [json["reason"]?.stringValue].compactMap(\.self)
        return texts.prefix(16).map { ReasonCode(unchecked: $0) }
    }
}
