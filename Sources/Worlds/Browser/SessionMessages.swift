import BridgePrimitives
import WebViews

/// The app's message handler that a page asks for the session: answers by writing `document.cookie`.
///
/// Holds its view weakly, as an app must: the view keeps its content controller, and that the handler.
struct SessionMessages: ScriptMessageHandler {
    static let name = "session"
    /// What a script of the page does; it must find out by itself whether it is in the app.
    static let post = "window.webkit?.messageHandlers?.\(name)?.postMessage({ wants: \"session\" })"

    private weak let view: HeadlessWebView?
    private let answer: String

    init(view: HeadlessWebView, answer: String) { (self.view, self.answer) = (view, answer) }

    func receive(_ message: ScriptMessage) async {
        // The trace has what came of it; there is nobody here who could do more.
        _ = try? await view?.evaluateJavaScript(answer)
    }
}
