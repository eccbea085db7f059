public import BridgePrimitives
public import BridgeTrace
public import Cookies

/// `HTTPCookieStorage.shared`: the cookies of the app's own process, which `URLSession` reads and writes.
///
/// Web views have stores of their own; nothing goes from one to the other until the app copies it.
public final class NativeCookieStorage: Sendable {
    /// The storage's name in traces.
    public static let name = StoreName.native
    public let jar: SharedCookieJar
    private let policy = Mutex(AcceptPolicy.always)

    /// - Parameter name: in traces; another one for the storage of a session that keeps its cookies to itself.
    public init(
        name: String = NativeCookieStorage.name, profile: CookieProfile, publicSuffixes: any PublicSuffixes,
        clock: WorldClock, trace: TraceLog
    ) {
        jar = SharedCookieJar(name: name, profile: profile, publicSuffixes: publicSuffixes, clock: clock, trace: trace)
    }

    private init(jar: SharedCookieJar) { self.jar = jar }

    /// The storage as another version of the system opens it.
    package func reopened(by profile: CookieProfile) -> NativeCookieStorage {
        let storage = NativeCookieStorage(jar: jar.reopened(by: profile))
        storage.acceptPolicy = acceptPolicy
        return storage
    }

    /// Which cookies the storage takes, as `HTTPCookie.AcceptPolicy`.
    public enum AcceptPolicy: String, CaseIterable, Sendable {
        case always
        /// What is there stays and is sent.
        case never
        /// From responses, and with ``setCookies(_:for:mainDocument:)``, only cookies of the main document's site.
        case onlyFromMainDocumentDomain
    }

    public var acceptPolicy: AcceptPolicy {
        get { policy.withLock { $0 } }
        set {
            policy.withLock { $0 = newValue }
            jar.policy = newValue == .never ? .disallow : .allow
        }
    }

    /// As `setCookie(_:)`.
    @discardableResult
    public func setCookie(_ cookie: NativeCookie) -> StoreDecision { jar.store(native: cookie) }

    /// As `setCookies(_:for:mainDocumentURL:)`.
    ///
    /// - Parameters:
    ///   - url: where the cookies come from.
    ///   - mainDocument: whose page they are for; nil for none, and then every site is the main document's.
    /// - Returns: a decision for each cookie, in order.
    @discardableResult
    public func setCookies(
        _ cookies: [NativeCookie], for url: CookieURL?, mainDocument: CookieURL?
    ) -> [StoreDecision] {
        let isRefused =
            acceptPolicy == .onlyFromMainDocumentDomain && url.map { isForeign($0, to: mainDocument) } == true
        return cookies.map { isRefused ? jar.refuse(native: $0, reason: .thirdPartyBlocked) : jar.store(native: $0) }
    }

    private func isForeign(_ url: CookieURL, to mainDocument: CookieURL?) -> Bool {
        mainDocument.map { !jar.isSameSite(url, $0) } ?? false
    }

    /// Why a session keeps nothing of what a response sets; nil where the jar decides cookie by cookie.
    func refusal(of url: CookieURL, by use: NativeSession.CookieUse) -> StoreReason? {
        guard use.stores else { return .cookiesDisabled }
        let isLimited = use.onlyFromMainDocument || acceptPolicy == .onlyFromMainDocumentDomain
        return isLimited && isForeign(url, to: use.mainDocument) ? .thirdPartyBlocked : nil
    }

    /// As `deleteCookie(_:)`.
    @discardableResult
    public func delete(_ cookie: NativeCookie) -> StoreDecision { jar.delete(native: cookie) }

    /// Deletes what was made at `start` or later, as `removeCookies(since:)`. An update does not make a cookie anew.
    public func removeCookies(since start: Instant) { jar.delete { $0.creationTime >= start } }

    /// What `URLSession` puts on a request.
    public func requestCookies(for url: CookieURL) -> RequestCookies {
        jar.requestCookies(for: RequestContext(url: url))
    }

    /// As `cookies`.
    public var cookies: [Cookie] { jar.all() }
}
