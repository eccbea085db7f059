import BridgePrimitives

/// What a request line asks a proxy for (RFC 9112 §3.2).
enum RequestTarget: Hashable, Sendable {
    /// `CONNECT host:port`, the authority form.
    case tunnel(ProxiedHost)
    /// `GET http://host/path`, the absolute form; the path has its query, and is `/` where there is none.
    case absolute(scheme: Scheme, ProxiedHost, path: String)
    /// `GET /path`: to the server that the connection is with.
    case origin(path: String)

    enum Scheme: String, Hashable, Sendable {
        case http, https

        var port: Int { self == .http ? 80 : 443 }
    }

    /// - Parameters:
    ///   - method: as it was sent; `CONNECT` alone takes the authority form.
    ///   - target: as it was sent.
    /// - Returns: nil for what is none of the three.
    init?(method: String, target: String) {
        if method == "CONNECT" {
            guard let host = ProxiedHost(target, defaultPort: nil) else { return nil }
            self = .tunnel(host)
            return
        }
        let bytes = target.utf8
        guard bytes.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { return nil }
        if bytes.first == UInt8(ascii: "/") || target == "*" {
            self = .origin(path: target)
            return
        }
        guard let mark = target.firstRange(of: "://"),
            let scheme = Scheme(rawValue: ASCIIText.lowercased(target[..<mark.lowerBound].utf8))
        else { return nil }
        let rest = target[mark.upperBound...].utf8
        let authority = rest.prefix { !"/?#".utf8.contains($0) }
        guard let host = ProxiedHost(Substring(authority), defaultPort: scheme.port) else { return nil }
        // What follows a number sign is never sent, so it is no part of a path.
        let tail = String(decoding: rest.dropFirst(authority.count).prefix { $0 != UInt8(ascii: "#") }, as: UTF8.self)
        self = .absolute(scheme: scheme, host, path: tail.utf8.first == UInt8(ascii: "/") ? tail : "/" + tail)
    }
}
