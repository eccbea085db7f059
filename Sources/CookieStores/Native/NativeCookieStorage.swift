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

    public init(profile: CookieProfile, publicSuffixes: any PublicSuffixes, clock: WorldClock, trace: TraceLog) {
        jar = SharedCookieJar(
            name: Self.name, profile: profile, publicSuffixes: publicSuffixes, clock: clock, trace: trace)
    }

    /// As `setCookie(_:)`.
    @discardableResult
    public func setCookie(_ cookie: NativeCookie) -> StoreDecision { jar.store(native: cookie) }

    /// What `URLSession` puts on a request.
    public func requestCookies(for url: CookieURL) -> RequestCookies {
        jar.requestCookies(for: RequestContext(url: url))
    }

    /// As `cookies`.
    public var cookies: [Cookie] { jar.all() }
}
