import BridgePrimitives
public import Cookies

/// The native door to a web view's cookies, as `WKHTTPCookieStore`.
///
/// Each call is a message to the process that holds the jar. The `async` forms return when the message has arrived, so
/// a load that is started after `await` always has the cookie. The forms with a completion handler return at once: in
/// profiles where native writes race with loads (``NativeWriteOrder/race``), ``writeSchedule`` says when their message
/// arrives.
///
/// In an app with app-bound domains the store takes native cookies of these domains only, and lists no others; what
/// pages and servers do is not filtered.
public final class HTTPCookieStore: Sendable {
    public let jar: SharedCookieJar
    private let observers = Mutex<[WeakObserver]>([])
    let mailbox = Mutex(Mailbox())
    let comparisons = Mutex<[SharedCookieJar]>([])
    let order = Mutex<(any EventOrdering)?>(nil)

    private struct WeakObserver: Sendable {
        weak let object: (any CookieStoreObserver)?
    }

    private let boundTo: AppBoundDomains?

    init(jar: SharedCookieJar, boundTo: AppBoundDomains?) {
        (self.jar, self.boundTo) = (jar, boundTo)
        jar.onChange { [weak self] in self?.tellObservers() }
    }

    // MARK: Awaited

    /// Puts a cookie in; the decision says what came of it, where WebKit's call tells nothing.
    @discardableResult
    public func setCookie(_ cookie: NativeCookie) async -> StoreDecision {
        await send(.set(cookie))
    }

    /// Takes the cookie of that name, domain and path out. HttpOnly must be as it is in the store.
    @discardableResult
    public func delete(_ cookie: NativeCookie) async -> StoreDecision {
        await send(.delete(cookie))
    }

    public func allCookies() async -> [Cookie] {
        guard await travel(.listCookies) == .now else { return [] }
        return jar.all().filter { isPermitted($0.domain) }
    }

    /// Deletes all cookies. Observers are called once, if there were any.
    public func deleteAllCookies() async {
        guard await travel(.deleteCookies) == .now else { return }
        jar.deleteAll()
    }

    /// Deletes the cookies that are meant, HttpOnly ones too. Observers are called once, if there were any.
    func deleteCookies(where isMeant: (Cookie) -> Bool) async {
        guard await travel(.deleteCookies) == .now else { return }
        jar.delete(where: isMeant)
    }

    /// Whether the store takes cookies now.
    public func cookiePolicy() async -> CookiePolicy {
        guard await travel(.listCookies) == .now else { return .allow }
        return jar.policy
    }

    /// Whether the store takes cookies from now on, as `setCookiePolicy(_:)` of iOS 17.
    public func setCookiePolicy(_ policy: CookiePolicy) async {
        guard await travel(.setCookiePolicy) == .now else { return }
        jar.policy = policy
    }

    // MARK: Not awaited

    /// When the messages of calls with a completion handler arrive; see ``WriteSchedule``.
    public var writeSchedule: WriteSchedule {
        get { mailbox.withLock { $0.schedule } }
        set { mailbox.withLock { $0.schedule = newValue } }
    }

    /// The schedule where nobody has set ``writeSchedule``.
    package func useByDefault(_ schedule: WriteSchedule) { mailbox.withLock { $0.usualSchedule = schedule } }

    /// A view that has this store begins a load, and its request will leave later: see
    /// ``WriteSchedule/afterBegunLoads``.
    ///
    /// - Returns: what ``loadEnds(_:)`` must be told.
    package func loadBegins() -> Int { mailbox.withLock { $0.beginLoad() } }

    package func loadEnds(_ number: Int) {
        for message in mailbox.withLock({ $0.endLoad(number) }) { deliver(message) }
    }

    /// Posts the cookie and returns at once. The handler is called when it has arrived, and gets the decision.
    public func setCookie(_ cookie: NativeCookie, completionHandler: (@Sendable (StoreDecision) -> Void)?) {
        post(Mailbox.Message(.set(cookie), completionHandler))
    }

