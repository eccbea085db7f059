import SimulatedDevice
import WebViews

/// Brings what a page wants of the app to its view's UI delegate.
@MainActor
final class UIRelay: UIDelegate {
    private weak var view: WKWebView?
    private let process: AppProcess

    init(to view: WKWebView, in process: AppProcess) { (self.view, self.process) = (view, process) }

    @MainActor func answer(_ panel: ScriptPanel) async -> PanelAnswer {
        guard !process.isEnded, let view, let delegate = view.uiDelegate else { return .nobody }
        let frame = WKFrameInfo(isMainFrame: panel.isMainFrame, address: panel.frameURL, webView: view)
        let question = QuestionAtHand()
        let answer = await AppProcess.$current.withValue(process) {
            await QuestionAtHand.$current.withValue(question) {
                await Self.ask(delegate, panel, in: view, by: frame)
            }
        }
        return question.isLeftOut ? .nobody : answer
    }

    private static func ask(
        _ delegate: any WKUIDelegate, _ panel: ScriptPanel, in view: WKWebView, by frame: WKFrameInfo
    ) async -> PanelAnswer {
        switch panel.kind {
        case .alert:
            await delegate.webView(
                view, runJavaScriptAlertPanelWithMessage: panel.message, initiatedByFrame: frame)
            return .accepted
        case .confirm:
            let isAccepted = await delegate.webView(
                view, runJavaScriptConfirmPanelWithMessage: panel.message, initiatedByFrame: frame)
            return isAccepted ? .accepted : .cancelled
        case .prompt(let defaultText):
            let text = await delegate.webView(
                view, runJavaScriptTextInputPanelWithPrompt: panel.message, defaultText: defaultText,
                initiatedByFrame: frame)
            return text.map { .text($0) } ?? .cancelled
        }
    }

    @MainActor func openView(for request: WindowRequest) async -> HeadlessWebView? {
        guard !process.isEnded, let view, let delegate = view.uiDelegate else { return nil }
        let configuration = view.configuration
        let opened = AppProcess.$current.withValue(process) {
            delegate.webView(
                view, createWebViewWith: configuration, for: WKNavigationAction(request.action, in: view),
                windowFeatures: WKWindowFeatures(request.features))
        }
        // WebKit raises an exception: the page and its window must be of one process.
        if let opened, !opened.isMade(with: configuration) {
            crashApp("createWebViewWith gives a web view that was not made with the given configuration")
        }
        return opened?.headlessView
    }

    @MainActor func viewDidClose() async {
        guard !process.isEnded, let view else { return }
        AppProcess.$current.withValue(process) { view.uiDelegate?.webViewDidClose(view) }
    }
}
