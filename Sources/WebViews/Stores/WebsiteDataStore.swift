public import BridgePrimitives
public import BridgeTrace
public import Cookies

/// What web views keep, as `WKWebsiteDataStore`: one cookie jar, shared by all views that are given the store.
public final class WebsiteDataStore: Sendable {
    /// What traces call it.
    public let name: String
    public let isPersistent: Bool
    public let httpCookieStore: HTTPCookieStore

    var jar: SharedCookieJar { httpCookieStore.jar }

    private init(name: String, isPersistent: Bool, jar: SharedCookieJar) {
        (self.name, self.isPersistent) = (name, isPersistent)
        httpCookieStore = HTTPCookieStore(jar: jar)
    }

    /// A store whose cookies with an expiry survive ``relaunch()``. Two calls give two stores, whatever their names.
    public static func persistent(
        name: String = "default", profile: CookieProfile, publicSuffixes: any PublicSuffixes, clock: WorldClock,
        trace: TraceLog
    ) -> WebsiteDataStore {
        let jar = SharedCookieJar(
            name: name, profile: profile, publicSuffixes: publicSuffixes, clock: clock, trace: trace,
            disk: DurableCookies(delay: profile.diskWriteDelay.value ?? .zero))
        return WebsiteDataStore(name: name, isPersistent: true, jar: jar)
    }

    /// A new, empty store that lives in memory.
    public static func nonPersistent(
        name: String = "nonPersistent", profile: CookieProfile, publicSuffixes: any PublicSuffixes, clock: WorldClock,
        trace: TraceLog
    ) -> WebsiteDataStore {
        let jar = SharedCookieJar(
            name: name, profile: profile, publicSuffixes: publicSuffixes, clock: clock, trace: trace)
        return WebsiteDataStore(name: name, isPersistent: false, jar: jar)
    }

    // MARK: Ends of processes

    /// The app was ended in order and started again: only cookies with an expiry, of a persistent store, are still
    /// there. Writes that were under way have arrived before.
    public func relaunch() {
        httpCookieStore.deliverMessages()
        if isPersistent { jar.removeNonPersistent() } else { jar.removeAll() }
    }

    /// The network process dies and is started again, while the app goes on.
    ///
    /// Cookies without an expiry are gone (`send/session-ended`), and so are those that were written less than the
    /// profile's ``CookieProfile/diskWriteDelay`` ago (`send/lost-before-flush`): that the completion handler was called
    /// says only that the process knew them. Changes that were not on disk yet are undone. A store in memory is empty
    /// afterwards. Observers are told nothing.
    public func networkProcessCrash() {
        httpCookieStore.deliverMessages()
        jar.crash()
    }
}
