import BridgePrimitives
import HTTPLoader

/// The addresses of a set-up on the listeners of a run.
struct SetUpPlaces: Sendable {
    let httpPort: Int
    let httpsPort: Int

    /// Where the cookie comes from; without it for stores, which are told afterwards.
    func start(_ setUp: CookieSetUp) throws -> WebURL {
        var query: [(String, String)] = []
        switch setUp.way {
        case .header: query = [("set", setUp.cookieText)]
        case .script: query = [("script", setUp.cookieText)]
        case .headerOfRedirect, .store: break
        }
        return try url(setUp.host, "/set/start", isSecure: !setUp.startsOnHTTP, query)
    }

    /// The way to the last page, from its first request on.
    func route(_ setUp: CookieSetUp) throws -> WebURL {
        let end = try url(setUp.host, "/set/deep/end", isSecure: !setUp.endsOnHTTP)
        var hop: [(String, String)] = [("to", end.string)]
        if setUp.way == .headerOfRedirect {
            hop.append(("set", setUp.cookieText))
            let setting = try url(setUp.host, "/set/hop", isSecure: !setUp.startsOnHTTP, hop)
            guard setUp.route == .otherSite else { return setting }
            return try url(setUp.otherHost, "/set/hop", isSecure: true, [("to", setting.string)])
        }
        switch setUp.route {
        case .straight, .plain: return end
        case .sameHost, .upgrade: return try url(setUp.host, "/set/hop", isSecure: !setUp.startsOnHTTP, hop)
        case .otherSite: return try url(setUp.otherHost, "/set/hop", isSecure: true, hop)
        case .thereAndBack:
            let away = try url(setUp.otherHost, "/set/hop", isSecure: true, hop)
            return try url(setUp.host, "/set/hop", isSecure: true, [("to", away.string)])
        }
    }

    private func url(
        _ host: String, _ path: String, isSecure: Bool, _ query: [(String, String)] = []
    ) throws -> WebURL {
        let items = query.map { "\($0)=" + $1.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
        let origin = isSecure ? "https://\(host):\(httpsPort)" : "http://\(host):\(httpPort)"
        return try WebURL(origin + path + (items.isEmpty ? "" : "?" + items.joined(separator: "&")))
    }
}
