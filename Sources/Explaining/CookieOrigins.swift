import BridgePrimitives
package import Cookies

/// Where the cookies of requests came from, as far as what was recorded tells: an answer set them, or they were there
/// before, or somebody wrote them meanwhile.
package struct CookieOrigins {
    private struct Sighting: Hashable {
        let host: String
        let name: String
        let value: String
    }

    private var written: [[String]: [SetCookieReach]] = [:]
    private var seen: Set<Sighting> = []
    /// The latest request of each host.
    private var hosts: [String: Int] = [:]

    package init() {}

    /// A request that comes next.
    ///
    /// - Parameter index: grows from request to request.
    /// - Returns: its cookies that no answer before it has set to this value, each told once, with the request of the host
    ///   before it: none says that the cookie was there before.
    package mutating func request(
        _ index: Int, to url: CookieURL, _ pairs: [CookiePair]
    ) -> [(pair: CookiePair, before: Int?)] {
        defer { hosts[url.host] = index }
        return pairs.filter { pair in
            !isSet(pair, for: url)
                && seen.insert(Sighting(host: url.host, name: pair.name, value: pair.value)).inserted
        }.map { ($0, hosts[url.host]) }
    }

    /// Whether an answer wanted to set a cookie to this value, for this host, whatever a jar made of that.
    package func isSet(_ pair: CookiePair, for url: CookieURL) -> Bool {
        written[[pair.name, pair.value]]?.contains { $0.covers(url.host) } ?? false
    }

    /// Whether an answer wanted to set a cookie to this value, for any host.
    func isSet(_ pair: CookiePair) -> Bool { written[[pair.name, pair.value]] != nil }

    /// How many values are known, for whoever goes on without an end.
    package var count: Int { written.count + seen.count }

    package mutating func answer(from url: CookieURL, _ lines: [String]) {
        for line in lines {
            let reach = SetCookieReach(line, from: url.host)
            if let pair = reach.pair { written[[pair.name, pair.value], default: []].append(reach) }
        }
    }
}

/// For which hosts a `Set-Cookie` line may have been meant, before any jar decides.
private struct SetCookieReach {
    let pair: CookiePair?
    private let host: String
    private let domain: String?

    init(_ line: String, from host: String) {
        let parts = line.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        pair = parts.first.flatMap { CookiePair.read(String(decoding: $0, as: UTF8.self)).first }
        let attributes = parts.dropFirst().flatMap { CookiePair.read(String(decoding: $0, as: UTF8.self)) }
        let named = attributes.last { ASCIIText.isSame($0.name, "domain") }?.value
        domain = named.map { ASCIIText.lowercased($0.hasPrefix(".") ? String($0.dropFirst()) : $0) }
        self.host = host
    }

    func covers(_ other: String) -> Bool {
        guard other != host, let domain, !domain.isEmpty else { return other == host }
        return other == domain || other.hasSuffix(".\(domain)")
    }
}

/// A cookie as it stands in a `Cookie` field.
package struct CookiePair {
    package let name: String
    package let value: String

    /// Of a `Set-Cookie` line.
    static func set(by line: String) -> CookiePair? {
        read(String(decoding: line.utf8.prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self)).first
    }

    package static func read(_ header: String?) -> [CookiePair] {
        (header ?? "").utf8.split(separator: UInt8(ascii: ";")).map { part in
            let pair = ASCIIText.trimmed(part)
            guard let equals = pair.utf8.firstIndex(of: UInt8(ascii: "=")) else {
                return CookiePair(name: "", value: pair)
            }
            return CookiePair(
                name: ASCIIText.trimmed(pair.utf8[..<equals]),
                value: ASCIIText.trimmed(pair.utf8[pair.utf8.index(after: equals)...]))
        }
    }
}
