import BridgePrimitives
import Cookies
import Testing

@Suite("Hostile bytes end and do not trap", .timeLimit(.minutes(5)))
struct HostileInputTests {
    private static let pieces = [
        "a=1", "; Path=/", ";Domain=", "app.test", ".", "..", "; Secure", "; HttpOnly", "; SameSite=", "None", "Lax",
        "; Max-Age=", "-1", "99999999999999999999", "; Expires=", "Wed, 09 Jun 2027 10:18:14 GMT", "31 Feb", "::", "=",
        ";", "\"", "__Host-", "__Secure-", "; Partitioned", " ", "\t", "é", "\u{301}", "%00", "/", "//", "\\", "[", "]",
        "127.0.0.1", "0x", "https://", "http://", "file:", "@", ":", "65536", "?", "#", "\r\n", "\u{0}", "\u{7F}",
    ]

    private func bytes(_ generator: inout SeededGenerator) -> [UInt8] {
        var bytes: [UInt8] = []
        for _ in 0..<Int.random(in: 0...12, using: &generator) {
            if Int.random(in: 0..<4, using: &generator) == 0 {
                bytes += (0..<3).map { _ in UInt8.random(in: 0...255, using: &generator) }
            } else {
                bytes += Array((Self.pieces.randomElement(using: &generator) ?? "").utf8)
            }
        }
        return bytes
    }

    @Test(arguments: CookieProfile.all)
    func anything(profile: CookieProfile) throws {
        var generator = SeededGenerator(seed: 6265)
        var jar = CookieJar(profile)
        let pages = try [
            "https://app.test/a/b", "http://www.app.test/", "http://127.0.0.1/", "https://[::1]/", "file:///x",
            "https://github.io/", "https://app.test./",
        ].map(CookieURL.init)
        for round in 0..<2000 {
            let line = bytes(&generator), text = String(decoding: bytes(&generator), as: UTF8.self)
            let page = (try? CookieURL(text)) ?? pages[round % pages.count]
            let moment = seconds(Int64.random(in: -1_000_000...1_000_000, using: &generator))
            let top = PartyContext(
                siteForCookies: pages.randomElement(using: &generator), trackingPrevention: round % 2 == 0)
            let sameSite = SameSiteContext(isSameSite: round % 3 != 0, isTopLevelNavigation: round % 5 == 0)
            let context = StoreContext(sameSite: sameSite, party: top)
            let decision = jar.store(setCookie: line, from: page, context: context, now: moment)
            #expect(decision.outcome != .rejected || decision.reasons.contains { !$0.isNote })
            #expect(!decision.isInJar || decision.reasons.allSatisfy(\.isNote))
            _ = jar.store(scriptCookie: text, from: page, context: context, now: moment)
            _ = jar.store(native: NativeCookie(name: text, value: "1", domain: text), now: moment)

            // The fast answer and the explained one agree, and every cookie is accounted for once.
            let request = RequestContext(url: page, sameSite: sameSite, party: top)
            let header = jar.requestHeader(for: request, now: moment)
            let sent = jar.requestCookies(for: request, now: moment)
            #expect(header == sent.header)
            #expect(sent.header == (sent.sent.isEmpty ? nil : sent.sent.map(\.headerPair).joined(separator: "; ")))
            #expect(sent.withheld.allSatisfy { !$0.reasons.isEmpty })
            #expect(Set(sent.sent.map(\.identity)).isDisjoint(with: sent.withheld.map(\.cookie.identity)))
            #expect(sent.header?.utf8.contains { $0 < 0x20 && $0 != 0x09 } != true)  // nothing splits a header
            let read = jar.scriptCookies(for: page, context: ScriptContext(sameSite: sameSite, party: top), now: moment)
            #expect(read.visible.allSatisfy { !$0.isHTTPOnly })
            if round % 500 == 499 { jar.removeNonPersistent() }
        }
        #expect(jar.all(now: now).count <= jar.count)
        jar.removeAll()
        #expect(jar.count == 0)
    }
}
