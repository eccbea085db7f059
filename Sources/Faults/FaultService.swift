/// Whose answers a fault spoils.
public enum FaultService: String, CaseIterable, Sendable {
    /// The auth service; requests are told apart by its endpoints.
    case auth
    /// The backend that trades ID tokens, the built-in one or somebody's own.
    case backend
    /// The server of the web app's pages.
    case web
    /// Apple's and Twitter's pages.
    case provider
}
