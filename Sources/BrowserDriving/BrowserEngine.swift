/// A real browser that can be driven.
public enum BrowserEngine: String, CaseIterable, Sendable {
    /// WebKitGTK's MiniBrowser under a display of its own: the nearest to a WKWebView that Linux has.
    case webkitgtk
    /// Chromium without a window.
    case chromium
    /// Safari on macOS, in its automation window; `safaridriver --enable` must have been run once.
    case safari

    /// The name for people, such as Chromium.
    public var title: String {
        switch self {
        case .webkitgtk: "WebKitGTK"
        case .chromium: "Chromium"
        case .safari: "Safari"
        }
    }

    /// The program that speaks W3C WebDriver for it.
    var driver: InstalledTool {
        switch self {
        case .webkitgtk: InstalledTool("WebKitWebDriver", package: "webkit2gtk-driver")
        case .chromium: InstalledTool("chromedriver", package: "chromium-driver")
        case .safari: InstalledTool("safaridriver", package: nil)
        }
    }
}
