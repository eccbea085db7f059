public import Cookies
import Synchronization

/// The native door to a web view's cookies, as `WKHTTPCookieStore`.
///
/// In profiles where native writes race with loads (``NativeWriteOrder/race``), a write is done when `await` returns
/// and not before: a load started meanwhile may go without the cookie.
public final class HTTPCookieStore: Sendable {
    public let jar: SharedCookieJar
    private let observers = Mutex<[WeakObserver]>([])

    private struct WeakObserver: Sendable {
        weak let object: (any CookieStoreObserver)?
    }

    init(jar: SharedCookieJar) {
        self.jar = jar
        jar.onChange { [weak self] in self?.tellObservers() }
    }

    /// Puts a cookie in; the decision says what came of it, where WebKit's call tells nothing.
    @discardableResult
    public func setCookie(_ cookie: NativeCookie) async -> StoreDecision {
        await travel()
        return jar.store(native: cookie)
    }

    /// Takes the cookie of that name, domain and path out. HttpOnly must be as it is in the store.
    @discardableResult
    public func delete(_ cookie: NativeCookie) async -> StoreDecision {
        await travel()
        return jar.delete(native: cookie)
    }

    public func allCookies() async -> [Cookie] {
        await travel()
        return jar.all()
    }

    /// The observer is called once for each change, from any source; it is not kept alive.
    public func add(_ observer: any CookieStoreObserver) {
        observers.withLock { observers in
            observers.removeAll { $0.object == nil }
            observers.append(WeakObserver(object: observer))
        }
    }

    public func remove(_ observer: any CookieStoreObserver) {
        observers.withLock { $0.removeAll { $0.object == nil || $0.object === observer } }
    }

    /// The way to the process that holds the jar: others may run before the message arrives.
    private func travel() async {
        if jar.profile.nativeWriteOrder.value == .race { await Task.yield() }
    }

    private func tellObservers() {
        for observer in observers.withLock({ $0 }) { observer.object?.cookiesDidChange(in: self) }
    }
}

/// Somebody who wants to know that a store has changed, as `WKHTTPCookieStoreObserver`; what changed is not said.
public protocol CookieStoreObserver: AnyObject, Sendable {
    func cookiesDidChange(in store: HTTPCookieStore)
}
