import BridgePrimitives
import Cookies
import SimulatedDevice

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
