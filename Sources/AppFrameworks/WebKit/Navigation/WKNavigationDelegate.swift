/// Is asked and told about a view's navigations; every method may be left out.
///
/// Decisions come in three forms: with a handler, as Xcode writes it today and as it did before Swift 6, and `async`. Of
/// those that a delegate has, the `async` one is asked, then the newer. A handler that is never called keeps the load
/// waiting; one that is called twice stops the program. A delegate whose method for actions takes preferences is asked by
/// that one alone.
// Not @preconcurrency: the two forms of a handler would have one symbol.
@MainActor
public protocol WKNavigationDelegate: AnyObject {
    /// - Parameter preferences: a copy of the configuration's own; what is answered counts for this navigation.
    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction, preferences: WKWebpagePreferences
    ) async -> (WKNavigationActionPolicy, WKWebpagePreferences)
    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction, preferences: WKWebpagePreferences,
        decisionHandler: @escaping @MainActor @Sendable (WKNavigationActionPolicy, WKWebpagePreferences) -> Void)
    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction, preferences: WKWebpagePreferences,
        decisionHandler: @escaping (WKNavigationActionPolicy, WKWebpagePreferences) -> Void)

    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction
    ) async -> WKNavigationActionPolicy
    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping @MainActor @Sendable (WKNavigationActionPolicy) -> Void)
    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping (WKNavigationActionPolicy) -> Void)

    func webView(
        _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse
    ) async -> WKNavigationResponsePolicy
    func webView(
        _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse,
        decisionHandler: @escaping @MainActor @Sendable (WKNavigationResponsePolicy) -> Void)
    func webView(
        _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse,
        decisionHandler: @escaping (WKNavigationResponsePolicy) -> Void)

    // The real ones unwrap themselves, and apps write them so.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!)
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    func webView(_ webView: WKWebView, didReceiveServerRedirectForProvisionalNavigation navigation: WKNavigation!)
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    func webView(
        _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error)
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!)
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!)
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error)
    /// The view is blank; a reload asks for its last document again.
    func webViewWebContentProcessDidTerminate(_ webView: WKWebView)
}

// MARK: - What holds for methods that are left out

extension WKNavigationDelegate {
    public func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction, preferences: WKWebpagePreferences
    ) async -> (WKNavigationActionPolicy, WKWebpagePreferences) {
        await withCheckedContinuation { continuation in
            let handler: @MainActor @Sendable (WKNavigationActionPolicy, WKWebpagePreferences) -> Void = {
                continuation.resume(returning: ($0, $1))
            }
            self.webView(
                webView, decidePolicyFor: navigationAction, preferences: preferences, decisionHandler: handler)
        }
    }

    public func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction, preferences: WKWebpagePreferences,
        decisionHandler: @escaping @MainActor @Sendable (WKNavigationActionPolicy, WKWebpagePreferences) -> Void
    ) {
        let handler: (WKNavigationActionPolicy, WKWebpagePreferences) -> Void = decisionHandler
        self.webView(webView, decidePolicyFor: navigationAction, preferences: preferences, decisionHandler: handler)
    }

    public func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction, preferences: WKWebpagePreferences,
        decisionHandler: @escaping (WKNavigationActionPolicy, WKWebpagePreferences) -> Void
    ) {
        QuestionAtHand.current?.leaveOut()
        decisionHandler(.allow, preferences)
    }

    public func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction
    ) async -> WKNavigationActionPolicy {
        await withCheckedContinuation { continuation in
            let handler: @MainActor @Sendable (WKNavigationActionPolicy) -> Void = {
                continuation.resume(returning: $0)
            }
            self.webView(webView, decidePolicyFor: navigationAction, decisionHandler: handler)
        }
    }

    public func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping @MainActor @Sendable (WKNavigationActionPolicy) -> Void
    ) {
        let handler: (WKNavigationActionPolicy) -> Void = decisionHandler
        self.webView(webView, decidePolicyFor: navigationAction, decisionHandler: handler)
    }

    public func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping (WKNavigationActionPolicy) -> Void
    ) {
        decisionHandler(.allow)
    }

    public func webView(
        _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse
    ) async -> WKNavigationResponsePolicy {
        await withCheckedContinuation { continuation in
            let handler: @MainActor @Sendable (WKNavigationResponsePolicy) -> Void = {
                continuation.resume(returning: $0)
            }
            self.webView(webView, decidePolicyFor: navigationResponse, decisionHandler: handler)
        }
    }

    public func webView(
        _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse,
        decisionHandler: @escaping @MainActor @Sendable (WKNavigationResponsePolicy) -> Void
    ) {
        let handler: (WKNavigationResponsePolicy) -> Void = decisionHandler
        self.webView(webView, decidePolicyFor: navigationResponse, decisionHandler: handler)
    }

    public func webView(
        _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse,
        decisionHandler: @escaping (WKNavigationResponsePolicy) -> Void
    ) {
        decisionHandler(navigationResponse.canShowMIMEType ? .allow : .cancel)
    }

    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    public func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!) {}
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    public func webView(
        _ webView: WKWebView, didReceiveServerRedirectForProvisionalNavigation navigation: WKNavigation!
    ) {}
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    public func webView(
        _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
    ) {}
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    public func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!) {}
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    public func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {}
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    public func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error) {}
    public func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {}
}