    /// Posts the deletion and returns at once; as ``setCookie(_:completionHandler:)``.
    public func delete(_ cookie: NativeCookie, completionHandler: (@Sendable (StoreDecision) -> Void)?) {
        post(Mailbox.Message(.delete(cookie), completionHandler))
    }

    private func post(_ message: Mailbox.Message) {
        if let ordering, jar.profile.nativeWriteOrder.value == .race { return post(message, to: ordering) }
        let (isLate, waitsForTurn) = mailbox.withLock { mailbox in
            guard jar.profile.nativeWriteOrder.value == .race else { return (false, false) }
            return (mailbox.keep(message), mailbox.schedule == .afterBegunLoads)
        }
        guard isLate else { return deliver(message) }
        guard waitsForTurn else { return }
        // Ends with the turn that the app's code is in now: what the main actor does next comes after it.
        Task { @MainActor in
            for message in mailbox.withLock({ $0.takeUnlessLoading() }) { deliver(message) }
        }
    }

    /// A request has left, and what was under way arrives.
    func requestHasLeft() {
        for message in mailbox.withLock({ $0.takeAfterRequest() }) { deliver(message) }
    }

    /// Everything that is under way arrives, in the order in which it was posted.
    func deliverMessages() {
        for message in mailbox.withLock({ $0.takeAll() }) { deliver(message) }
    }

    func deliver(_ message: Mailbox.Message) {
        let decision = perform(message.write)
        message.completionHandler?(decision)
    }

    private func perform(_ write: NativeWrite) -> StoreDecision {
        switch write {
        case .set(let cookie) where !isPermitted(cookie.identity.domain):
            jar.refuse(native: cookie, reason: .appBoundFiltered)
        case .set(let cookie): jar.store(native: cookie)
        case .delete(let cookie): jar.delete(native: cookie)
        }
    }

    /// An empty list filters nothing (WebKit's APIHTTPCookieStore.cpp).
    private func isPermitted(_ domain: String) -> Bool {
        guard let boundTo, !boundTo.domains.isEmpty else { return true }
        return boundTo.contains(host: domain, publicSuffixes: jar.publicSuffixes)
    }

    /// What comes of a write when it has arrived; `ignored` of one that never will.
    private func send(_ write: NativeWrite) async -> StoreDecision {
        guard let ordering else {
            await travel()
            return perform(write)
        }
        guard await arrival(of: write, by: ordering) == .now else {
            return StoreDecision(outcome: .ignored, reasons: [], name: write.cookie.name)
        }
        return perform(write)
    }

    private func travel(_ kind: UnorderedEvent.Kind) async -> EventTurn {
        if let ordering { return await ordering.turn(of: event(kind)) }
        await travel()
        return .now
    }

    /// The way to the process that holds the jar: others may run before the message arrives, and what was posted
    /// earlier arrives earlier.
    private func travel() async {
        if jar.profile.nativeWriteOrder.value == .race { await Task.yield() }
        deliverMessages()
    }

    // MARK: Observers

    /// The observer is called once for each change, from any source; it is not kept alive. Adding it twice changes
    /// nothing.
    public func add(_ observer: any CookieStoreObserver) {
        observers.withLock { observers in
            observers.removeAll { $0.object == nil || $0.object === observer }
            observers.append(WeakObserver(object: observer))
        }
    }

    public func remove(_ observer: any CookieStoreObserver) {
        observers.withLock { $0.removeAll { $0.object == nil || $0.object === observer } }
    }

    private func tellObservers() {
        for observer in observers.withLock({ $0 }) { observer.object?.cookiesDidChange(in: self) }
    }
}

/// Somebody who wants to know that a store has changed, as `WKHTTPCookieStoreObserver`; what changed is not said.
public protocol CookieStoreObserver: AnyObject, Sendable {
    func cookiesDidChange(in store: HTTPCookieStore)
}
