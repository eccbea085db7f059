import AppFrameworks
import Foundation
import Testing

@Suite("How far a load is", .timeLimit(.minutes(5))) @MainActor
struct EstimatedProgressTests {
    private final class Watching: NSObject, WKNavigationDelegate {
        let log = NavigationLog()
        private(set) var seen: [String] = []

        private func note(_ what: String, _ webView: WKWebView) {
            let progress = webView.estimatedProgress
            let stage =
                progress == 0 || progress == 0.1 || progress == 1 ? "\(progress)" : progress < 1 ? "between" : "over"
            seen.append("\(what) \(stage) \(webView.isLoading)")
        }

        func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!) {
            note("start", webView)
        }
        func webView(_ webView: WKWebView, didReceiveServerRedirectForProvisionalNavigation navigation: WKNavigation!) {
            note("redirect", webView)
        }
        func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!) { note("commit", webView) }
        func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
            note("finish", webView)
            log.webView(webView, didFinish: navigation)
        }
        func webView(
            _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
        ) {
            note("fail", webView)
            log.webView(webView, didFailProvisionalNavigation: navigation, withError: error)
        }
    }

    @Test(
        "0 before, 0.1 from the start, more with the document, 1 at the end; and 0.1 again with the next load",
        arguments: [
            ("/page", ["start 0.1 true", "commit between true", "finish 1.0 false"]),
            ("/from", ["start 0.1 true", "redirect 0.1 true", "commit between true", "finish 1.0 false"]),
            ("/nothing", ["start 0.1 true", "fail 1.0 false"]),
        ])
    func steps(path: String, expected: [String]) async throws {
        try await withApp(answering: { request in
            switch request.path {
            case "/from": .redirect("/page")
            case "/nothing": SiteAnswer(status: 204)
            default: .page()
            }
        }) { app in
            let view = WKWebView(), delegate = Watching()
            view.navigationDelegate = delegate
            #expect(view.estimatedProgress == 0)
            #expect(!view.isLoading)
            for round in 1...2 {
                view.load(URLRequest(url: try app.url(path)))
                #expect(view.estimatedProgress == 0.1)
                #expect(view.isLoading)
                await delegate.log.wait(for: round)
            }
            #expect(delegate.seen == expected + expected)
            #expect(view.estimatedProgress == 1)
        }
    }
}
