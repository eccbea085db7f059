public import AppFrameworks

/// One load of a web view, to its end.
@MainActor
public final class PageLoad: WKNavigationDelegate {
    private let page: URL
    private var end: CheckedContinuation<Void, any Error>?

    public init(of page: URL) { self.page = page }

    /// - Throws: what the delegate is told when the load fails.
    public func run(in webView: WKWebView) async throws {
        webView.navigationDelegate = self
        try await withCheckedThrowingContinuation { continuation in
            end = continuation
            webView.load(URLRequest(url: page))
        }
    }

    private func finish(_ result: Result<Void, any Error>) {
        end?.resume(with: result)
        end = nil
    }

    // The real ones unwrap themselves, and apps write them so.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    public func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) { finish(.success(())) }

    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    public func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error) {
        finish(.failure(error))
    }

    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    public func webView(
        _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
    ) {
        finish(.failure(error))
    }
}
