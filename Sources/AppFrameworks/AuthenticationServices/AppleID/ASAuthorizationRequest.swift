import IdentityProviders

/// A request for authorisation; what it asks for is set before it is performed.
open class ASAuthorizationRequest {
    public let provider: any ASAuthorizationProvider

    init(provider: any ASAuthorizationProvider) { self.provider = provider }
}

/// A request to a provider of OpenID Connect.
open class ASAuthorizationOpenIDRequest: ASAuthorizationRequest {
    /// Nil for none.
    public var requestedScopes: [ASAuthorization.Scope]?
    /// Comes back with the credential.
    public var state: String?
    /// What the identity token is to carry: the SHA-256 of the raw nonce in lower-case hexadecimal.
    public var nonce: String?
}

/// A request for a user of Sign in with Apple.
public final class ASAuthorizationAppleIDRequest: ASAuthorizationOpenIDRequest {
    /// The user that the app remembers, if any; the sheet here asks for the account of the device all the same.
    public var user: String?

    /// The request as it is now: what the app sets later no longer counts.
    func snapshot(clientID: String, teamID: String) -> AppleIDRequest {
        var scopes: Set<AppleScope> = []
        for scope in requestedScopes ?? [] {
            switch scope {
            case .fullName: scopes.insert(.name)
            case .email: scopes.insert(.email)
            default: break
            }
        }
        return AppleIDRequest(clientID: clientID, requestedScopes: scopes, nonce: nonce, state: state, teamID: teamID)
    }
}

// An app fills a request in on one thread, and performing it takes a copy.
@available(*, unavailable)
extension ASAuthorizationRequest: Sendable {}
