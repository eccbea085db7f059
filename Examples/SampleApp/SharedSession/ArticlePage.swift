public import AppFrameworks

/// The web app in a web view, as the article ends: with a user script, and with the cookie in the app's own storage to be
/// sure. Neither has it where the page's request looks.
@MainActor
public final class ArticlePage {
    public let webView: WKWebView
    private let page: URL

    public init(page: URL) {
        self.page = page
        webView = WKWebView(frame: .zero, configuration: WKWebViewConfiguration())
    }

    /// The page has the cookie once it runs. The cookie that it has is another than the backend's: it names no expiry, and
    /// so ends with the app's process instead of in five days.
    public static func script(with cookie: HTTPCookie) -> String {
        "document.cookie='\(cookie.name)=\(cookie.value)';"
    }

    /// - Parameter cookie: the backend's.
    /// - Returns: once the page was loaded.
    public func open(with cookie: HTTPCookie) async throws {
        let script = WKUserScript(
            source: Self.script(with: cookie), injectionTime: .atDocumentStart, forMainFrameOnly: false)
        webView.configuration.userContentController.addUserScript(script)
        // The app's storage, which no web view reads.
        HTTPCookieStorage.shared.setCookies([cookie], for: page, mainDocumentURL: nil)
        try await PageLoad(of: page).run(in: webView)
    }
}
