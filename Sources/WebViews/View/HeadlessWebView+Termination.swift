import BridgePrimitives
import BridgeTrace

extension HeadlessWebView {
    /// The web content process ends, as the system ends it where memory is short: a load is cancelled, the view is
    /// blank, and a reload asks for its last document again. Cookies are not the process's, and stay.
    ///
    /// Only this view is blank, also where several share a pool.
    public func terminateWebContent() async {
        runningLoad?.cancel()
        trace.record(
            .message(
                MessageEvent(
                    handler: "webViewWebContentProcessDidTerminate", body: trace.masking.url(page.url.text),
                    reasons: [PageWishReason.contentProcessEnded.code])), by: .webView)
        page = makePage(at: DocumentPlace(.blank), origin: page.origin)
        page.host.readyState = .complete
        await delegate.webContentDidTerminate()
    }
}
