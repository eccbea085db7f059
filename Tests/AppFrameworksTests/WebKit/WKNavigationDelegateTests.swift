import AppFrameworks
import Foundation
import SimulatedDevice
import Testing
import WebViews

@Suite("WKNavigationDelegate", .timeLimit(.minutes(5))) @MainActor
struct WKNavigationDelegateTests {
    /// What every delegate here does: it counts, and refuses what it is told to.
    @MainActor
    private class Deciding: NSObject {
        let refused: String
        private(set) var asked: [String] = []
        let log = NavigationLog()

        init(refused: String) { self.refused = refused }

        func isAllowed(_ what: String) -> Bool {
            asked.append(what)
            return what != refused
        }

        func action(_ action: WKNavigationAction) -> Bool {
            isAllowed("\(action.navigationType == .reload ? "reload" : "action") \(action.request.url?.path() ?? "")")
        }

        func response(_ response: WKNavigationResponse) -> Bool {
            let http = response.response as? HTTPURLResponse
            return isAllowed("response \(http?.statusCode ?? 0) \(http?.url?.path() ?? "")")
        }
    }

    /// As Xcode 16 and later write it.
    private final class Today: Deciding, WKNavigationDelegate {
        func webView(
            _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
            decisionHandler: @escaping @MainActor @Sendable (WKNavigationActionPolicy) -> Void
        ) { decisionHandler(action(navigationAction) ? .allow : .cancel) }
        func webView(
            _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse,
            decisionHandler: @escaping @MainActor @Sendable (WKNavigationResponsePolicy) -> Void
        ) { decisionHandler(response(navigationResponse) ? .allow : .cancel) }
        func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
            log.webView(webView, didFinish: navigation)
        }
        func webView(
            _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
        ) {
            log.webView(webView, didFailProvisionalNavigation: navigation, withError: error)
        }
    }

    /// As articles have it.
    private final class Before: Deciding, WKNavigationDelegate {
        func webView(
            _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
            decisionHandler: @escaping (WKNavigationActionPolicy) -> Void
        ) { decisionHandler(action(navigationAction) ? .allow : .cancel) }
        func webView(
            _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse,
            decisionHandler: @escaping (WKNavigationResponsePolicy) -> Void
        ) { decisionHandler(response(navigationResponse) ? .allow : .cancel) }
        func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
            log.webView(webView, didFinish: navigation)
        }
        func webView(
            _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
        ) {
            log.webView(webView, didFailProvisionalNavigation: navigation, withError: error)
        }
    }

    private final class Awaiting: Deciding, WKNavigationDelegate {
        func webView(
            _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction
        ) async -> WKNavigationActionPolicy {
            action(navigationAction) ? .allow : .cancel
        }
        func webView(
            _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse
        ) async -> WKNavigationResponsePolicy {
            response(navigationResponse) ? .allow : .cancel
        }
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
        "All three forms of a decision are heard",
        arguments: ["today", "before", "awaiting"],
        [
            ("", ["action /from", "action /to", "response 200 /to"], nil),
            ("action /from", ["action /from"], "navigation/cancelled-by-delegate"),
            ("action /to", ["action /from", "action /to"], "navigation/cancelled-by-delegate"),
            (
                "response 200 /to", ["action /from", "action /to", "response 200 /to"],
                "navigation/response-cancelled-by-delegate"
            ),
        ] as [(String, [String], String?)])
    func forms(form: String, row: (refused: String, asked: [String], reason: String?)) async throws {
        try await withApp(answering: { $0.path == "/from" ? .redirect("/to") : .page() }) { app in
            let delegate: any (Deciding & WKNavigationDelegate) =
                switch form {
                case "today": Today(refused: row.refused)
                case "before": Before(refused: row.refused)
                default: Awaiting(refused: row.refused)
                }
            let view = WKWebView()
            view.navigationDelegate = delegate
            view.load(URLRequest(url: try app.url("/from")))
            await delegate.log.wait()
            #expect(delegate.asked == row.asked)
            let error = delegate.log.errors.first.map { $0 as NSError }
            #expect((error?.userInfo["reasons"] as? [String])?.first == row.reason)
            #expect(error.map { [$0.domain, "\($0.code)"] } == row.reason.map { _ in ["WebKitErrorDomain", "102"] })
        }
    }

    /// Reads a response's cookies, as articles do to find out whether the server has signed the user in.
    private final class Reading: NSObject, WKNavigationDelegate {
        let log = NavigationLog()
        private(set) var names: [[String]] = []

        func webView(
            _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse,
            decisionHandler: @escaping (WKNavigationResponsePolicy) -> Void
        ) {
            if let response = navigationResponse.response as? HTTPURLResponse,
                let fields = response.allHeaderFields as? [String: String], let url = response.url
            {
                names.append(HTTPCookie.cookies(withResponseHeaderFields: fields, for: url).map(\.name))
            }
            decisionHandler(.allow)
        }
        func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
            log.webView(webView, didFinish: navigation)
        }
    }

    @Test("A response's Set-Cookie can be read; a redirect's cannot, though its cookie is in the store")
    func responseCookies() async throws {
        try await withApp(answering: { request in
            request.path == "/from"
                ? .redirect("/to", cookies: ["hop=1; Path=/"]) : .page(cookies: ["a=1; Path=/", "b=2; Path=/"])
        }) { app in
            let view = WKWebView(), delegate = Reading()
            view.navigationDelegate = delegate
            view.load(URLRequest(url: try app.url("/from")))
            await delegate.log.wait()
            #expect(delegate.names == [["a", "b"]])
            let stored = await view.configuration.websiteDataStore.httpCookieStore.allCookies().map(\.name)
            #expect(stored.sorted() == ["a", "b", "hop"])
        }
    }

    @Test("A page that goes on by itself is another navigation")
    func pageGoesOn() async throws {
        try await withApp { app in
            let view = WKWebView()
            let log = await view.loadAndWait(try app.url("/a"))
            try await view.evaluateJavaScript("location.href = '/b'")
            await log.wait(for: 2)
            #expect(view.url?.path() == "/b")
            let (first, last) = (log.navigations.first, log.navigations.last)
            #expect(first !== last)
        }
    }

    private final class Reloading: NSObject, WKNavigationDelegate {
        let log = NavigationLog()
        func webViewWebContentProcessDidTerminate(_ webView: WKWebView) { webView.reload() }
        func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
            log.webView(webView, didFinish: navigation)
        }
    }

    @Test("An app that reloads when the web content is gone has its page back")
    func termination() async throws {
        try await withApp { app in
            let view = WKWebView(), delegate = Reloading()
            view.navigationDelegate = delegate
            view.load(URLRequest(url: try app.url("/a")))
            await delegate.log.wait()
            await view.headlessView.terminateWebContent()
            await delegate.log.wait(for: 2)
            #expect(view.url?.path() == "/a")
            #expect(app.site.requests.map(\.path) == ["/a", "/a"])
        }
    }
}
