import BrowserDriving
import Cookies

/// What a set-up came to, in the headless view or in a real browser.
struct TwinOutcome: Hashable, Sendable {
    /// As the server saw them.
    var requests: [String]
    /// On the last page.
    var documentCookie: String
    /// What the jar has for the last page, in no order.
    var jar: Set<Entry>

    struct Entry: Hashable, Sendable, CustomStringConvertible {
        var name: String, value: String, domain: String, path: String
        var isSecure: Bool, isHTTPOnly: Bool, isPersistent: Bool

        /// Jars differ in whether they write a dot before the domain.
        init(_ cookie: BrowserCookie) {
            (name, value, path) = (cookie.name, cookie.value, cookie.path)
            domain = String((cookie.domain ?? "").trimmingPrefix("."))
            (isSecure, isHTTPOnly) = (cookie.isSecure, cookie.isHTTPOnly)
            isPersistent = cookie.expiry != nil
        }

        init(_ cookie: Cookie) {
            (name, value, domain, path) = (cookie.name, cookie.value, cookie.domain, cookie.path)
            (isSecure, isHTTPOnly, isPersistent) = (cookie.isSecure, cookie.isHTTPOnly, cookie.isPersistent)
        }

        var description: String {
            "\(name)=\(value) \(domain)\(path)\(isSecure ? " Secure" : "")\(isHTTPOnly ? " HttpOnly" : "")"
                + (isPersistent ? " with an expiry" : "")
        }
    }

    /// What the two do not agree on, in words; empty when they do.
    func differences(from browser: TwinOutcome) -> [String] {
        var found: [String] = []
        if requests != browser.requests { found.append("requests: \(requests), browser \(browser.requests)") }
        if documentCookie != browser.documentCookie {
            found.append("document.cookie: \"\(documentCookie)\", browser \"\(browser.documentCookie)\"")
        }
        if jar != browser.jar { found.append("jar: \(Array(jar)), browser \(Array(browser.jar))") }
        return found
    }
}
