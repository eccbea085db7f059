public import BridgePrimitives
import Crypto
public import HTTPLoader

/// An app's server that signs users in with Apple in the browser: the code flow of "Incorporating Sign in with Apple
/// into other platforms".
public struct AppleRelyingParty: Sendable {
    private let clientID: String
    private let teamID: String
    private let key: P256.Signing.PrivateKey
    private let api: WebURL
    private let transport: any Transport
    private let clock: WorldClock

    /// Makes a key of its own for client secrets: only an Apple that looks at their form alone takes them.
    ///
    /// - Parameters:
    ///   - clientID: a Services ID.
    ///   - teamID: ten characters.
    ///   - api: where Apple listens; its path is not looked at.
    public init(clientID: String, teamID: String, api: WebURL, transport: any Transport, clock: WorldClock) {
        (self.clientID, self.teamID, self.api) = (clientID, teamID, api)
        (self.transport, self.clock, key) = (transport, clock, P256.Signing.PrivateKey())
    }

    /// The page that the user is to be sent to; name and address can be asked for only where the answer is posted.
    ///
    /// - Parameters:
    ///   - nonce: what the identity token is to carry: the hash of the raw nonce.
    ///   - scopes: `name`, `email`.
    public func page(callback: String, state: String, nonce: String, scopes: [String]) throws(RelyingFailure) -> String
    {
        let query = FormBody.text([
            ("client_id", clientID), ("redirect_uri", callback), ("response_type", "code"),
            ("response_mode", "form_post"), ("scope", scopes.joined(separator: " ")), ("state", state),
            ("nonce", nonce),
        ])
        guard let page = try? api.resolving("/auth/authorize?\(query)") else { throw .unreadable }
        return page.string
    }

    /// Trades a code for the user's identity token.
    ///
    /// - Parameter callback: the very one that the page was asked with.
    public func identityToken(code: String, callback: String) async throws(RelyingFailure) -> Secret<String> {
        guard let url = try? api.resolving("/auth/token"), let secret = try? clientSecret() else { throw .unreadable }
        let response = try await transport.answer(
            to: .form(
                url: url,
                fields: [
                    ("client_id", clientID), ("client_secret", secret), ("grant_type", "authorization_code"),
                    ("code", code), ("redirect_uri", callback),
                ]))
        guard response.status == 200 else { throw .refused(response.providerReasons) }
        guard let token = (try? JSONValue(parsing: response.body))?["id_token"]?.stringValue else { throw .unreadable }
        return Secret(token)
    }

    /// A JWT for five minutes ("Creating a client secret").
    private func clientSecret() throws -> String {
        let now = clock.now.secondsSinceEpoch
        let header: JSONValue = ["alg": "ES256", "kid": "RELYING001"]
        let payload: JSONValue = [
            "iss": .string(teamID), "iat": .integer(now), "exp": .integer(now + 300),
            "aud": .string(AppleIdentityToken.issuer), "sub": .string(clientID),
        ]
        let message = "\(Base64URL.encode(header.bytes())).\(Base64URL.encode(payload.bytes()))"
        let signature = try key.signature(for: Array(message.utf8))
        return "\(message).\(Base64URL.encode(Array(signature.rawRepresentation)))"
    }
}
