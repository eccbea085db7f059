import BridgePrimitives

/// Who is asked for what a page wants of the app around its view, as `WKUIDelegate`; every method has a default, which is
/// WebKit's for views without a delegate.
///
/// For implementers: the page's thread waits for ``answer(_:)``, and for ``openView(for:)`` where a script asks, as WebKit's
/// web content process does. Whoever awaits a view of the same pool before answering waits in vain, until the script's limit
/// ends it (``PageWishReason/unanswered``).
public protocol UIDelegate: Sendable {
    /// A script asks by `alert`, `confirm` or `prompt`, and goes on with the answer.
    func answer(_ panel: ScriptPanel) async -> PanelAnswer
    /// A page wants a window, by `window.open` or by a link or a form whose `target` is another one.
    ///
    /// - Returns: the view that stands for it, made with the request's configuration: the page's address is loaded there.
    ///   Nil for none; `window.open` gives the page null then.
    func openView(for request: WindowRequest) async -> HeadlessWebView?
    /// A script has closed the view's window; what becomes of the view is the app's to say.
    func viewDidClose() async
}

extension UIDelegate {
    public func answer(_ panel: ScriptPanel) async -> PanelAnswer { .nobody }
    public func openView(for request: WindowRequest) async -> HeadlessWebView? { nil }
    public func viewDidClose() async {}
}

/// What a script asks the person in front of the page (HTML §8.9.1, simple dialogs).
public struct ScriptPanel: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case alert, confirm
        case prompt(defaultText: String)
    }

    public let kind: Kind
    /// As the page wrote it: it is the page's word, and not the app's.
    public let message: String
    /// The URL of the document that asks.
    public let frameURL: String
    /// Whether it is the view's own document, and not that of a frame.
    public let isMainFrame: Bool
}

/// What became of a panel.
public enum PanelAnswer: Hashable, Sendable {
    /// OK; to a prompt, with an empty text.
    case accepted
    case cancelled
    /// OK, with what was typed; to a confirm as ``accepted``.
    case text(String)
    /// There is nobody who could have seen it: `confirm` gives false, `prompt` null.
    case nobody
}

/// What a page wants a window for.
public struct WindowRequest: Sendable {
    public let action: NavigationAction
    public let features: WindowFeatures
    /// What the new view must be made with: it shares the page's store and process.
    public let configuration: WebViewConfiguration
}

extension ScriptPanel {
    /// The name under which traces tell of it: that of the delegate's method, as the real engines' events have it.
    var traceName: String {
        switch kind {
        case .alert: "runJavaScriptAlertPanel"
        case .confirm: "runJavaScriptConfirmPanel"
        case .prompt: "runJavaScriptTextInputPanel"
        }
    }

    /// What was asked, and what the script is given, as traces tell it.
    func traced(with answer: PanelAnswer) -> JSONObject {
        var members: [(String, JSONValue)] = [("message", .string(message))]
        switch kind {
        case .alert: break
        case .confirm: members.append(("result", .bool(answer.isAccepted)))
        case .prompt(let defaultText):
            members += [("defaultText", .string(defaultText)), ("result", answer.typed.map { .string($0) } ?? .null)]
        }
        return JSONObject(members)
    }
}

extension PanelAnswer {
    /// What `confirm` gives.
    var isAccepted: Bool {
        switch self {
        case .accepted, .text: true
        case .cancelled, .nobody: false
        }
    }

    /// What `prompt` gives; nil for null.
    var typed: String? {
        switch self {
        case .accepted: ""
        case .text(let text): text
        case .cancelled, .nobody: nil
        }
    }
}
