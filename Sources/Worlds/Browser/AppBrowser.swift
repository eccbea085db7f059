public import BridgePrimitives
import BridgeTrace
import Cookies
public import CookieStores
import Diagnosis
public import FirebaseAuthClient
public import HTTPLoader
public import RouterGuard
import Scenarios
import Synchronization
public import WebViews

/// The web half: a web view on its data store, and what the web app in it remembers.
public final class AppBrowser: Sendable {
    public var dataStore: WebsiteDataStore { state.withLock { $0.dataStore } }
    /// The page's own Firebase client; it shares nothing with the app's.
    public let pageAuth: Auth
    private let settings: WorldSettings
    private let addresses: WorldAddresses
    private let transport: any Transport
    private let clock: WorldClock
    private let trace: TraceLog
    private let pool = ProcessPool()
    private let state: Mutex<State>

    private struct State {
        var dataStore: WebsiteDataStore
        var view: HeadlessWebView?
        var lastPage: OpenedPage?
    }

    init(
        settings: WorldSettings, addresses: WorldAddresses, dataStore: WebsiteDataStore, transport: any Transport,
        clock: WorldClock, trace: TraceLog
    ) throws(BridgeFailure) {
        (self.settings, self.addresses, self.transport) = (settings, addresses, transport)
        (self.clock, self.trace) = (clock, trace)
        state = Mutex(State(dataStore: dataStore))
        pageAuth = try Auth(
            transport: transport,
            configuration: FirebaseConfiguration(
                apiKey: settings.apiKey, projectID: settings.projectID, host: addresses.pageAuth,
                platform: .web(origin: addresses.web.origin)),
            clock: clock, face: .web, trace: trace, actor: .page)
    }

    /// What was opened last; nil before the first page.
    public var lastPage: OpenedPage? { state.withLock { $0.lastPage } }

    /// Opens a page of the web app in a new web view on the same data store.
    ///
    /// - Parameters:
    ///   - path: starts with a slash.
    ///   - scripts: run in every document, in this order.
    ///   - headers: sent with the first request.
    @discardableResult
    public func open(path: String, scripts: [UserScript] = [], headers: HTTPHeaders = [:]) async throws(BridgeFailure)
        -> OpenedPage
    {
        let url = try addresses.web.resolving(path)
        let controller = UserContentController()
        for script in scripts { controller.addUserScript(script) }
        let view = HeadlessWebView(
            configuration: WebViewConfiguration(
                websiteDataStore: dataStore, userContentController: controller, processPool: pool),
            transport: transport, clock: clock, trace: trace)
        state.withLock { $0.view = view }
        return await follow(in: view) { view in
            await view.load(PageRequest(url: url, headers: headers, timeoutInterval: self.settings.pageTimeout))
        }
    }

    /// Opens a page after the session was put where `injection` says.
    package func open(path: String, injecting injection: SessionInjection) async throws(BridgeFailure) {
        await injection.write(to: dataStore)
        try await open(path: path, scripts: injection.scripts, headers: injection.headers)
    }

    /// What a script of the page reads now; nil without a page.
    package var documentCookie: String? {
        get async { await state.withLock { $0.view }?.readCookies()?.value }
    }

    /// The app's process ends, and its view with it.
    func close() { state.withLock { $0.view = nil } }

    /// The app is installed anew: an empty store, and no session of the page's in it.
    func begin(with dataStore: WebsiteDataStore) {
        try? pageAuth.signOut()
        state.withLock { $0 = State(dataStore: dataStore) }
    }

    /// As `WKWebsiteDataStore.removeData(ofTypes:modifiedSince:)` for everything: the cookies, and the page's storage with
    /// its session.
    func removeAllData() {
        try? pageAuth.signOut()
        dataStore.httpCookieStore.jar.removeAll()
    }

    /// Loads the page again; nil when there is none.
    @discardableResult
    public func reload() async -> OpenedPage? {
        guard let view = state.withLock({ $0.view }) else { return nil }
        return await follow(in: view) { view in await view.reload() }
    }

    private func follow(
        in view: HeadlessWebView, _ load: (HeadlessWebView) async -> NavigationResult
    ) async -> OpenedPage {
        let mark = trace.mark
        let run = PageRun(settings: settings, web: addresses.web, auth: pageAuth, trace: trace)
        await view.setPageScript { view in await run.mount(in: view) }
        let result = await load(view)
        var page = OpenedPage(result: result, firstEvent: mark)
        if result.status != nil { await run.finish(&page, in: view) }
        page.webUserID = pageAuth.currentUser?.uid
        state.withLock { [page] state in state.lastPage = page }
        return page
    }
}

/// What came of opening a page: the load, then the web app's router.
public struct OpenedPage: Sendable {
    public let result: NavigationResult
    /// The sequence number of the first event that belongs to it.
    public let firstEvent: Int
    /// How the router ended; nil when it never started.
    public internal(set) var outcome: GuardedOutcome?
    /// The page's user afterwards.
    public internal(set) var webUserID: String?
    /// Why the router never started.
    public internal(set) var reasons: [ReasonCode] = []
}
