import Cookies
import CookieStores
import SimulatedDevice

/// The cookies of a data store: those that its web views send and their pages see.
///
/// Each call is a message to another process. Its handler is called, or its `async` form returns, when the message has
/// arrived; a load that was begun before may not have what it brings (`send/not-committed-yet`).
@preconcurrency @MainActor
public final class WKHTTPCookieStore {
    let store: HTTPCookieStore
    private let process: AppProcess
    private var relays: [ObserverRelay] = []

    init(_ store: HTTPCookieStore, of process: AppProcess) { (self.store, self.process) = (store, process) }

    // MARK: With handlers

    public func getAllCookies(_ completionHandler: @escaping @MainActor @Sendable ([HTTPCookie]) -> Void) {
        perform { store in
            await store.cookies
        } then: {
            completionHandler($0)
        }
    }

    /// What came of it is not told: the trace has it.
    public func setCookie(_ cookie: HTTPCookie, completionHandler: (@MainActor @Sendable () -> Void)? = nil) {
        guard !process.isEnded else { return }
        process.callDidBegin()
        store.setCookie(cookie.native) { [self] _ in answer(completionHandler) }
    }

    public func delete(_ cookie: HTTPCookie, completionHandler: (@MainActor @Sendable () -> Void)? = nil) {
        guard !process.isEnded else { return }
        process.callDidBegin()
        store.delete(cookie.native) { [self] _ in answer(completionHandler) }
    }

    public func setCookiePolicy(
        _ policy: CookiePolicy, completionHandler: (@MainActor @Sendable () -> Void)? = nil
    ) {
        perform { store in
            await store.setCookiePolicy(policy.native)
        } then: {
            completionHandler?()
        }
    }

    public func getCookiePolicy(_ completionHandler: @escaping @MainActor @Sendable (CookiePolicy) -> Void) {
        perform { store in
            CookiePolicy(await store.cookiePolicy())
        } then: {
            completionHandler($0)
        }
    }

    // MARK: Awaited

    public func allCookies() async -> [HTTPCookie] { await store.cookies }

    public func setCookie(_ cookie: HTTPCookie) async {
        if !process.isEnded { await store.setCookie(cookie.native) }
    }

    /// Does nothing to an HttpOnly cookie when the given one is none.
    public func deleteCookie(_ cookie: HTTPCookie) async {
        if !process.isEnded { await store.delete(cookie.native) }
    }

    public func setCookiePolicy(_ policy: CookiePolicy) async {
        if !process.isEnded { await store.setCookiePolicy(policy.native) }
    }

    public var cookiePolicy: CookiePolicy { get async { CookiePolicy(await store.cookiePolicy()) } }

    /// Whether the store takes cookies; iOS 17.
    public enum CookiePolicy: Int, Sendable {
        case allow = 0
        /// What is there stays and is sent.
        case disallow = 1

        init(_ policy: CookieStores.CookiePolicy) { self = policy == .allow ? .allow : .disallow }
        var native: CookieStores.CookiePolicy { self == .allow ? .allow : .disallow }
    }

    // MARK: Observers

    /// The observer is told after each change, whoever made it, and is not kept alive.
    public func add(_ observer: any WKHTTPCookieStoreObserver) {
        relays.removeAll { $0.observer == nil }
        guard !relays.contains(where: { $0.observer === observer }) else { return }
        let relay = ObserverRelay(to: observer, of: self, in: process)
        relays.append(relay)
        store.add(relay)
    }

    public func remove(_ observer: any WKHTTPCookieStoreObserver) {
        for relay in relays where relay.observer === observer { store.remove(relay) }
        relays.removeAll { $0.observer == nil || $0.observer === observer }
    }

    // MARK: Inside

    private func perform<Value: Sendable>(
        _ body: @escaping @Sendable (HTTPCookieStore) async -> Value,
        then finish: @escaping @MainActor @Sendable (Value) -> Void
    ) {
        guard !process.isEnded else { return }
        process.callDidBegin()
        // Ends with the app's handler.
        Task { @MainActor [store, process] in
            let value = await body(store)
            if !process.isEnded { finish(value) }
            process.callDidEnd()
        }
    }

    /// Calls an app's handler as code of the app, wherever the message arrived.
    private nonisolated func answer(_ completionHandler: (@MainActor @Sendable () -> Void)?) {
        guard let completionHandler else { return process.callDidEnd() }
        AppProcess.$current.withValue(process) {
            // Ends with the app's handler.
            _ = Task { @MainActor in
                if !process.isEnded { completionHandler() }
                process.callDidEnd()
            }
        }
    }
}

extension HTTPCookieStore {
    fileprivate var cookies: [HTTPCookie] {
        get async { await allCookies().map { HTTPCookie(NativeCookie($0)) } }
    }
}

/// Wants to know that a store has changed; what has changed is not said.
@preconcurrency @MainActor
public protocol WKHTTPCookieStoreObserver: AnyObject {
    func cookiesDidChange(in cookieStore: WKHTTPCookieStore)
}

extension WKHTTPCookieStoreObserver {
    public func cookiesDidChange(in cookieStore: WKHTTPCookieStore) {}
}

/// Brings a store's changes to an app's observer.
@MainActor
private final class ObserverRelay: CookieStoreObserver {
    private(set) weak var observer: (any WKHTTPCookieStoreObserver)?
    private weak var store: WKHTTPCookieStore?
    private let process: AppProcess

    init(to observer: any WKHTTPCookieStoreObserver, of store: WKHTTPCookieStore, in process: AppProcess) {
        (self.observer, self.store, self.process) = (observer, store, process)
    }

    nonisolated func cookiesDidChange(in _: HTTPCookieStore) {
        AppProcess.$current.withValue(process) {
            // Ends with the observer's method.
            _ = Task { @MainActor in
                if let store, !process.isEnded { observer?.cookiesDidChange(in: store) }
            }
        }
    }
}
