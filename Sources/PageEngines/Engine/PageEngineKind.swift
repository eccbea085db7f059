/// A real engine that pages open in.
public enum PageEngineKind: String, CaseIterable, Sendable {
    /// WebKitGTK through its own API: the nearest to a WKWebView that Linux has.
    case webkitgtk
}
