import BridgePrimitives
import Cookies
import CookieStores
import Diagnosis
import FirebaseAuthClient
import HTTPLoader
package import Scenarios
import WebViews

// The data stores that the app's views are on, and what happens to them.
extension AppBrowser {
    /// The stores that there are: the app's persistent one, that of a private view, that of the second view.
    var stores: [(CookieCondition.Store, WebsiteDataStore)] {
        state.withLock { state in
            let persistent = state.persistent.dataStore
            // Of two private views, the one that was opened last.
            let privates = [state.current.dataStore] + state.views.values.map(\.storage.dataStore)
            let isPrivate = privates.first { $0 !== persistent }
            return [(.webView, persistent)] + (isPrivate.map { [(.privateView, $0)] } ?? [])
                + (state.views[.second].map { [(.second, $0.storage.dataStore)] } ?? [])
        }
    }

    /// Which of them the view has that was opened last.
    var currentStore: CookieCondition.Store {
        state.withLock { $0.current.dataStore === $0.persistent.dataStore ? .webView : .privateView }
    }

    /// What tracking prevention deletes of a site is all that script has written, the page's session with it.
    func followRemovals(from dataStore: WebsiteDataStore, _ auth: Auth) {
        dataStore.onRemovalOfScriptData(of: addresses.web.host) { try? auth.signOut() }
    }

    /// The network process, which has all stores' cookies, dies and is started again.
    func crashNetworkProcess() {
        let stores = state.withLock { [$0.persistent.dataStore] + $0.views.values.map(\.storage.dataStore) }
        for (index, store) in stores.enumerated() where !stores[..<index].contains(where: { $0 === store }) {
            store.networkProcessCrash()
        }
    }

    /// The app is installed anew: an empty store, and no session of the page's in it.
    func begin(with dataStore: WebsiteDataStore) {
        let auth = state.withLock { $0.persistent.auth }
        try? auth.signOut()
        state.withLock { $0 = State(PageStorage(dataStore: dataStore, auth: auth), others: $0.others) }
        followRemovals(from: dataStore, auth)
    }

    /// The system was updated, and there are other objects for the same stores; what pages have kept in them is there.
    ///
    /// - Parameter stores: of each app, the one before and the one now.
    func goOn(after stores: [(before: WebsiteDataStore, now: WebsiteDataStore)]) {
        func reopened(_ storage: PageStorage) -> PageStorage {
            guard let store = stores.first(where: { $0.before === storage.dataStore })?.now else { return storage }
            followRemovals(from: store, storage.auth)
            return PageStorage(dataStore: store, auth: storage.auth)
        }
        let (persistent, others) = state.withLock { ($0.persistent, $0.others) }
        let next = State(reopened(persistent), others: others.map(reopened))
        state.withLock { $0 = next }
    }

    /// The person goes on in another app of the phone: its store, and what its pages have kept there.
    func goOn(with dataStore: WebsiteDataStore) throws(BridgeFailure) {
        guard !state.withLock({ $0.goOn(with: dataStore) }) else { return }
        let auth = try Self.pageAuth(settings, addresses, transport: transport, clock: clock, trace: trace)
        state.withLock {
            $0 = State(PageStorage(dataStore: dataStore, auth: auth), others: $0.others + [$0.persistent])
        }
        followRemovals(from: dataStore, auth)
    }

    /// As `WKWebsiteDataStore.removeData(ofTypes:modifiedSince:)` for everything: the cookies, the workers, and the page's
    /// storage with its session.
    package func removeAllData() { remove(DataRemoval()) }

    /// The same for some of it.
    package func remove(_ removal: DataRemoval) {
        let storage = state.withLock { $0.current }
        for type in removal.types {
            switch type {
            case .storage: try? storage.auth.signOut()
            case .cookies: storage.dataStore.httpCookieStore.jar.deleteAll()
            case .serviceWorkers: storage.dataStore.removeServiceWorkers()
            }
        }
    }
}
