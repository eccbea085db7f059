import BridgePrimitives
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
    ///   - requests: for pages, a line each.
    ///   - jar: cookies of the view's store, in any order.
    ///   - documentCookie: as a script of the page reads it.
    ///   - address: of the page, host, target and fragment.
    init(
        requests: [String], jar: [JarCookie], documentCookie: String, route: String?,
        address: String, userID: String?, masking: Masking
    ) {
        values[.requests] = requests
        values[.jar] = jar.map { $0.text(by: masking) }.sorted()
        values[.documentCookie] = documentCookie.isEmpty ? [] : [Self.masked(documentCookie, by: masking)]
        values[.route] = ["\(route ?? "no route"), \(masking.url(address))"]
        values[.userID] = userID.map { [$0] } ?? ["nobody"]
    }

    /// Requests for pages, as the server saw them.
    static func lines(of requests: [WebAppObserver.PageRequest], masking: Masking) -> [String] {
        requests.map { request in
            let cookies = request.cookieHeader.map { masked($0, by: masking) } ?? "no cookies"
            return "\(request.method) \(masking.url(request.address)): \(cookies)"
        }
    }

    /// Requests for the view's own document and on the redirects to it, as they were on the wire.
    static func documents(in events: [TraceEvent]) -> [String] {
        func document(_ url: MaskedText) -> String { String(url.text.prefix { $0 != "#" }) }
        var awaited: [String: Int] = [:]
        for case .navigation(let navigation) in events.map(\.kind)
        where navigation.phase == .didStartProvisional || navigation.phase == .didReceiveServerRedirect {
            awaited[document(navigation.url), default: 0] += 1
        }
        return events.compactMap { event in
            guard case .request(let request) = event.kind, event.actor == .webView,
                let count = awaited[document(request.url)], count > 0
            else { return nil }
            awaited[document(request.url)] = count - 1
            let cookies = request.sent.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
            return "\(request.method) \(document(request.url)): \(cookies.isEmpty ? "no cookies" : cookies)"
        }
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

    init(_ cookie: NativeCookie) {
        (name, value, path) = (cookie.name, cookie.value, cookie.path)
        domain = String(cookie.domain.trimmingPrefix("."))
        (isSecure, isHTTPOnly, isPersistent) = (cookie.isSecure, cookie.isHTTPOnly, cookie.expiry != nil)
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
