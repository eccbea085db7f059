public import BridgePrimitives
import BridgeTrace
import Cookies
public import CookieStores
import Diagnosis
public import FirebaseAuthClient
public import HTTPLoader
package import Scenarios
public import WebViews

/// The web half: the app's web views on their data stores, and what the web app in them remembers.
public final class AppBrowser: Sendable {
    /// The store of the view that was opened last; the app's persistent one before that.
    public var dataStore: WebsiteDataStore { state.withLock { $0.current.dataStore } }
    /// The Firebase client of that store's pages; it shares nothing with the app's.
    public var pageAuth: Auth { state.withLock { $0.current.auth } }
    let settings: WorldSettings
    let addresses: WorldAddresses
    let transport: any Transport
    let clock: WorldClock
    let trace: TraceLog
    private let pool: ProcessPool
    let state: Mutex<State>

    /// A data store, and the session that pages keep in it beside cookies.
    struct PageStorage {
        let dataStore: WebsiteDataStore
        let auth: Auth
    }

    struct State {
        let persistent: PageStorage
        /// Those of the apps that the person has left, and may come back to.
        var others: [PageStorage] = []
        var views: [PageOpening.View: (view: HeadlessWebView, storage: PageStorage)] = [:]
        /// Which view was opened last.
        var latest = PageOpening.View.first
        var lastPage: OpenedPage?
        /// User scripts that the app gives each of its views.
        var scripts: [UserScript] = []
        /// Loads of views that the app's code has made.
        var followed = FollowedLoads()

        var current: PageStorage { views[latest]?.storage ?? persistent }
        var view: HeadlessWebView? { views[latest]?.view }

        init(_ persistent: PageStorage, others: [PageStorage] = []) {
            (self.persistent, self.others) = (persistent, others)
        }

        /// - Returns: whether the store is one of those that are known.
        mutating func goOn(with dataStore: WebsiteDataStore) -> Bool {
            let all = others + [persistent]
            guard let next = all.first(where: { $0.dataStore === dataStore }) else { return false }
            self = State(next, others: all.filter { $0.dataStore !== dataStore })
            return true
        }
    }

    init(
        settings: WorldSettings, addresses: WorldAddresses, dataStore: WebsiteDataStore, transport: any Transport,
        clock: WorldClock, trace: TraceLog, pool: ProcessPool = ProcessPool()
    ) throws(BridgeFailure) {
        (self.settings, self.addresses, self.transport) = (settings, addresses, transport)
        (self.clock, self.trace, self.pool) = (clock, trace, pool)
        let auth = try Self.pageAuth(settings, addresses, transport: transport, clock: clock, trace: trace)
        state = Mutex(State(PageStorage(dataStore: dataStore, auth: auth)))
        followRemovals(from: dataStore, auth)
    }

    static func pageAuth(
        _ settings: WorldSettings, _ addresses: WorldAddresses, transport: any Transport, clock: WorldClock,
        trace: TraceLog
    ) throws(BridgeFailure) -> Auth {
        try Auth(
            transport: TimeoutTransport(transport, after: .seconds(30), on: clock),
            configuration: FirebaseConfiguration(
                apiKey: settings.apiKey, projectID: settings.projectID, host: addresses.pageAuth,
                platform: .web(origin: addresses.web.origin)),
            clock: clock, party: .web, trace: trace, actor: .page)
    }

    /// What was opened last; nil before the first page.
    public var lastPage: OpenedPage? { state.withLock { $0.lastPage } }

    /// Opens a page of the web app in a new web view on the app's data store.
    ///
    /// - Parameters:
    ///   - path: starts with a slash.
    ///   - scripts: run in every document, in this order.
    ///   - headers: sent with the first request.
    @discardableResult
    public func open(path: String, scripts: [UserScript] = [], headers: HTTPHeaders = [:]) async throws(BridgeFailure)
        -> OpenedPage
    {
        let controller = UserContentController()
        for script in scripts { controller.addUserScript(script) }
        let storage = state.withLock { $0.persistent }
        return try await open(PageOpening(path: path), storage, controller, headers)
    }

    /// Opens a page after the session was put where `injection` says.
    ///
    /// - Parameter store: nil for the app's persistent store.
    package func open(
        _ opening: PageOpening, injecting injection: SessionInjection, in store: WebsiteDataStore? = nil
    ) async throws(BridgeFailure) {
        var storage = state.withLock { $0.persistent }
        if let store {
            let auth = try Self.pageAuth(settings, addresses, transport: transport, clock: clock, trace: trace)
            storage = PageStorage(dataStore: store, auth: auth)
        }
        await injection.write(to: storage.dataStore)
        await injection.writeForTrial(to: storage.dataStore)
        let controller = UserContentController()
        // The app's own come last: they see what those of the handover have done.
        let scripts = state.withLock { $0.scripts } + injection.scripts + settings.appScripts
        for script in scripts { controller.addUserScript(script) }
        try await open(opening, storage, controller, injection.headers, injecting: injection)
    }

