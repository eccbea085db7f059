import BridgePrimitives
import HTTPLoader
import WebViews

/// A UI delegate that answers as it was told to, and writes down what it is asked.
final class PageHostApp: UIDelegate {
    private struct State {
        var lines: [String] = []
        var views: [HeadlessWebView] = []
    }

    private let state = Mutex(State())
    private let answer: PanelAnswer
    private let makeView: @Sendable (WindowRequest) -> HeadlessWebView?

    init(
        _ answer: PanelAnswer = .nobody,
        makeView: @escaping @Sendable (WindowRequest) -> HeadlessWebView? = { _ in nil }
    ) {
        (self.answer, self.makeView) = (answer, makeView)
    }

    var lines: [String] { state.withLock { $0.lines } }
    var views: [HeadlessWebView] { state.withLock { $0.views } }
    func forgetViews() { state.withLock { $0.views = [] } }

    private func write(_ line: String) { state.withLock { $0.lines.append(line) } }

    func answer(_ panel: ScriptPanel) async -> PanelAnswer {
        let kind =
            switch panel.kind {
            case .alert: "alert"
            case .confirm: "confirm"
            case .prompt(let text): "prompt[\(text)]"
            }
        write("\(kind) \(panel.message)\(panel.isMainFrame ? "" : " in a frame")")
        return answer
    }

    func openView(for request: WindowRequest) async -> HeadlessWebView? {
        let view = makeView(request)
        write("open \(request.action.kind.rawValue) \(request.action.method) \(request.action.url?.path ?? "-")")
        if let view { state.withLock { $0.views.append(view) } }
        return view
    }

    func viewDidClose() async { write("closed") }
}

/// Lets a test wait until a view has shown a page.
final class ShownPages: NavigationDelegate {
    private let stream = AsyncStream.makeStream(of: String.self)

    func didFinish(_ url: WebURL?) async { stream.continuation.yield(url?.path ?? "-") }

    func next() async -> String? {
        for await path in stream.stream { return path }
        return nil
    }
}
