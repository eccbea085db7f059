import BridgePrimitives
import BridgeTrace
import Diagnosis
import FirebaseAuthClient
import HTTPLoader
import HandoffBackend
import Project
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
        var shell: (any PageShell)?
        var reasons: [ReasonCode] = []
        /// What is shown where no guard runs: a document without scripts that speaks for itself.
        var judged: JudgedPage?
    }

    init(settings: WorldSettings, web: WebURL, auth: Auth, trace: TraceLog) {
        (self.settings, self.web, self.auth, self.trace) = (settings, web, auth, trace)
    }

    /// Loads a page, or does what may lead to one, with this run as its module, all in one visit to the view's thread.
    func load<Value: Sendable>(
        _ view: isolated HeadlessWebView, _ load: @Sendable (isolated HeadlessWebView) async -> Value
    ) async -> Value {
        view.setPageScript { view in await self.mount(in: view) }
        // A view that the app has made has a follower, whose turn this is not.
        return await FollowerAtHand.$isActing.withValue(true) { await load(view) }
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
        let path = String(url.target.prefix { $0 != "?" })
        // The app is in its frame; this document is nobody's.
        guard settings.framedPages[path] == nil else { return State() }
        if settings.servesPage, path == ViewHandover.accountPath, await view.status == 200 {
            return await accountPage(view, at: url)
        }
        if let judged = await self.judged(view, at: url) { return ended(judged) }
        guard let table = await routes(in: view) else { return ended(at: url, because: .noRoutes) }
        var shell = shell(table, at: url, in: view)
        await shell.mount()
        return State(shell: shell)
    }

    /// What the script of the server's own page does: asks the server whose session it is, and looks for a cookie.
    private func accountPage(_ view: HeadlessWebView, at url: WebURL) async -> State {
        var judged = JudgedPage(
            url: url, web: web, mode: settings.routerMode, signInPath: settings.pageGuard.signInPath)
        judged.status = 200
        let address = try? web.resolving(ViewHandover.checkPath)
        var uid: String?
        if let address, let check = try? await view.fetch(HTTPRequest(url: address)), check.response.status == 200 {
            uid = (try? JSONValue(parsing: check.response.body))?["uid"]?.stringValue
        }
        _ = await view.readCookies()
        judged.isProven = uid != nil
        var state = ended(judged)
        state.judged?.users = [uid].compactMap(\.self)
        return state
    }

    /// What a document says for which no guard can stand: an error's without scripts, and one for which the project file
    /// says how a signed-in page is known. Scripts may still do what the document does not show.
    private func judged(_ view: HeadlessWebView, at url: WebURL) async -> JudgedPage? {
        let document = await view.document
        var judged = JudgedPage(
            url: url, web: web, mode: settings.routerMode, signInPath: settings.pageGuard.signInPath)
        judged.status = await view.status
        (judged.isProven, judged.proofTrouble) = proof(in: document, at: url, judged.status)
        let isTelling = judged.isProven != nil || judged.isErrorPage
        return isTelling && (judged.isSignedIn || document.scripts.count == 0) ? judged : nil
    }

    /// Whether the proof is there, and what is wrong with it; nil where only scripts could tell.
    private func proof(in document: PageDocument, at url: WebURL, _ status: Int?) -> (isThere: Bool?, trouble: String?)
    {
        switch settings.signedIn {
        case .signIn, .script: return (nil, nil)
        case .selector(let text):
            guard let selector = StaticSelector(text) else {
                return (false, "the model reads no such selector; --engine webkitgtk reads all")
            }
            return (selector.matchesAny(in: document), nil)
        case .request(let path): return ((status ?? 0) < 300 && url.target.hasPrefix(path), nil)
        }
    }

    private func ended(_ judged: JudgedPage) -> State {
        note(judged)
        return State(judged: judged)
    }

    /// Tells how a page ended that is seen as one in an engine is: from outside.
    private func note(_ judged: JudgedPage) {
        let ended = RoutingEvent(
            .ended, path: trace.masking.url(judged.path ?? ""), route: route(of: judged),
            detail: trace.masking.text(judged.detail), reasons: judged.reasons)
        trace.record(.routing(ended), by: .page)
    }

    private func route(of judged: JudgedPage) -> String? {
        guard let path = judged.path,
            let table = try? settings.routes?.table(for: settings.ownGuard?.generation ?? .three)
        else { return nil }
        var warnings: [RouterWarning] = []
        return (try? table.resolve(.path(path), from: nil, warnings: &warnings))?.name
    }

    /// A server's error with scripts in it, for which a guard has stood and signed nobody in.
    func noteErrorPage(_ page: inout OpenedPage) {
        guard page.judged == nil, page.webUserID == nil, let status = page.result.status, status >= 400 else { return }
        let url = page.outcome?.route.flatMap { try? web.resolving($0.fullPath) } ?? page.result.url
        var judged = JudgedPage(
            url: url, web: web, mode: settings.routerMode, signInPath: settings.pageGuard.signInPath)
        judged.status = status
        note(judged)
        (page.judged, page.route) = (judged, route(of: judged))
    }

    private func shell(_ table: RouteTable, at url: WebURL, in view: HeadlessWebView) -> any PageShell {
        if let (module, _) = settings.ownGuard {
            let navigation = ModuleNavigation(
                table: table, cookieName: settings.pageCookieName ?? settings.cookieName, mode: settings.routerMode,
                path: url.targetWithFragment)
            let unknownRoutesBeside: String? = if case .guarded(let path)? = settings.routes { path } else { nil }
            return ModuleShell(
                module, navigation, unknownRoutesBeside: unknownRoutesBeside,
                cookieName: settings.pageCookieName ?? settings.cookieName, view: view, auth: auth,
                trace: trace, trial: settings.trial)
        }
        var configuration = settings.pageGuard
        configuration.cookieName = settings.pageCookieName ?? settings.cookieName
        let navigation = GuardedNavigation(
            table: table, guard: configuration, mode: settings.routerMode, path: url.targetWithFragment)
        return GuardShell(navigation, view: view, auth: auth, trace: trace)
    }

    /// As the project has them, or as the page serves them; nil when there are none to be read.
    private func routes(in view: HeadlessWebView) async -> RouteTable? {
        let generation = settings.ownGuard?.generation ?? .three
        if let routes = settings.routes { return try? routes.table(for: generation) }
        guard let url = try? web.resolving("/routes.json"), let routes = try? await view.fetch(HTTPRequest(url: url)),
            let json = try? JSONValue(parsing: routes.response.body)
        else { return nil }
        return try? PageRoutes.list(json).table(for: generation)
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
        // Where the page has the app in a frame, that one's script looks for the cookie.
        if let url = await view.url, settings.framedPages[String(url.target.prefix { $0 != "?" })] != nil {
            for frame in await view.frames { _ = await view.readCookies(in: frame.id) }
        }
        // A guard may lead to another document, which has a guard of its own.
        for _ in 0..<Self.documentLimit {
            let mounted = takeState()
            guard mounted.shell != nil || mounted.judged != nil || !mounted.reasons.isEmpty else { return }
            (page.reasons, page.outcome, page.judged) = (mounted.reasons, nil, mounted.judged)
            page.route = mounted.judged.flatMap { route(of: $0) }
            guard var shell = mounted.shell else { return }
            page.outcome = await shell.finish()
            if page.outcome?.route != nil { await show(shell.router.address, in: view) }
        }
    }

    /// A reload then asks for that page.
    private func show(_ address: String, in view: isolated HeadlessWebView) {
        if let url = view.url, address != url.targetWithFragment { view.pushState(address) }
    }

    /// Of documents that guards lead to, one after the other.
    private static let documentLimit = 20

    /// Ends without the guard: the view keeps this run as its page script, so the run must not keep the view.
    func end() { _ = takeState() }

    private func takeState() -> State {
        state.withLock { state in
            defer { state = State() }
            return state
        }
    }
}
