import BridgePrimitives

/// The window that a view's documents are in: who is asked for what they want of the app, who has opened it, and the
/// windows that they have opened themselves.
///
/// Belongs to the view's thread.
final class ViewWindow {
    var delegate: (any UIDelegate)?
    /// What the page that opened the window holds of it; nil for a view that the app has made by itself.
    private(set) var handle: OpenedWindow?
    /// The document that opened the window, as it was then; nil where it has none, or a script gave it up.
    private(set) var opener: DocumentPlace?
    private var named: [String: OpenedWindow] = [:]
    /// Whose window it is; nil before its first script. The documents hold the window, and the JavaScript machine the
    /// documents: one that held the pool, as the view's configuration does, would keep its own machine alive.
    weak var view: HeadlessWebView?
    /// Whether scripts open windows where nothing that the user did has led to it.
    let isOpenedByScripts: Bool
    /// As long as a script may wait for anything: the engine stops it then.
    private let patience: Duration

    init(_ configuration: WebViewConfiguration) {
        isOpenedByScripts = configuration.scriptsOpenWindowsAutomatically
        patience = configuration.scriptTimeLimit * ScriptLimits.patience
    }

    /// The view stands for a window that a script has opened.
    func isOpened(as handle: OpenedWindow, by opener: DocumentPlace?) { (self.handle, self.opener) = (handle, opener) }

    /// `window.opener = null`.
    func disownOpener() { opener = nil }

    /// The window of that name which one of the documents has opened, while it is there.
    func window(named name: String) -> OpenedWindow? {
        guard let window = named[name], !window.isClosed else { return nil }
        return window
    }

    func keep(_ window: OpenedWindow, named name: String) {
        named = named.filter { !$0.value.isClosed }
        if !name.isEmpty { named[name] = window }
    }

    // MARK: Asking while a script waits

    /// Nil when there was no answer as long as a script may wait.
    func answer(to panel: ScriptPanel) -> PanelAnswer? {
        guard let delegate else { return .nobody }
        return BlockingQuestion.ask(within: patience) { await delegate.answer(panel) }
    }

    /// Nil when there was no answer as long as a script may wait; in it, nil when there is to be no window.
    func view(for request: WindowRequest) -> HeadlessWebView?? {
        guard let delegate else { return .some(nil) }
        return BlockingQuestion.ask(within: patience) { await delegate.openView(for: request) }
    }
}
