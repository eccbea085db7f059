import BridgePrimitives
import BridgeTrace
import Diagnosis
import FirebaseAuthClient
import HTTPLoader
import RouterGuard
import WebViews

/// What the web app does on one page load, in place of the page's own scripts: reads its routes, mounts the router, and
/// lets its guard decide.
final class PageRun: Sendable {
    private let settings: WorldSettings
    private let web: WebURL
    private let auth: Auth
    private let trace: TraceLog
    private let state = Mutex(State())

    private struct State {
        /// Of the document that was read last; nil where no router started.
        var shell: GuardShell?
        var reasons: [ReasonCode] = []
    }

    init(settings: WorldSettings, web: WebURL, auth: Auth, trace: TraceLog) {
        (self.settings, self.web, self.auth, self.trace) = (settings, web, auth, trace)
    }

    /// The page's module runs.
    func mount(in view: HeadlessWebView) async {
        let mounted = await mounting(in: view)
        state.withLock { $0 = mounted }
    }

    private func mounting(in view: HeadlessWebView) async -> State {
        guard let url = await view.url, url.sameOrigin(as: web) else {
            return ended(at: await view.url, because: .leftTheApp)
        }
        guard let table = await routes(in: view) else { return ended(at: url, because: .noRoutes) }
        var configuration = settings.pageGuard
        configuration.cookieName = settings.cookieName
        let navigation = GuardedNavigation(
            table: table, guard: configuration, mode: settings.routerMode, path: url.address)
        var shell = GuardShell(navigation, view: view, auth: auth, trace: trace)
        await shell.mount()
        return State(shell: shell)
    }

    /// As the project has them, or as the page serves them; nil when there are none to be read.
    private func routes(in view: HeadlessWebView) async -> RouteTable? {
        if let routes = settings.routes { return routes }
        guard let url = try? web.resolving("/routes.json"), let routes = try? await view.fetch(HTTPRequest(url: url)),
            let json = try? JSONValue(parsing: routes.response.body)
        else { return nil }
        return try? RouteTable(json: json)
    }

    /// The web app's router never starts.
    private func ended(at url: WebURL?, because reason: HandoffReason) -> State {
        let event = RoutingEvent(
            .ended, path: trace.masking.url(url?.string ?? "about:blank"),
            detail: trace.masking.text(reason.meaning), reasons: [reason.code])
        trace.record(.routing(event), by: .page)
        return State(reasons: [reason.code])
    }

    /// The page is loaded: the guard comes to its end, and the router shows where it is.
    func finish(_ page: inout OpenedPage, in view: HeadlessWebView) async {
        let mounted = takeState()
        page.reasons = mounted.reasons
        guard var shell = mounted.shell else { return }
        page.outcome = await shell.finish()
        // A reload then asks for that page.
        let address = shell.navigation.router.address
        if page.outcome?.route != nil, let url = page.result.url, address != url.address {
            await view.pushState(address)
        }
    }

    /// Ends without the guard: the view keeps this run as its page script, so the run must not keep the view.
    func end() { _ = takeState() }

    private func takeState() -> State {
        state.withLock { state in
            defer { state = State() }
            return state
        }
    }
}

extension WebURL {
    /// Path, query and fragment.
    fileprivate var address: String { fragment.map { "\(target)#\($0)" } ?? target }
}
