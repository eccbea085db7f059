package import BridgePrimitives
package import HTTPLoader

/// What a script or a person does in the document that is shown.
extension HeadlessWebView {
    /// Does something in the page, and tells what came of the load that it led to.
    ///
    /// - Returns: what `body` gives, and the last load that came to its end meanwhile; nil where nothing was loaded.
    package func acting<Value>(
        _ body: (isolated HeadlessWebView) async -> Value
    ) async -> (value: Value, load: NavigationResult?) {
        let before = loadNumber
        let value = await body(self)
        return (value, lastLoad.flatMap { $0.number > before ? $0.result : nil })
    }

    /// Posts to a message handler as a script of the document does, and returns when the app has answered.
    ///
    /// - Throws: `webview/no-such-handler`, where a script would find that `window.webkit.messageHandlers` has no such name.
    package func post(_ body: JSONValue, to handler: String) async throws(BridgeFailure) {
        let page = page
        guard configuration.handlers(for: page.place).hasHandler(named: handler) else {
            let isBound = configuration.userContentController.hasHandler(named: handler)
            throw UserContentReason.noSuchHandler.failure(
                isBound
                    ? "the document is not app-bound, so it finds no '\(handler)'"
                    : "the app has no message handler called '\(handler)'")
        }
        // Nothing waits for delivery between scripts, so there is room for it.
        _ = page.host.post(body, to: handler)
        await deliverMessages(of: page)
        await followScript(of: page)
    }

    /// Where the link leads that a selector finds in the document as the server sent it, and its `target`; nil where that
    /// finds none which leads to an http or https URL, or needs an engine to be read.
    package func link(at selector: String) -> (url: WebURL, target: String)? {
        guard let element = StaticSelector(selector)?.first(in: document), ["a", "area"].contains(element.name),
            let target = element["href"], let base = page.host.baseURL,
            let url = try? base.resolving(ASCIIText.trimmed(target.utf8))
        else { return nil }
        return (url, element["target"] ?? document.first("base")?["target"] ?? "")
    }

    /// Whether `target` is in the document that is shown, which goes there without a load (HTML §7.4.2.3.3).
    package func isInDocument(_ target: WebURL) -> Bool {
        target.fragment != nil && url.map { $0.settingFragment(nil) == target.settingFragment(nil) } == true
    }
}
