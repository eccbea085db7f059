/// What a trace calls the stores that every app has; a second view's or a private store has a name of its own.
public enum StoreName: Sendable {
    /// `HTTPCookieStorage.shared`, which `URLSession` reads and writes.
    public static let native = "native storage"
    /// The default `WKWebsiteDataStore`.
    public static let webView = "web view"
}
