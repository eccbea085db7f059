public import Cookies

/// A real engine that pages open in.
public enum PageEngineKind: String, CaseIterable, Sendable {
    /// WebKitGTK through its own API: the nearest to a WKWebView that Linux has.
    case webkitgtk
    /// Chromium without a window, over the DevTools Protocol: the nearest to an Android WebView.
    case chromium

    /// The profile that is to be like it.
    public var cookieProfile: CookieProfile {
        switch self {
        case .webkitgtk: .webkitgtk
        case .chromium: .chromium
        }
    }
}
