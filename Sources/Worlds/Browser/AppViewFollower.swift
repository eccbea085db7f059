import BridgePrimitives
import BridgeTrace
import CookieStores
import Cookies
import FirebaseAuthClient
import HTTPLoader
import Scenarios
import WebViews

/// Has the web app of a world in the views that the app's own code makes, as it is in those of ``AppBrowser``.
final class AppViewFollower: PageFollower {
    // The device holds this, and the browser's views hold the device.
    private weak let browser: AppBrowser?

    init(_ browser: AppBrowser) { self.browser = browser }

    func loadDidBegin(in view: isolated HeadlessWebView) { browser?.loadDidBegin(in: view) }

    func loadDidEnd(in view: HeadlessWebView, with result: NavigationResult) async {
        await browser?.loadDidEnd(in: view, with: result)
    }

    func callDidBegin() { browser?.state.withLock { $0.followed.calls += 1 } }
    func callDidEnd() { browser?.state.withLock { $0.followed.calls -= 1 } }

    func loadIsCalledFor(in view: HeadlessWebView) {
        browser?.state.withLock { $0.followed.latestView = ObjectIdentifier(view) }
    }

    func scriptDataWasRemoved(from store: WebsiteDataStore, of sites: Set<String>?) {
        browser?.scriptDataWasRemoved(from: store, of: sites)
    }
}

/// Loads that have begun in views of the app's own, and are not over.
struct FollowedLoads {
    struct Load {
        /// The sequence number of its first event.
        let mark: Int
        let run: PageRun
        let storage: AppBrowser.PageStorage
    }

    /// Of the app's that have not come to their end.
    var calls = 0 { didSet { tellWhoWaits() } }
    /// The one that the app has called last; nil before. Several may load at once, and their threads come in any order.
    var latestView: ObjectIdentifier?
    private var loads: [ObjectIdentifier: Load] = [:]
    private var waiting: [AsyncStream<Never>.Continuation] = []

    /// The one before in the same view is over.
    mutating func begin(_ load: Load, in view: HeadlessWebView) {
        loads.updateValue(load, forKey: ObjectIdentifier(view))?.run.end()
    }

    func latest(in view: HeadlessWebView) -> Load? { loads[ObjectIdentifier(view)] }

    /// - Parameter run: of the load; a later one in the view goes on.
    mutating func end(_ run: PageRun, in view: HeadlessWebView) {
        if loads[ObjectIdentifier(view)]?.run === run { loads[ObjectIdentifier(view)] = nil }
        tellWhoWaits()
    }

    mutating func removeAll() {
        for load in loads.values { load.run.end() }
        loads = [:]
        tellWhoWaits()
    }

    private var areOver: Bool { loads.isEmpty && calls == 0 }

    /// What ends when no load is under way; nil where none is.
    mutating func wait() -> AsyncStream<Never>? {
        guard !areOver else { return nil }
        let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
        waiting.append(continuation)
        return stream
    }

    private mutating func tellWhoWaits() {
        guard areOver else { return }
        for continuation in waiting { continuation.finish() }
        waiting = []
    }
}

extension AppBrowser {
    fileprivate func loadDidBegin(in view: isolated HeadlessWebView) {
        guard let storage = storage(of: view.websiteDataStore) else { return }
        let run = pageRun(storage)
        let load = FollowedLoads.Load(mark: trace.mark, run: run, storage: storage)
        view.setPageScript { view in
            // What the app has written is no page of the web app.
            if await !view.showsAppDocument { await run.mount(in: view) }
        }
        state.withLock { state in
            state.followed.begin(load, in: view)
            guard state.followed.latestView.map({ $0 == ObjectIdentifier(view) }) != false else { return }
            state.views[.first] = (view, storage)
            state.latest = .first
        }
    }

    fileprivate func loadDidEnd(in view: HeadlessWebView, with result: NavigationResult) async {
        guard let load = state.withLock({ $0.followed.latest(in: view) }) else { return }
        defer { state.withLock { $0.followed.end(load.run, in: view) } }
        let staysOnPage = lastPage != nil && result.failure?.reason.leavesThePage == true
        let showsAppDocument = await view.showsAppDocument
        guard !staysOnPage, result.failure != nil || !showsAppDocument else { return load.run.end() }
        await finish(load.run, after: result, since: load.mark, in: view, load.storage) { state in
            state.view === view
        }
    }

    fileprivate func scriptDataWasRemoved(from store: WebsiteDataStore, of sites: Set<String>?) {
        let host = addresses.web.host
        let site = PublicSuffixList.standard.registrableDomain(of: host) ?? host
        guard sites.map({ $0.contains(site) }) != false else { return }
        let known = state.withLock { state in
            (state.views.values.map(\.storage) + state.others + [state.persistent]).first { $0.dataStore === store }
        }
        try? known?.auth.signOut()
    }

    /// The page's session in a store; nil without a client for one.
    private func storage(of store: WebsiteDataStore) -> PageStorage? {
        let known = state.withLock { state in
            (state.views.values.map(\.storage) + state.others + [state.persistent]).first { $0.dataStore === store }
        }
        if let known { return known }
        let auth = try? Self.pageAuth(settings, addresses, transport: transport, clock: clock, trace: trace)
        return auth.map { PageStorage(dataStore: store, auth: $0) }
    }

    /// Waits until the app's code has been told all that it has called for, and the loads of its own views are over; for
    /// half a minute of real time at most, since what is waited for may wait for the one who asks.
    func settled() async {
        guard let first = state.withLock({ $0.followed.wait() }) else { return }
        await withTaskGroup { group in
            group.addTask {
                var next: AsyncStream<Never>? = first
                while let stream = next, !Task.isCancelled {
                    for await _ in stream {}
                    // A handler may go on by `DispatchQueue.main.async`, or in a task.
                    await MainActor.run {}
                    next = self.state.withLock { $0.followed.wait() }
                }
            }
            group.addTask { try? await Task.sleep(for: .seconds(30)) }
            await group.next()
            group.cancelAll()
        }
    }
}
