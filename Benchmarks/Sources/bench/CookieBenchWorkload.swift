import BridgePrimitives
import Cookies
import Foundation

/// Cookies of many sites and look-ups of them: the same for a seed, and chosen so that all jars agree about it.
///
/// Ten cookies a domain: half with `Domain`, a third `Secure`, a third `HttpOnly`, six paths, some with a lifetime, all
/// set over https from three subdomains. Look-ups come from the three subdomains, four in five over https.
struct CookieWorkload {
    static let cookiesPerDomain = 10

    let sets: [(url: String, cookie: String)]
    let lookups: [String]

    init(domains: Int, lookups count: Int) {
        var generator = SeededGenerator(seed: 6265)
        sets = (0..<domains).flatMap { domain in
            (0..<Self.cookiesPerDomain).map { Self.cookie($0, domain: domain, using: &generator) }
        }
        lookups = (0..<count).map { _ in Self.lookup(domains: domains, using: &generator) }
    }

    private static let subdomains = ["www", "app", "static"]
    private static let paths = ["/", "/account", "/account/settings", "/shop", "/shop/cart/", "/api/v1"]
    private static let pages = [
        "/", "/account/settings", "/account/settings/email?tab=2", "/shop/cart/checkout", "/shop/item/1024",
        "/api/v1/session",
    ]
    // Registrable names are one label below these, in every edition of the public suffix list.
    private static let suffixes = ["com", "org", "net", "de", "co.uk"]

    static func domain(_ number: Int) -> String { "brand\(number).\(suffixes[number % suffixes.count])" }

    static func cookie(
        _ number: Int, domain: Int, using generator: inout SeededGenerator
    ) -> (url: String, cookie: String) {
        let domain = Self.domain(domain)
        let value = String(generator.next(), radix: 16) + String(generator.next(), radix: 16)
        var line = "\(["session", "id", "theme", "cart", "csrf"][number % 5])\(number)=\(value)"
        line += "; Path=\(paths[number % paths.count])"
        if number % 2 == 0 { line += "; Domain=\(domain)" }
        if number % 3 == 0 { line += "; Secure" }
        if number % 3 == 1 { line += "; HttpOnly" }
        if number % 5 == 2 { line += "; Max-Age=2592000" }
        if number % 5 == 4 { line += "; SameSite=Lax" }
        let host = "\(subdomains[number % subdomains.count]).\(domain)"
        return ("https://\(host)\(pages[Int.random(in: 0..<pages.count, using: &generator)])", line)
    }

    static func lookup(domains: Int, using generator: inout SeededGenerator) -> String {
        let scheme = Int.random(in: 0..<5, using: &generator) == 0 ? "http" : "https"
        let subdomain = subdomains[Int.random(in: 0..<subdomains.count, using: &generator)]
        let domain = Self.domain(Int.random(in: 0..<domains, using: &generator))
        return "\(scheme)://\(subdomain).\(domain)\(pages[Int.random(in: 0..<pages.count, using: &generator)])"
    }

    /// Stores all cookies as responses' ones.
    func fill(_ jar: inout CookieJar, now: Instant) throws {
        for (url, cookie) in sets { _ = jar.store(setCookie: cookie, from: try CookieURL(url), now: now) }
    }

    /// Performs all look-ups as top-level navigations.
    func headerBytes(of jar: inout CookieJar, now: Instant) throws -> Int {
        var bytes = 0
        for url in lookups {
            bytes += jar.requestHeader(for: RequestContext(url: try CookieURL(url)), now: now)?.utf8.count ?? 0
        }
        return bytes
    }

    /// Writes what the peers read: lines of a URL, a tab and a cookie, and lines of URLs.
    func write(sets setsFile: URL, lookups lookupsFile: URL) throws {
        let lines = sets.map { "\($0.url)\t\($0.cookie)\n" }.joined()
        try lines.write(to: setsFile, atomically: false, encoding: .utf8)
        try lookups.map { $0 + "\n" }.joined().write(to: lookupsFile, atomically: false, encoding: .utf8)
    }
}
