import BridgePrimitives
import HTTPLoader
import SimulatedDevice
import WebViews

/// Brings what the engine asks and tells to a web view and its delegate.
@MainActor
final class NavigationRelay: NavigationDelegate {
    private weak var view: WKWebView?
    /// The latest of those that somebody sets off in the engine itself: a tap on a link, the system.
    private var elsewhere: PageTrip
    private let process: AppProcess
    private let preferences: WKWebpagePreferences
    /// What the engine goes by.
    private var allowsContentJavaScript: Bool

    init(to view: WKWebView, in process: AppProcess) {
        (self.view, self.process) = (view, process)
        preferences = view.configuration.defaultWebpagePreferences.copied()
        allowsContentJavaScript = preferences.allowsContentJavaScript
        elsewhere = view.newTrip()
    }

    /// The view, while there is somebody to be told.
    private var listener: WKWebView? { process.isEnded ? nil : view }

    private var trip: PageTrip {
        if let trip = PageTrip.current, trip.view === view { trip } else { elsewhere }
    }

    @MainActor func decidePolicy(for action: NavigationAction) async -> NavigationPolicy {
        guard !process.isEnded else { return .cancel }
        guard let view, let delegate = view.navigationDelegate else { return .allow }
        let asked = WKNavigationAction(action, in: view)
        let question = QuestionAtHand()
        var (policy, chosen) = await QuestionAtHand.$current.withValue(question) {
            await delegate.webView(view, decidePolicyFor: asked, preferences: preferences.copied())
        }
        if question.isLeftOut { policy = await delegate.webView(view, decidePolicyFor: asked) }
        if action.isForMainFrame { await use(chosen, in: view) }
        return policy.engine
    }

    /// The documents that follow, until the next decision, are shown so.
    private func use(_ preferences: WKWebpagePreferences, in view: WKWebView) async {
        let isAllowed = preferences.allowsContentJavaScript
        guard isAllowed != allowsContentJavaScript else { return }
        allowsContentJavaScript = isAllowed
        await view.headlessView.setAllowsContentJavaScript(isAllowed)
    }

    @MainActor func decidePolicy(for response: NavigationResponse) async -> NavigationPolicy {
        guard let view = listener, let delegate = view.navigationDelegate else {
            return response.canShow ? .allow : .cancel
        }
        return await delegate.webView(view, decidePolicyFor: WKNavigationResponse(response)).engine
    }

    @MainActor func didStartProvisionalNavigation(to url: WebURL?) async {
        guard let view = listener else { return }
        if trip === elsewhere { elsewhere = view.newTrip() }
        trip.start()
        view.began(trip, to: url.flatMap { URL(string: $0.string) } ?? .blank)
        view.navigationDelegate?.webView(view, didStartProvisionalNavigation: trip.navigation)
    }

    @MainActor func didReceiveServerRedirect(to url: WebURL) async {
        guard let view = listener else { return }
        view.began(trip, to: URL(string: url.string) ?? .blank)
        view.navigationDelegate?.webView(view, didReceiveServerRedirectForProvisionalNavigation: trip.navigation)
    }

    @MainActor func didCommit(_ url: WebURL?) async {
        guard let view = listener else { return }
        trip.commit()
        await view.look(after: trip, progress: 0.5)
        view.navigationDelegate?.webView(view, didCommit: trip.navigation)
    }

    @MainActor func didFinish(_ url: WebURL?) async {
        guard let view = listener else { return }
        trip.end()
        await view.look(after: trip, progress: 1)
        view.ended(trip)
        view.navigationDelegate?.webView(view, didFinish: trip.navigation)
    }

    @MainActor func didFail(_ url: WebURL?, failure: NavigationFailure) async {
        guard let view = listener else { return }
        let wasCommitted = trip.isCommitted
        trip.end()
        await view.look(after: trip, progress: 1)
        view.ended(trip)
        let error = failure.error(for: url.flatMap { URL(string: $0.string) })
        if wasCommitted {
            view.navigationDelegate?.webView(view, didFail: trip.navigation, withError: error)
        } else {
            view.navigationDelegate?.webView(view, didFailProvisionalNavigation: trip.navigation, withError: error)
        }
    }

    @MainActor func webContentDidTerminate() async {
        guard let view = listener else { return }
        await view.look(after: trip, progress: 0)
        view.navigationDelegate?.webViewWebContentProcessDidTerminate(view)
    }
}
