public import BridgePrimitives
public import HTTPLoader
import Tokens

/// An app's server that signs users in with an OpenID provider: discovery, the code flow with PKCE, and the checks of the
/// identity token.
public struct OIDCRelyingParty: Sendable {
    private let issuer: WebURL
    private let client: OIDCClient
    private let transport: any Transport
    private let clock: WorldClock

    /// - Parameter issuer: the provider's, below which its discovery document is (OpenID Connect Discovery §4).
    public init(issuer: WebURL, client: OIDCClient, transport: any Transport, clock: WorldClock) {
        (self.issuer, self.client) = (issuer, client)
        (self.transport, self.clock) = (transport, clock)
    }

    /// The page that the user is to be sent to.
    ///
    /// - Parameters:
    ///   - nonce: what the identity token is to carry.
    ///   - verifier: random text of 43 to 128 unreserved characters, kept for ``identityToken(code:callback:nonce:verifier:)``.
    public func page(
        callback: String, state: String, nonce: String, verifier: Secret<String>, scopes: [String]
    ) async throws(RelyingFailure) -> String {
        let discovery = try await discovery()
        let endpoint = try endpoint("authorization_endpoint", in: discovery)
        let scopes = ["openid"] + scopes.filter { $0 != "openid" }
        let query = FormBody.text([
            ("client_id", client.id), ("redirect_uri", callback), ("response_type", "code"),
            ("scope", scopes.joined(separator: " ")), ("state", state), ("nonce", nonce),
            ("code_challenge", CodeChallenge.s256(verifier.reveal())), ("code_challenge_method", "S256"),
        ])
        return endpoint.string + (endpoint.string.utf8.contains(UInt8(ascii: "?")) ? "&" : "?") + query
    }

    /// Trades a code for the user's identity token, and checks that.
    ///
    /// - Parameters:
    ///   - callback: the very one that the page was asked with.
    ///   - nonce: the very one too.
    /// - Returns: the token with its claims.
    public func identityToken(
        code: String, callback: String, nonce: String, verifier: Secret<String>
    ) async throws(RelyingFailure) -> (token: Secret<String>, claims: JSONObject) {
        let discovery = try await discovery()
        var fields = [
            ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", callback),
            ("client_id", client.id), ("code_verifier", verifier.reveal()),
        ]
        if let secret = client.secret { fields.append(("client_secret", secret.reveal())) }
        let response = try await transport.answer(
            to: .form(url: try endpoint("token_endpoint", in: discovery), fields: fields))
        guard response.status == 200 else { throw .refused(response.providerReasons) }
        guard let token = (try? JSONValue(parsing: response.body))?["id_token"]?.stringValue else { throw .unreadable }
        let keys = try await keys(at: try endpoint("jwks_uri", in: discovery))
        let verifier = OIDCTokenVerifier(issuer: Self.text(issuer), clientID: client.id, keys: keys)
        switch verifier.verify(token, now: clock.now) {
        case .refused(let reasons): throw .refused(reasons)
        case .accepted(let claims):
            guard let carried = claims["nonce"]?.stringValue,
                constantTimeEqual(Array(carried.utf8), Array(nonce.utf8))
            else { throw .refused([OIDCReason.nonceDiffers.code]) }
            return (Secret(token), claims)
        }
    }

    // MARK: - What the provider publishes

    /// Fetched each time: whoever signs in once a minute does not wait for it.
    private func discovery() async throws(RelyingFailure) -> JSONValue {
        guard let url = try? WebURL(Self.text(issuer) + "/.well-known/openid-configuration") else { throw .unreadable }
        let document = try await document(at: url)
        // §4.3: another issuer's document would send the user and the code elsewhere.
        guard document["issuer"]?.stringValue == Self.text(issuer) else {
            throw .refused([OIDCReason.tokenWrongIssuer.code])
        }
        return document
    }

    private func keys(at url: WebURL) async throws(RelyingFailure) -> [String: VerificationKey] {
        var keys: [String: VerificationKey] = [:]
        for jwk in try await document(at: url)["keys"]?.arrayValue ?? [] {
            if let id = jwk["kid"]?.stringValue, let key = try? VerificationKey(jwk: jwk) { keys[id] = key }
        }
        return keys
    }

    private func document(at url: WebURL) async throws(RelyingFailure) -> JSONValue {
        let response = try await transport.answer(to: HTTPRequest(url: url))
        guard response.status == 200, let json = try? JSONValue(parsing: response.body) else { throw .unreadable }
        return json
    }

    private func endpoint(_ name: String, in document: JSONValue) throws(RelyingFailure) -> WebURL {
        guard let text = document[name]?.stringValue, let url = try? WebURL(text) else { throw .unreadable }
        return url
    }

    /// Without the slash that a URL without a path ends with.
    private static func text(_ url: WebURL) -> String {
        let text = url.string
        return text.utf8.last == UInt8(ascii: "/") ? String(text.dropLast()) : text
    }
}
