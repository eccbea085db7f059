import BridgePrimitives
public import BrowserDriving
public import Cookies

extension BrowserEngine {
    /// The profile that claims to behave as this engine does.
    public var cookieProfile: CookieProfile {
        switch self {
        case .webkitgtk: .webkitgtk
        case .chromium: .chromium
        case .safari: .ios18
        }
    }
}

extension BrowserCookie {
    /// A cookie as an app gives it to a store, as WebDriver takes it.
    ///
    /// - Parameter host: of the page that the browser shows: a cookie for that host alone is host-only.
    package init(_ cookie: NativeCookie, pageHost host: String) {
        let sameSite: String? =
            switch cookie.sameSite {
            case .strict: "Strict"
            case .lax: "Lax"
            default: nil
            }
        self.init(
            name: cookie.name, value: cookie.value, domain: cookie.domain == host ? nil : cookie.domain,
            path: cookie.path, isSecure: cookie.isSecure, isHTTPOnly: cookie.isHTTPOnly, sameSite: sameSite,
            expiry: cookie.expiry.map { $0.millisecondsSinceEpoch / 1000 })
    }
}
