import Cookies

/// What a set-up came to, in the headless view or in a real engine.
struct SetUpOutcome: Hashable, Sendable {
    /// As the server saw them.
    var requests: [String]
    /// On the last page.
    var documentCookie: String
    /// All that the jar has, in no order.
    var jar: Set<Entry>

    struct Entry: Hashable, Sendable, CustomStringConvertible {
        var name: String, value: String, domain: String, path: String
        var isSecure: Bool, isHTTPOnly: Bool, isPersistent: Bool

        /// Jars differ in whether they write a dot before the domain.
        init(_ cookie: NativeCookie) {
            (name, value, path) = (cookie.name, cookie.value, cookie.path)
            domain = String(cookie.domain.trimmingPrefix("."))
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
    func differences(from engine: SetUpOutcome) -> [String] {
        var found: [String] = []
        if requests != engine.requests { found.append("requests: \(requests), engine \(engine.requests)") }
        if documentCookie != engine.documentCookie {
            found.append("document.cookie: \"\(documentCookie)\", engine \"\(engine.documentCookie)\"")
        }
        if jar != engine.jar { found.append("jar: \(Array(jar)), engine \(Array(engine.jar))") }
        return found
    }
}
