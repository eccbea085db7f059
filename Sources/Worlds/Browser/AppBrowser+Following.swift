import BridgePrimitives
import BridgeTrace
import CookieStores
import Cookies
import FirebaseAuthClient
import HTTPLoader
import Scenarios
import WebViews

// Views that the app's own code makes.
extension AppBrowser {
    func loadDidBegin(in view: isolated HeadlessWebView) {
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

    func loadDidEnd(in view: HeadlessWebView, with result: NavigationResult) async {
        guard let load = state.withLock({ $0.followed.latest(in: view) }) else { return }
        defer { state.withLock { $0.followed.end(load.run, in: view) } }
        let staysOnPage = lastPage != nil && result.failure?.reason.leavesThePage == true
        let showsAppDocument = await view.showsAppDocument
        guard !staysOnPage, result.failure != nil || !showsAppDocument else { return load.run.end() }
        await finish(load.run, after: result, since: load.mark, in: view, load.storage) { state in
            state.view === view
        }
    }

    func scriptDataWasRemoved(from store: WebsiteDataStore, of sites: Set<String>?) {
        let host = addresses.web.host
        let site = PublicSuffixList.standard.registrableDomain(of: host) ?? host
        guard sites.map({ $0.contains(site) }) != false else { return }
        try? knownStorage(of: store)?.auth.signOut()
    }

    private func knownStorage(of store: WebsiteDataStore) -> PageStorage? {
        state.withLock { state in
            (state.views.values.map(\.storage) + state.others + [state.persistent]).first { $0.dataStore === store }
        }
    }

    /// The page's session in a store; nil without a client for one.
    private func storage(of store: WebsiteDataStore) -> PageStorage? {
        if let known = knownStorage(of: store) { return known }
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
