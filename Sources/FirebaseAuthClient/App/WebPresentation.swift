/// A web page that the client wants shown for a sign-in, as `SFSafariViewController` shows it in the SDK.
public struct WebPresentation: Hashable, Sendable {
    /// The handler page of the auth service.
    public let url: String
    /// The custom scheme that the page comes back with: `com.googleusercontent.apps.…` or `app-1-…`.
    public let callbackScheme: String
    /// `twitter.com`.
    public let providerID: String
}

/// Why a web page came back without a callback.
public enum WebPresentationFailure: Error, Hashable, Sendable {
    /// The user closed the page.
    case cancelled
    /// Whatever else; in words.
    case failed(String)
}

/// Shows a page and returns the URL of custom scheme that it ended with.
public typealias WebPresenter = @Sendable (WebPresentation) async -> Result<String, WebPresentationFailure>
