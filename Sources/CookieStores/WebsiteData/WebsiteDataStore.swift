public import BridgePrimitives
public import BridgeTrace
public import Cookies

/// What web views keep, as `WKWebsiteDataStore`: one cookie jar, shared by all views that are given the store.
public final class WebsiteDataStore: Sendable {
    /// The store's name in traces.
    public let name: String
    public let isPersistent: Bool
    public let httpCookieStore: HTTPCookieStore
    public let app: AppInformation
    /// The app's list as it is read; nil when Info.plist has none.
    public let appBoundDomains: AppBoundDomains?
    let activity = Mutex(SiteActivity())
    let removals = Mutex<[@Sendable (String) -> Void]>([])
    let workers = Mutex<[ServiceWorkerRegistration]>([])

    package var jar: SharedCookieJar { httpCookieStore.jar }

    private init(name: String, isPersistent: Bool, app: AppInformation, jar: SharedCookieJar) {
        (self.name, self.isPersistent, self.app) = (name, isPersistent, app)
        appBoundDomains = app.appBoundDomains.map { AppBoundDomains($0, publicSuffixes: jar.publicSuffixes) }
        httpCookieStore = HTTPCookieStore(jar: jar, boundTo: appBoundDomains)
    }

    /// A store whose cookies with an expiry survive ``relaunch()``. Two calls give two stores, whatever their names.
    public static func persistent(
        name: String = "default", profile: CookieProfile, publicSuffixes: any PublicSuffixes, clock: WorldClock,
        trace: TraceLog, app: AppInformation = AppInformation()
    ) -> WebsiteDataStore {
        let jar = SharedCookieJar(
            name: name, profile: profile, publicSuffixes: publicSuffixes, clock: clock, trace: trace,
            disk: DurableCookies(delay: profile.diskWriteDelay.value ?? .zero))
        return WebsiteDataStore(name: name, isPersistent: true, app: app, jar: jar)
    }

    /// A new, empty store that lives in memory. It keeps no database for tracking prevention, and so the cookies that
    /// script writes live as long as they say.
    public static func nonPersistent(
        name: String = "nonPersistent", profile: CookieProfile, publicSuffixes: any PublicSuffixes, clock: WorldClock,
        trace: TraceLog, app: AppInformation = AppInformation()
    ) -> WebsiteDataStore {
        var profile = profile
        if case .capped = profile.scriptLifetime.value {
            profile.scriptLifetime = .init(
                .asWritten, .verified, "seen in WebKitGTK 2.50.6: an ephemeral store applies no cap")
        }
        let jar = SharedCookieJar(
            name: name, profile: profile, publicSuffixes: publicSuffixes, clock: clock, trace: trace)
        return WebsiteDataStore(name: name, isPersistent: false, app: app, jar: jar)
    }

    // MARK: Another version of the system

    /// The persistent store as another engine opens it, with its service workers and what tracking prevention has counted.
    package func reopened(by profile: CookieProfile) -> WebsiteDataStore {
        let store = WebsiteDataStore(name: name, isPersistent: isPersistent, app: app, jar: jar.reopened(by: profile))
        let (activity, workers) = (activity.withLock { $0 }, workers.withLock { $0 })
        store.activity.withLock { $0 = activity }
        store.workers.withLock { $0 = workers }
        return store
    }

    // MARK: Ends of processes

    /// The app was ended in order and started again: only cookies with an expiry, of a persistent store, are still
    /// there. Writes that were under way have arrived before.
    public func relaunch() {
        httpCookieStore.deliverMessages()
        if isPersistent {
            jar.removeNonPersistent()
        } else {
            jar.removeAll()
            removeServiceWorkers()
        }
    }

    /// The network process dies and is started again, while the app goes on.
    ///
    /// Cookies without an expiry are gone (`send/session-ended`), and so are those that were written less than the
    /// profile's ``CookieProfile/diskWriteDelay`` ago (`send/lost-before-flush`): a completion handler that was called
    /// says only that the process knew them. Changes that were not on disk yet are undone. A store in memory is empty
    /// afterwards. Observers are told nothing.
    public func networkProcessCrash() {
        httpCookieStore.deliverMessages()
        jar.crash()
    }
}
