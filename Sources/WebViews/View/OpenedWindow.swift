import BridgePrimitives

/// A window that a script has opened, as the page that holds it knows it.
final class OpenedWindow: Sendable {
    private struct State {
        var isClosed = false
        weak var view: HeadlessWebView?
    }

    private let state: Mutex<State>

    init(_ view: HeadlessWebView) { state = Mutex(State(view: view)) }

    /// The view, as long as the app keeps it.
    var view: HeadlessWebView? { state.withLock { $0.view } }

    /// `closed`: a script has closed the window, or the app has let its view go.
    var isClosed: Bool { state.withLock { $0.isClosed || $0.view == nil } }

    func close() { state.withLock { $0.isClosed = true } }
}
