public import BridgePrimitives

/// Who can say whether a token of an identity provider is good: the simulated providers, put together.
///
/// The auth service asks and decides; it holds no keys of any provider.
public protocol IdentityProviderDirectory: Sendable {
    /// Judges an OpenID Connect identity token: signature, issuer, audience and times. The nonce is looked at too, so
    /// that the provider's own trace can tell of it; what decides is the service's own comparison.
    ///
    /// - Parameters:
    ///   - providerID: `apple.com`, `google.com`, `oidc.…`, in small letters.
    ///   - nonce: what the client sent as the raw nonce, if anything.
    func verifyIDToken(
        _ token: String, providerID: String, nonce: String?, now: Instant
    ) async -> ProviderTokenVerdict

    /// Whom an OAuth 1.0a access token stands for.
    func profile(oauthToken: String, secret: Secret<String>, providerID: String) async -> ProviderProfileVerdict

    /// Begins a sign-in in the browser: asks the provider, over HTTP, for the page that the user is sent to.
    func beginAuthorization(_ request: ProviderAuthorizationRequest) async -> ProviderAuthorization

    /// Trades what a callback brought for the user's credential, over HTTP.
    func finishAuthorization(_ answer: ProviderReturn) async -> ProviderGrant
}

/// What a provider says of an identity token.
public enum ProviderTokenVerdict: Hashable, Sendable {
    /// Signature, audience and times are good; these are the claims.
    case accepted(JSONObject)
    /// - Parameter reasons: all that hold, in the order of the checks; never empty.
    case refused(reasons: [ReasonCode], message: String)
    /// Nobody here answers for this provider.
    case unknownProvider
}

/// What a provider says of an access token.
public enum ProviderProfileVerdict: Hashable, Sendable {
    case found(ProviderProfile)
    case refused(reasons: [ReasonCode], message: String)
    case unknownProvider
}

/// A user at an identity provider.
public struct ProviderProfile: Hashable, Sendable {
    /// The user's id there; never empty.
    public let rawID: String
    public var email: String?
    public var emailVerified = false
    public var displayName: String?
    public var photoURL: String?
    public var screenName: String?
    public var givenName: String?
    public var familyName: String?
    /// All that the provider says, as `rawUserInfo` repeats it.
    public var raw = JSONObject()

    public init(rawID: String) { self.rawID = rawID }

    /// The claims of an identity token.
    ///
    /// - Returns: nil unless `sub` is a text.
    public init?(claims: JSONObject) {
        guard let subject = claims["sub"]?.stringValue, !subject.isEmpty else { return nil }
        self.init(rawID: subject)
        email = claims["email"]?.stringValue.flatMap { EmailAddress($0, strictness: .lenient) }?.text
        emailVerified = Self.isTrue(claims["email_verified"])
        displayName = claims["name"]?.stringValue
        photoURL = claims["picture"]?.stringValue
        screenName = claims["screen_name"]?.stringValue
        givenName = claims["given_name"]?.stringValue
        familyName = claims["family_name"]?.stringValue
        raw = claims
    }

    /// Apple may send the text `"true"`; the text `"false"` is not true for that.
    private static func isTrue(_ value: JSONValue?) -> Bool {
        switch value {
        case .bool(let flag): flag
        case .string(let text): text == "true"
        case .integer(let number): number != 0
        default: false
        }
    }
}
