import Cookies

/// One way for a cookie to reach a browser, and one way from there to the page that wants it.
struct CookieSetUp: Sendable, CustomStringConvertible {
    /// Who writes the cookie.
    enum Way: String, CaseIterable { case header, headerOfRedirect = "header of a redirect", script, store }
    /// What lies between the page that got the cookie and the page that wants it.
    enum Route: String, CaseIterable {
        case straight, sameHost = "by a redirect", otherSite = "by another site", thereAndBack = "there and back"
        case plain = "over HTTP", upgrade = "from HTTP to HTTPS"
    }

    let number: Int
    let way: Way
    let route: Route
    /// The name and value, and what follows them; `SITE` stands for the set-up's registrable domain.
    let line: String

    var site: String { "site\(number).localhost" }
    var host: String { "app.\(site)" }
    var otherHost: String { "other\(number).localhost" }
    var startsOnHTTP: Bool { route == .plain || route == .upgrade }
    var endsOnHTTP: Bool { route == .plain }
    var cookieText: String { line.replacing("SITE", with: site) }
    var description: String { "\(line), \(way.rawValue), \(route.rawValue)" }

    /// By the rules of a name, of each attribute, and of the lifetime.
    private static let lines = [
        "a=1",
        "a=1; Secure",
        "a=1; HttpOnly",
        "a=1; Path=/set/deep",
        "a=1; Path=/elsewhere",
        "a=1; Domain=SITE",
        "a=1; Domain=localhost",
        "a=1; Domain=elsewhere.test",
        "a=1; SameSite=Strict",
        "a=1; SameSite=Lax",
        "a=1; SameSite=None",
        "a=1; SameSite=None; Secure",
        "a=1; Max-Age=0",
        "a=1; Max-Age=600",
        "a=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT",
        "__Host-a=1; Secure; Path=/",
        "__Host-a=1; Secure; Path=/; Domain=SITE",
        "__Secure-a=1",
        "a",
        "a=b=c; Unknown=x",
    ]

    /// What a cookie store can be told, which takes no lines.
    private static let natives = [
        "a=1", "a=1; Secure", "a=1; HttpOnly", "a=1; Path=/set/deep", "a=1; Domain=SITE", "a=1; SameSite=Strict",
        "a=1; SameSite=Lax",
    ]

    /// Every line in every way straight on; every way in which attributes decide by every route.
    static let all: [CookieSetUp] = {
        var rows: [(Way, Route, String)] = []
        for line in lines {
            rows += [(.header, .straight, line), (.headerOfRedirect, .sameHost, line), (.script, .straight, line)]
            rows += [(.header, .plain, line)]
        }
        let bySite = lines.filter { $0.contains("SameSite") } + ["a=1", "a=1; Secure", "a=1; HttpOnly"]
        for line in bySite {
            for route in [Route.sameHost, .otherSite, .thereAndBack, .upgrade] { rows.append((.header, route, line)) }
            rows += [(.script, .otherSite, line), (.script, .upgrade, line), (.headerOfRedirect, .otherSite, line)]
        }
        for line in natives { rows += [(.store, .straight, line), (.store, .otherSite, line)] }
        return rows.enumerated().map { number, row in
            CookieSetUp(number: number, way: row.0, route: row.1, line: row.2)
        }
    }()
}
