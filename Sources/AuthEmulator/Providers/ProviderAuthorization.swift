public import BridgePrimitives

/// What the service asks of a provider when a browser comes to sign somebody in there.
public struct ProviderAuthorizationRequest: Hashable, Sendable {
    /// `twitter.com`, `apple.com`, in small letters.
    public let providerID: String
    /// Where the provider sends the browser back to; carries ``state`` in its query.
    public let callback: String
    /// What the callback must bring back, so that it is told from all others.
    public let state: String
    /// What the app asks to be allowed, in its order.
    public let scopes: [String]
    /// Random text, of which a provider with nonces gets the hash.
    public let nonce: Secret<String>

    public init(providerID: String, callback: String, state: String, scopes: [String], nonce: Secret<String>) {
        (self.providerID, self.callback, self.state) = (providerID, callback, state)
        (self.scopes, self.nonce) = (scopes, nonce)
    }

    public static func == (a: Self, b: Self) -> Bool { a.state == b.state && a.providerID == b.providerID }
    public func hash(into hasher: inout Hasher) { hasher.combine(state) }
}

/// Where an authorisation begins.
public enum ProviderAuthorization: Sendable {
    /// - Parameters:
    ///   - url: the provider's page, to which the browser is sent.
    ///   - memory: what the end needs to know of the beginning.
    case begun(url: String, memory: ProviderMemory)
    /// The provider does not take part, and says why.
    case refused(reasons: [ReasonCode], message: String)
    /// Nobody here authorises for this provider: the service shows a list of accounts instead.
    case unknownProvider
}

/// What is remembered of an authorisation while the user is at the provider.
public struct ProviderMemory: Sendable {
    /// What the callback names, an OAuth 1.0a request token; nil where the state alone tells.
    public let token: String?
    /// The request token's secret, or the nonce.
    public let secret: Secret<String>

    public init(token: String?, secret: Secret<String>) { (self.token, self.secret) = (token, secret) }
}

/// A callback that has come back to the service, and with it all that is needed to ask for the credential.
public struct ProviderReturn: Sendable {
    public let providerID: String
    /// As it was in ``ProviderAuthorizationRequest/callback``: token endpoints compare it.
    public let callback: String
    /// What the provider added: `oauth_verifier`, `code` …
    public let items: [String: String]
    public let memory: ProviderMemory

    public init(providerID: String, callback: String, items: [String: String], memory: ProviderMemory) {
        (self.providerID, self.callback, self.items, self.memory) = (providerID, callback, items, memory)
    }
}

/// What the provider gave for a callback.
public enum ProviderGrant: Sendable {
    /// OAuth 1.0a: Twitter's.
    case accessToken(Secret<String>, secret: Secret<String>)
    /// OpenID Connect, with the nonce that it was asked with and, the first time, the user's name as JSON.
    case idToken(Secret<String>, nonce: Secret<String>, user: String?)
    /// - Parameter reasons: all that hold, in the order of the checks; never empty.
    case refused(reasons: [ReasonCode], message: String)
}

extension IdentityProviderDirectory {
    /// A directory that only judges tokens authorises for nobody.
    public func beginAuthorization(_ request: ProviderAuthorizationRequest) async -> ProviderAuthorization {
        .unknownProvider
    }

    public func finishAuthorization(_ answer: ProviderReturn) async -> ProviderGrant {
        .refused(
            reasons: [RedirectReason.providerRefused.code], message: RedirectReason.providerRefused.meaning)
    }
}
