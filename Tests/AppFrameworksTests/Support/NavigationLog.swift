import AppFrameworks
import Foundation

/// A navigation delegate that writes down what it is told, and lets a test wait for a navigation's end.
@MainActor
final class NavigationLog: NSObject, WKNavigationDelegate {
    private(set) var lines: [String] = []
    private(set) var errors: [any Error] = []
    private(set) var navigations: [WKNavigation] = []
    private(set) var ended = 0
    private var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

    /// Waits until so many navigations have ended, counted from the first.
    func wait(for count: Int = 1) async {
        if ended >= count { return }
        await withCheckedContinuation { waiting.append((count, $0)) }
    }

    private func end() {
        ended += 1
        for waiter in waiting where waiter.count <= ended { waiter.continuation.resume() }
        waiting.removeAll { $0.count <= ended }
    }

    private func note(_ what: String, _ webView: WKWebView, _ navigation: WKNavigation?) {
        lines.append("\(what) \(webView.url?.path() ?? "-")")
        if let navigation { navigations.append(navigation) }
    }

    func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!) {
        note("start", webView, navigation)
    }
    func webView(_ webView: WKWebView, didReceiveServerRedirectForProvisionalNavigation navigation: WKNavigation!) {
        note("redirect", webView, navigation)
    }
    func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!) { note("commit", webView, navigation) }
    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
        note("finish", webView, navigation)
        end()
    }
    func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error) {
        note("fail", webView, navigation)
        errors.append(error)
        end()
    }
    func webView(
        _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
    ) {
        note("fail-provisional", webView, navigation)
        errors.append(error)
        end()
    }
}

extension WKWebView {
    /// Loads and waits for the end.
    @discardableResult
    func loadAndWait(_ url: URL, _ log: NavigationLog? = nil) async -> NavigationLog {
        let log = log ?? NavigationLog()
        navigationDelegate = log
        load(URLRequest(url: url))
        await log.wait(for: log.ended + 1)
        return log
    }
}
