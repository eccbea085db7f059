import BridgePrimitives
import BridgeTrace
import Cookies

/// A request of the page, or for it, with its answer.
struct ServerExchange {
    let sequence: Int
    let actor: TraceActor
    let request: RequestEvent
    let url: CookieURL
    let answered: Int
    let response: ResponseEvent

    var status: Int { response.status ?? 0 }
    var isRedirect: Bool { (300..<400).contains(status) && response.location != nil }
    /// Where the answer leads.
    var target: CookieURL? { response.location.flatMap { url.resolving($0.text) } }
    /// `POST /api/login`
    var name: String { "\(request.method) \(url.path)" }
    /// What the server said: `401`, or `302 to /login`.
    var answer: String { response.location.map { "\(status) to \($0)" } ?? "\(status)" }

    func sent(_ name: String) -> CookieMention? { request.sent.first { $0.name == name } }

    /// Those of a trace, without preflights and without requests for Google's hosts.
    ///
    /// - Complexity: O(n) in events.
    static func all(in events: [TraceEvent]) -> [ServerExchange] {
        var open: [Int: (Int, TraceActor, RequestEvent, CookieURL)] = [:]
        var all: [ServerExchange] = []
        for event in events {
            switch event.kind {
            case .request(let request) where event.actor == .webView || event.actor == .page:
                guard request.method != "OPTIONS", let url = try? CookieURL(request.url.text), !url.isAuthService else {
                    continue
                }
                open[request.hop] = (event.sequence, event.actor, request, url)
            case .response(let response) where response.status != nil:
                guard let (sequence, actor, request, url) = open.removeValue(forKey: response.hop) else { continue }
                all.append(
                    ServerExchange(
                        sequence: sequence, actor: actor, request: request, url: url, answered: event.sequence,
                        response: response))
            default: continue
            }
        }
        return all
    }
}

extension ServerExchange {
    /// Whether the request looks like one that asks a server for a session: it carries a proof, or its path says so.
    var asksForSession: Bool {
        // A redirect takes the header along.
        if hasAuthorization { return !url.isNamedForSignIn || request.method != "GET" }
        return request.method != "GET" && url.isNamedForSession
    }

    private var hasAuthorization: Bool { request.value(of: "authorization") != nil }

    /// A clause that says whether the request carried the user's proof; empty if it had no Authorization header.
    var proof: String {
        guard let value = request.value(of: "authorization") else { return "" }
        return value.text.lowercased().hasPrefix("bearer ")
            ? ", though it had an Authorization header" : ", and its Authorization header does not begin with Bearer"
    }

    /// Whether its Authorization header has one of these tokens.
    func carries(oneOf tokens: Set<MaskedText>) -> Bool {
        guard let value = request.value(of: "authorization") else { return false }
        return tokens.contains { value.text.hasSuffix($0.text) }
    }

    /// Whether a script asked its own server without cookies, though others of its requests had some.
    func leavesCookiesOut(beside others: [Self]) -> Bool {
        actor == .page && request.sent.isEmpty
            && others.contains { $0.sequence < sequence && $0.url.origin == url.origin && !$0.request.sent.isEmpty }
    }

    /// Whether a script asked another origin without cookies.
    var omitsCredentials: Bool {
        guard actor == .page, let origin = request.value(of: "origin") else { return false }
        return origin.text != url.origin && request.sent.isEmpty
    }
}

extension RequestEvent {
    /// The value of the first header field of that name.
    ///
    /// - Parameter name: in lower case.
    func value(of name: String) -> MaskedText? {
        fields.first { ASCIIText.isSame($0.name.utf8, name.utf8) }?.value
    }

    /// Whether it carries something by which a server may know the user.
    var hasCredential: Bool { !sent.isEmpty || value(of: "authorization") != nil }
}

extension CookieURL {
    var origin: String { "\(scheme)://\(host)\(port.map { ":\($0)" } ?? "")" }

    /// Whether it is one of Google's hosts for accounts and tokens.
    var isAuthService: Bool { ["identitytoolkit.googleapis.com", "securetoken.googleapis.com"].contains(host) }

    /// Whether the last part of its path is a usual name of a sign-in page.
    var isNamedForSignIn: Bool {
        let name = ASCIIText.lowercased(path.split(separator: "/").last.map(String.init) ?? "")
        return ["login", "signin", "logon"].contains(name.filter { $0 != "-" && $0 != "_" })
    }

    /// Whether a part of its path is a usual name of the request that begins a session: `/api/session-login`, not `/design`
    /// and not `/session/end`.
    var isNamedForSession: Bool {
        let words = path.split { "/-_.".contains($0) }.map { ASCIIText.lowercased(String($0)) }
        guard
            !words.contains(where: {
                Self.wordsOfEnds.contains($0) || $0.hasSuffix("logout") || $0.hasSuffix("signout")
            })
        else { return false }
        return words.contains { word in
            Self.wordsOfSessions.contains(word)
                || Self.partsOfSessions.contains { word.hasPrefix($0) || word.hasSuffix($0) }
        }
    }

    private static let wordsOfSessions: Set = [
        "auth", "oauth", "oauth2", "sess", "sign", "enter", "exchange", "sso", "verify",
    ]
    private static let partsOfSessions = [
        "login", "logon", "signin", "signup", "session", "sessions", "token", "authenticat",
    ]
    private static let wordsOfEnds: Set = ["out", "logoff", "end", "delete", "destroy", "revoke"]

    /// Where a `Location` of its answer leads; nil for one that is no URL.
    func resolving(_ location: String) -> CookieURL? {
        if location.contains("://") { return try? CookieURL(location) }
        if location.hasPrefix("//") { return try? CookieURL("\(scheme):\(location)") }
        if location.hasPrefix("/") { return try? CookieURL(origin + location) }
        guard let first = location.first, first != "?", first != "#" else { return self }
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "/"
        return try? CookieURL("\(origin)\(folder)\(location)")
    }
}
