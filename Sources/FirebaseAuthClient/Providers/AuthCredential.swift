import BridgePrimitives
import Foundation

/// What proves who somebody is, for signing in, linking and re-authenticating.
///
/// Unchecked because it has subclasses: every property of all of them is a `let`.
public class AuthCredential: @unchecked Sendable {
    /// `password`, `phone`, `apple.com` …
    public let provider: String

    init(provider: String) { self.provider = provider }
}

/// An address with a password, or with the link that came to it.
public final class EmailAuthCredential: AuthCredential, @unchecked Sendable {
    enum Proof: Sendable {
        case password(Secret<String>)
        case link(Secret<String>)
    }

    let email: String
    let proof: Proof

    init(email: String, proof: Proof) {
        (self.email, self.proof) = (email, proof)
        super.init(provider: EmailAuthProvider.id)
    }
}

/// The tokens of an identity provider, or the address that its web page came back with.
public final class OAuthCredential: AuthCredential, @unchecked Sendable {
    private let tokens: Tokens
    /// The sign-in page's answer; it carries the provider's token.
    let responseURL: Secret<String>?
    let sessionID: String?

    struct Tokens: Sendable {
        var idToken: Secret<String>?
        var rawNonce: Secret<String>?
        var accessToken: Secret<String>?
        var secret: Secret<String>?
        var pendingToken: Secret<String>?
        var fullName: PersonNameComponents?
    }

    init(providerID: String, tokens: Tokens = Tokens(), sessionID: String? = nil, responseURL: String? = nil) {
        (self.tokens, self.sessionID, self.responseURL) = (tokens, sessionID, responseURL.map { Secret($0) })
        super.init(provider: providerID)
    }

    /// The credential that a reply brings; nil when it has no token.
    convenience init?(reply: JSONObject) {
        guard let provider = reply["providerId"]?.stringValue else { return nil }
        func secret(_ name: String) -> Secret<String>? {
            guard let text = reply[name]?.stringValue, !text.isEmpty else { return nil }
            return Secret(text)
        }
        let tokens = Tokens(
            idToken: secret("oauthIdToken"), accessToken: secret("oauthAccessToken"),
            secret: secret("oauthTokenSecret"), pendingToken: secret("pendingToken"))
        guard tokens.idToken != nil || tokens.accessToken != nil || tokens.pendingToken != nil else { return nil }
        self.init(providerID: provider, tokens: tokens)
    }

    public var idToken: String? { tokens.idToken?.reveal() }
    public var accessToken: String? { tokens.accessToken?.reveal() }
    /// The secret of an OAuth 1.0 token.
    public var secret: String? { tokens.secret?.reveal() }
    var pendingToken: Secret<String>? { tokens.pendingToken }

    /// The form that shows the credential, in the SDK's order.
    ///
    /// - Parameter isRaw: whether values stay as they are, as the iOS SDK sends them: its `&` and `+` are not escaped.
    func postBody(isRaw: Bool) -> String {
        var items = [("providerId", provider)]
        func add(_ name: String, _ value: String?) { if let value { items.append((name, value)) } }
        add("id_token", idToken)
        add("nonce", tokens.rawNonce?.reveal())
        add("access_token", accessToken)
        add("oauth_token_secret", secret)
        if let name = tokens.fullName, name.givenName != nil || name.familyName != nil {
            var members = JSONObject()
            members["firstName"] = name.givenName.map { .string($0) }
            members["lastName"] = name.familyName.map { .string($0) }
            add("user", JSONValue.object(JSONObject([("name", .object(members))])).text())
        }
        return items.map { name, value in "\(name)=\(isRaw ? value : PercentEncoding.encode(value))" }
            .joined(separator: "&")
    }
}

/// A number with the code that was sent to it.
public final class PhoneAuthCredential: AuthCredential, @unchecked Sendable {
    enum Proof: Sendable {
        case code(verificationID: String, code: Secret<String>)
        /// What the service gives when a number is somebody else's.
        case temporary(Secret<String>, phoneNumber: String)
    }

    let proof: Proof

    init(_ proof: Proof) {
        self.proof = proof
        super.init(provider: PhoneAuthProvider.id)
    }

    convenience init(temporaryProof: String, phoneNumber: String) {
        self.init(.temporary(Secret(temporaryProof), phoneNumber: phoneNumber))
    }
}
