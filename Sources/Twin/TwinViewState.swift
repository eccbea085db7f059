import BridgeTrace
import Cookies
import HTTPLoader
import Worlds

/// What one view has come to after a step. Values of cookies are masked, equal ones alike.
struct TwinViewState: Hashable, Sendable {
    /// What is compared, in the order in which it is told.
    enum Aspect: String, CaseIterable, Sendable {
        case requests = "Cookie headers"
        case jar = "cookie jar"
        case documentCookie = "document.cookie"
        case route = "route"
        case userID = "signed in"
    }

    private var values: [Aspect: [String]] = [:]

    /// The aspect as lines of text, never empty.
    subscript(_ aspect: Aspect) -> [String] {
        let lines = values[aspect] ?? []
        return lines.isEmpty ? ["none"] : lines
    }

    /// - Parameters:
    ///   - requests: for pages, as the server saw them.
    ///   - jar: the cookies that the view would send with the page's address, in any order.
    ///   - documentCookie: as a script of the page reads it.
    ///   - address: of the page, host and target.
    init(
        requests: [WebAppObserver.PageRequest], jar: [JarCookie], documentCookie: String, route: String?,
        address: String, userID: String?, masking: Masking
    ) {
        values[.requests] = requests.map { request in
            let cookies = request.cookieHeader.map { Self.masked($0, by: masking) } ?? "no cookies"
            return "\(request.method) \(masking.url(request.address)): \(cookies)"
        }
        values[.jar] = jar.map { $0.text(by: masking) }.sorted()
        values[.documentCookie] = documentCookie.isEmpty ? [] : [Self.masked(documentCookie, by: masking)]
        values[.route] = ["\(route ?? "no route"), \(masking.url(address))"]
        values[.userID] = userID.map { [$0] } ?? ["nobody"]
    }

    /// `a=1; b=2` with each value masked.
    private static func masked(_ cookies: String, by masking: Masking) -> String {
        cookies.split(separator: "; ").map { pair in
            guard let equals = pair.firstIndex(of: "=") else { return masking.secret(String(pair)).text }
            return "\(pair[..<equals])=\(masking.secret(String(pair[pair.index(after: equals)...])))"
        }.joined(separator: "; ")
    }
}

/// A cookie of either kind of jar, as far as both tell of it.
struct JarCookie: Hashable, Sendable {
    var name: String, value: String, domain: String, path: String
    var isSecure: Bool, isHTTPOnly: Bool, isPersistent: Bool

    init(_ cookie: Cookie) {
        (name, value, domain, path) = (cookie.name, cookie.value, cookie.domain, cookie.path)
        (isSecure, isHTTPOnly, isPersistent) = (cookie.isSecure, cookie.isHTTPOnly, cookie.isPersistent)
    }

    init(
        name: String, value: String, domain: String, path: String, isSecure: Bool, isHTTPOnly: Bool, isPersistent: Bool
    ) {
        (self.name, self.value, self.domain, self.path) = (name, value, domain, path)
        (self.isSecure, self.isHTTPOnly, self.isPersistent) = (isSecure, isHTTPOnly, isPersistent)
    }

    func text(by masking: Masking) -> String {
        "\(name)=\(masking.secret(value)); \(domain)\(path)\(isSecure ? "; Secure" : "")"
            + "\(isHTTPOnly ? "; HttpOnly" : "")\(isPersistent ? "; with an expiry" : "")"
    }
}