    @discardableResult
    private func open(
        _ opening: PageOpening, _ storage: PageStorage, _ controller: UserContentController, _ headers: HTTPHeaders,
        injecting injection: SessionInjection? = nil
    ) async throws(BridgeFailure) -> OpenedPage {
        let url = try addresses.web.resolving(injection?.path(of: opening) ?? opening.path)
        let pool = opening.process == .own ? ProcessPool() : pool
        var configuration = WebViewConfiguration(
            websiteDataStore: storage.dataStore, userContentController: controller, processPool: pool)
        configuration.limitsNavigationsToAppBoundDomains = settings.limitsNavigations
        if let preventsTracking = settings.preventsTracking { configuration.trackingPrevention = preventsTracking }
        let view = HeadlessWebView(configuration: configuration, transport: transport, clock: clock, trace: trace)
        if settings.staysOnApp { await view.setNavigationDelegate(AppHostOnly(host: addresses.web.host)) }
        for (handler, script) in injection?.answers ?? [] {
            try controller.add(SessionMessages(view: view, answer: script), name: handler)
        }
        state.withLock { state in
            state.views[opening.view] = (view, storage)
            state.latest = opening.view
        }
        // A script that fails is in the trace, as an app that does not look would have it.
        if let script = injection?.scriptBeforeLoad { _ = try? await view.evaluateJavaScript(script) }
        if let script = injection?.blankPageScript {
            await view.loadHTMLString("", baseURL: addresses.web.string)
            _ = try? await view.evaluateJavaScript(script)
        }
        var request = PageRequest(url: url, headers: headers, timeoutInterval: settings.pageTimeout)
        if let form = injection?.form { (request.method, request.body) = ("POST", form) }
        return await load(in: view, storage) { [request] view in await view.load(request) }
    }

    /// What was opened last; nil before the first page and after the app's end.
    var view: HeadlessWebView? { state.withLock { $0.view } }

    /// The app's process ends, and its views with it.
    package func close() {
        state.withLock { state in
            (state.views, state.scripts) = ([:], [])
            state.followed.removeAll()
        }
    }

    /// Adds user scripts to the views that are there, and to those to come.
    func add(_ scripts: [UserScript]) {
        let views = state.withLock { state in
            state.scripts += scripts
            return state.views.values.map(\.view)
        }
        for view in views { for script in scripts { view.configuration.userContentController.addUserScript(script) } }
    }

    /// The user taps on the page.
    ///
    /// - Returns: whether there is a page.
    func interact() async -> Bool {
        guard let view else { return false }
        await view.noteUserInteraction()
        return true
    }

    /// Loads the page again; nil when there is none.
    @discardableResult
    public func reload() async -> OpenedPage? {
        guard let (view, storage) = state.withLock({ $0.views[$0.latest] }) else { return nil }
        return await load(in: view, storage) { view in await view.reload() }
    }

    /// The user goes to the view that was not opened last, which loads its page again; nil when there is none.
    func reloadOther() async -> OpenedPage? {
        let isThere = state.withLock { state in
            guard let other = PageOpening.View.allCases.first(where: { $0 != state.latest }),
                state.views[other] != nil
            else { return false }
            state.latest = other
            return true
        }
        return isThere ? await reload() : nil
    }

    /// Does something in the page that is shown. The document that it leads to is what was opened last; one that does not
    /// come because it is not to be shown leaves the page as it is, and the trace tells why.
    ///
    /// - Returns: what `action` gives; nil without a page.
    func act<Value: Sendable>(
        _ action: @escaping @Sendable (isolated HeadlessWebView) async -> Value
    ) async -> Value? {
        guard let (view, storage) = state.withLock({ $0.views[$0.latest] }) else { return nil }
        let (mark, run) = (trace.mark, pageRun(storage))
        let (value, load) = await run.load(view) { view in await view.acting(action) }
        if let load, load.failure?.reason.leavesThePage != true {
            await finish(run, after: load, since: mark, in: view, storage)
        } else {
            run.end()
        }
        return value
    }

    private func load(
        in view: HeadlessWebView, _ storage: PageStorage,
        _ load: @escaping @Sendable (isolated HeadlessWebView) async -> NavigationResult
    ) async -> OpenedPage {
        let (mark, run) = (trace.mark, pageRun(storage))
        let result = await run.load(view, load)
        return await finish(run, after: result, since: mark, in: view, storage)
    }

    func pageRun(_ storage: PageStorage) -> PageRun {
        PageRun(settings: settings, web: addresses.web, auth: storage.auth, trace: trace)
    }

    @discardableResult
    func finish(
        _ run: PageRun, after result: NavigationResult, since mark: Int, in view: HeadlessWebView,
        _ storage: PageStorage, isOpenedLast: (State) -> Bool = { _ in true }
    ) async -> OpenedPage {
        var page = OpenedPage(result: result, firstEvent: mark)
        if result.status != nil {
            await run.finish(&page, in: view)
            if settings.hasServiceWorker, let token = try? await storage.auth.currentUser?.getIDToken() {
                await view.registerServiceWorker(adding: ["Authorization": "Bearer \(token)"])
            }
        }
        run.end()
        // A page of another site has nobody, whoever is kept for the app's.
        if !page.reasons.contains(HandoffReason.leftTheApp.code) {
            page.webUserID = storage.auth.currentUser?.uid ?? page.judged?.users.last
        }
        run.noteErrorPage(&page)
        page.scripts = await view.document.scripts
        state.withLock { [page] state in if isOpenedLast(state) { state.lastPage = page } }
        return page
    }
}

extension NavigationReason {
    /// Whether a navigation that ends so was not to show another document, and is no error to whoever looks at the page.
    var leavesThePage: Bool {
        switch self {
        case .cancelledByDelegate, .responseCancelledByDelegate, .appBoundDomain, .noContent, .cannotShow: true
        default: false
        }
    }
}
