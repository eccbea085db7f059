import AppFrameworks
import BridgePrimitives
import BridgeTrace
import Foundation
import HTTPLoader
import Testing
import WebViews

@Suite("Policies of a WKNavigationDelegate", .timeLimit(.minutes(5))) @MainActor
struct NavigationPolicyTests {
    private final class Downloading: NSObject, WKNavigationDelegate {
        let log = NavigationLog()
        let action: WKNavigationActionPolicy
        let response: WKNavigationResponsePolicy

        init(_ action: WKNavigationActionPolicy, _ response: WKNavigationResponsePolicy) {
            (self.action, self.response) = (action, response)
        }

        func webView(
            _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
            decisionHandler: @escaping @MainActor @Sendable (WKNavigationActionPolicy) -> Void
        ) { decisionHandler(action) }
        func webView(
            _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse,
            decisionHandler: @escaping @MainActor @Sendable (WKNavigationResponsePolicy) -> Void
        ) { decisionHandler(response) }
        func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
            log.webView(webView, didFinish: navigation)
        }
        func webView(
            _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
        ) {
            log.webView(webView, didFailProvisionalNavigation: navigation, withError: error)
        }
    }

    @Test(
        "A download ends the load with WebKit's 102, and leaves the page as it was",
        arguments: [
            (.download, .allow, "text/html", 0, "navigation/cancelled-by-delegate"),
            (.allow, .download, "text/html", 1, "navigation/response-cancelled-by-delegate"),
            (.allow, .download, "application/zip", 1, "navigation/response-cancelled-by-delegate"),
        ] as [(WKNavigationActionPolicy, WKNavigationResponsePolicy, String, Int, String)])
    func download(
        action: WKNavigationActionPolicy, response: WKNavigationResponsePolicy, type: String, requests: Int,
        reason: String
    ) async throws {
        try await withApp(answering: { _ in
            SiteAnswer(fields: ["Content-Type: \(type)", "Set-Cookie: a=1; Path=/"], body: "<title>File</title>")
        }) { app in
            let view = WKWebView(), delegate = Downloading(action, response)
            view.navigationDelegate = delegate
            view.load(URLRequest(url: try app.url("/file")))
            await delegate.log.wait()
            let error = try #require(delegate.log.errors.first) as NSError
            #expect([error.domain, "\(error.code)"] == ["WebKitErrorDomain", "102"])
            #expect(error.userInfo["reasons"] as? [String] == [reason, "page/download"])
            #expect(app.navigations.last?.reasons.map(\.rawValue) == [reason, "page/download"])
            #expect(app.site.requests.count == requests)
            #expect(view.title?.isEmpty != false)
            // The response's cookies are there all the same.
            let stored = await view.configuration.websiteDataStore.httpCookieStore.allCookies()
            #expect(stored.count == requests)
        }
    }

    // MARK: - Preferences

    /// The documents in which the page's own scripts ran.
    private final class Ran: Sendable {
        private let noted = Mutex<[String]>([])
        var paths: [String] { noted.withLock { $0 } }
        func note(_ path: String) { noted.withLock { $0.append(path) } }
    }

    @MainActor
    private class Preferring: NSObject {
        let log = NavigationLog()
        private(set) var given: [Bool] = []
        private(set) var others = 0

        /// Scripts are off for one path.
        func choose(_ action: WKNavigationAction, _ preferences: WKWebpagePreferences) -> WKWebpagePreferences {
            given.append(preferences.allowsContentJavaScript)
            if action.request.url?.path() == "/quiet" { preferences.allowsContentJavaScript = false }
            return preferences
        }
        func noteOther() { others += 1 }
    }

    private final class Today: Preferring, WKNavigationDelegate {
        func webView(
            _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
            preferences: WKWebpagePreferences,
            decisionHandler: @escaping @MainActor @Sendable (WKNavigationActionPolicy, WKWebpagePreferences) -> Void
        ) { decisionHandler(.allow, choose(navigationAction, preferences)) }
        func webView(
            _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
            decisionHandler: @escaping @MainActor @Sendable (WKNavigationActionPolicy) -> Void
        ) {
            noteOther()
            decisionHandler(.cancel)
        }
        func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
            log.webView(webView, didFinish: navigation)
        }
    }

    private final class Before: Preferring, WKNavigationDelegate {
        func webView(
            _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
            preferences: WKWebpagePreferences,
            decisionHandler: @escaping (WKNavigationActionPolicy, WKWebpagePreferences) -> Void
        ) { decisionHandler(.allow, choose(navigationAction, preferences)) }
        func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
            log.webView(webView, didFinish: navigation)
        }
    }

    private final class Awaiting: Preferring, WKNavigationDelegate {
        func webView(
            _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
            preferences: WKWebpagePreferences
        ) async -> (WKNavigationActionPolicy, WKWebpagePreferences) { (.allow, choose(navigationAction, preferences)) }
        func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
            log.webView(webView, didFinish: navigation)
        }
    }

    @Test(
        "The form with preferences is asked alone, and decides for its navigation",
        arguments: ["today", "before", "awaiting"])
    func preferences(form: String) async throws {
        try await withApp { app in
            let delegate: any (Preferring & WKNavigationDelegate) =
                switch form {
                case "today": Today()
                case "before": Before()
                default: Awaiting()
                }
            let view = WKWebView(), ran = Ran()
            await view.headlessView.setPageScript { view in ran.note(await view.url?.path ?? "") }
            view.navigationDelegate = delegate
            for (number, path) in ["/loud", "/quiet", "/again"].enumerated() {
                view.load(URLRequest(url: try app.url(path)))
                await delegate.log.wait(for: number + 1)
            }
            #expect(ran.paths == ["/loud", "/again"])
            #expect(delegate.given == [true, true, true])
            #expect(delegate.others == 0)
        }
    }
}
