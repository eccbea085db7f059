import BridgePrimitives
import BridgeTrace
import CookieStores
package import Cookies
import SimulatedDevice

/// A cookie as native code has it; it is in no store until somebody puts it there.
///
/// Names and values are as on Apple's systems. Ports, comments and the version are not kept: no jar looks at them.
public final class HTTPCookie: Sendable {
    package let native: NativeCookie

    init(_ native: NativeCookie) { self.native = native }

    /// Nil unless there are a name, a value, a path and a domain or an origin URL; the trace says what was missing.
    ///
    /// An age counts from the device's clock, and from the system's outside of an app.
    public convenience init?(properties: [HTTPCookiePropertyKey: Any]) {
        let read = NativeCookieProperties(properties)
        let process = AppProcess.current
        do throws(NativeCookieRefusal) {
            self.init(try NativeCookie(read, now: process?.device.now ?? Instant(Date())))
        } catch {
            process?.noteRefusal(of: read, error)
            return nil
        }
    }

    public var name: String { native.name }
    public var value: String { native.value }
    /// With a leading dot where subdomains get the cookie too.
    public var domain: String { native.domain }
    public var path: String { native.path }
    public var isSecure: Bool { native.isSecure }
    public var isHTTPOnly: Bool { native.isHTTPOnly }
    /// Nil for a cookie that ends with the process.
    public var expiresDate: Date? { native.expiry.map { Date($0) } }
    public var isSessionOnly: Bool { native.expiry == nil }
    /// Nil as well for `None`.
    public var sameSitePolicy: HTTPCookieStringPolicy? {
        switch native.sameSite {
        case .lax: .sameSiteLax
        case .strict: .sameSiteStrict
        case .none, .unspecified: nil
        }
    }

    /// What makes this cookie again, but for `SameSite=None`, for which there is no value.
    public var properties: [HTTPCookiePropertyKey: Any]? {
        var properties: [HTTPCookiePropertyKey: Any] = [.name: name, .value: value, .domain: domain, .path: path]
        properties[.expires] = expiresDate
        if isSessionOnly { properties[.discard] = "TRUE" }
        if isSecure { properties[.secure] = "TRUE" }
        if isHTTPOnly { properties[HTTPCookiePropertyKey("HttpOnly")] = "TRUE" }
        properties[.sameSitePolicy] = sameSitePolicy
        return properties
    }

    public typealias AcceptPolicy = HTTPCookieAcceptPolicy
}

extension HTTPCookie: Hashable {
    public static func == (a: HTTPCookie, b: HTTPCookie) -> Bool { a.native == b.native }
    public func hash(into hasher: inout Hasher) { hasher.combine(native) }
}

extension HTTPCookie: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Without the value, which may be a token.
    public var description: String { native.description }
    public var debugDescription: String { native.debugDescription }
    public var customMirror: Mirror { native.customMirror }
}

extension AppProcess {
    /// Where Apple's initializer answers nil, the trace has a write that was refused.
    fileprivate func noteRefusal(of properties: NativeCookieProperties, _ refusal: NativeCookieRefusal) {
        let event = CookieWriteEvent(
            store: "HTTPCookie(properties:)", source: .native,
            host: properties.domain ?? properties.originURL?.host ?? "", name: properties.name ?? "",
            value: device.trace.masking.secret(properties.value ?? ""), attributes: "", outcome: .rejected,
            reasons: refusal.reasons.map(\.code))
        device.trace.record(.cookieWrite(event), by: .app)
    }
}

extension HTTPCookie {
    /// The cookies that a response's header fields hold.
    ///
    /// - Parameters:
    ///   - headerFields: as `allHeaderFields` gives them, several `Set-Cookie` folded into one; names in any case.
    ///   - URL: gives domain and path where a cookie has none. One without a host gives no cookies.
    public class func cookies(withResponseHeaderFields headerFields: [String: String], for URL: URL) -> [HTTPCookie] {
        guard let url = try? CookieURL(URL.absoluteString), !url.host.isEmpty else { return [] }
        let fields = headerFields.filter { ASCIIText.isSame($0.key, "set-cookie") }.map { Array($0.value.utf8) }
        let now = AppProcess.current?.device.now ?? Instant(Date())
        return NativeCookie.cookies(withSetCookieFields: fields, for: url, now: now)
            .compactMap(\.cookie).map(HTTPCookie.init)
    }

    /// The `Cookie` header that has these cookies, whatever their domains; empty without any.
    public class func requestHeaderFields(with cookies: [HTTPCookie]) -> [String: String] {
        guard !cookies.isEmpty else { return [:] }
        return ["Cookie": cookies.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")]
    }
}
