public import AppFrameworks
import Foundation

/// The same web view with what the article leaves out: the right store, waited for, and the expiry kept.
@MainActor
public final class RepairedPage {
    public let webView: WKWebView
    private let page: URL

    public init(page: URL) {
        self.page = page
        webView = WKWebView(frame: .zero, configuration: WKWebViewConfiguration())
    }

    /// Into the store of the view's configuration, then the load: the first request has the cookie.
    public func open(with cookie: HTTPCookie) async throws {
        await webView.configuration.websiteDataStore.httpCookieStore.setCookie(cookie)
        try await PageLoad(of: page).run(in: webView)
    }

    /// Where it has to be a script: it looks at the host, quotes the value and keeps the expiry.
    public func openByScript(with cookie: HTTPCookie) async throws {
        let script = WKUserScript(
            source: Self.script(with: cookie, for: page), injectionTime: .atDocumentStart, forMainFrameOnly: true)
        webView.configuration.userContentController.addUserScript(script)
        try await PageLoad(of: page).run(in: webView)
    }

    /// - Parameter page: the one site whose pages get the cookie.
    public static func script(with cookie: HTTPCookie, for page: URL) -> String {
        var line = "\(cookie.name)=\(cookie.value);path=\(cookie.path);secure"
        if let end = cookie.expiresDate { line += ";expires=\(httpDate(end))" }
        return "if (location.hostname === \(quoted(page.host() ?? ""))) document.cookie = \(quoted(line));"
    }

    /// Whoever signs out takes the view's cookies along, not only the SDK's user.
    public func forget() async {
        let store = webView.configuration.websiteDataStore
        await store.removeData(ofTypes: WKWebsiteDataStore.allWebsiteDataTypes(), modifiedSince: .distantPast)
    }

    /// A JavaScript string: JSON's strings are.
    private static func quoted(_ text: String) -> String {
        (try? JSONEncoder().encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "''"
    }

    /// `Tue, 24 Nov 2026 00:00:00 GMT`, whatever the phone's language.
    private static func httpDate(_ date: Date) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.string(from: date)
    }
}
