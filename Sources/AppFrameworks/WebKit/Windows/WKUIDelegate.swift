/// Is asked for what a page wants of the app around its view: panels and windows; every method may be left out.
///
/// Panels come in the three forms of ``WKNavigationDelegate``: `async`, with a handler as Xcode writes it today, and as it
/// did before Swift 6. Of those that a delegate has, the `async` one is asked, then the newer. The page's process waits for
/// the answer, so that code which waits for a view of the same process before it answers waits until the script is stopped.
/// A panel without a method is one that nobody sees: `confirm` gives the page false, `prompt` null.
// Not @preconcurrency: the two forms of a handler would have one symbol.
@MainActor
public protocol WKUIDelegate: AnyObject {
    /// The page wants a window: by `window.open`, or by a link or a form whose `target` is another one.
    ///
    /// - Parameter configuration: what the new view must be made with.
    /// - Returns: nil for no window; `window.open` gives the page null then. The address is loaded in the view that is
    ///   returned, and one made with another configuration stops the program.
    func webView(
        _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
        for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
    ) -> WKWebView?

    /// A script has closed the view's window: time to let go of the view.
    func webViewDidClose(_ webView: WKWebView)

    func webView(
        _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo
    ) async
    func webView(
        _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo,
        completionHandler: @escaping @MainActor @Sendable () -> Void)
    func webView(
        _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo,
        completionHandler: @escaping () -> Void)

    func webView(
        _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo
    ) async -> Bool
    func webView(
        _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo,
        completionHandler: @escaping @MainActor @Sendable (Bool) -> Void)
    func webView(
        _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo,
        completionHandler: @escaping (Bool) -> Void)

    func webView(
        _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String?,
        initiatedByFrame frame: WKFrameInfo
    ) async -> String?
    func webView(
        _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String?,
        initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping @MainActor @Sendable (String?) -> Void)
    func webView(
        _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String?,
        initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping (String?) -> Void)
}

// MARK: - What holds for methods that are left out

extension WKUIDelegate {
    public func webView(
        _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
        for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
    ) -> WKWebView? { nil }

    public func webViewDidClose(_ webView: WKWebView) {}

    public func webView(
        _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo
    ) async {
        await withCheckedContinuation { continuation in
            let handler: @MainActor @Sendable () -> Void = { continuation.resume() }
            self.webView(
                webView, runJavaScriptAlertPanelWithMessage: message, initiatedByFrame: frame,
                completionHandler: handler)
        }
    }

    public func webView(
        _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo,
        completionHandler: @escaping @MainActor @Sendable () -> Void
    ) {
        let handler: () -> Void = completionHandler
        self.webView(
            webView, runJavaScriptAlertPanelWithMessage: message, initiatedByFrame: frame, completionHandler: handler)
    }

    public func webView(
        _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo,
        completionHandler: @escaping () -> Void
    ) {
        QuestionAtHand.current?.leaveOut()
        completionHandler()
    }

    public func webView(
        _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo
    ) async -> Bool {
        await withCheckedContinuation { continuation in
            let handler: @MainActor @Sendable (Bool) -> Void = { continuation.resume(returning: $0) }
            self.webView(
                webView, runJavaScriptConfirmPanelWithMessage: message, initiatedByFrame: frame,
                completionHandler: handler)
        }
    }

    public func webView(
        _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo,
        completionHandler: @escaping @MainActor @Sendable (Bool) -> Void
    ) {
        let handler: (Bool) -> Void = completionHandler
        self.webView(
            webView, runJavaScriptConfirmPanelWithMessage: message, initiatedByFrame: frame, completionHandler: handler)
    }

    public func webView(
        _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo,
        completionHandler: @escaping (Bool) -> Void
    ) {
        QuestionAtHand.current?.leaveOut()
        completionHandler(false)
    }

    public func webView(
        _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String?,
        initiatedByFrame frame: WKFrameInfo
    ) async -> String? {
        await withCheckedContinuation { continuation in
            let handler: @MainActor @Sendable (String?) -> Void = { continuation.resume(returning: $0) }
            self.webView(
                webView, runJavaScriptTextInputPanelWithPrompt: prompt, defaultText: defaultText,
                initiatedByFrame: frame, completionHandler: handler)
        }
    }

    public func webView(
        _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String?,
        initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping @MainActor @Sendable (String?) -> Void
    ) {
        let handler: (String?) -> Void = completionHandler
        self.webView(
            webView, runJavaScriptTextInputPanelWithPrompt: prompt, defaultText: defaultText, initiatedByFrame: frame,
            completionHandler: handler)
    }

    public func webView(
        _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String?,
        initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping (String?) -> Void
    ) {
        QuestionAtHand.current?.leaveOut()
        completionHandler(nil)
    }
}
