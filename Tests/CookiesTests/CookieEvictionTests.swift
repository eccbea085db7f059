import BridgePrimitives
import Cookies
import Testing

@Suite("Limits and eviction, RFC 6265bis §5.7, §6.1", .timeLimit(.minutes(5)))
struct CookieEvictionTests {
    private func jar(_ limits: CookieLimits) -> CookieJar {
        var profile = CookieProfile.rfc6265bis
        profile.limits.value = limits
        return CookieJar(profile)
    }

    @Test func chromiumLeaves152Of400() throws {
        var jar = CookieJar(.chromium)
        for number in 0..<400 { try jar.write("c\(number)=1", now: seconds(Int64(number))) }
        let left = jar.all(now: seconds(400))
        #expect(left.count == 152)
        #expect(left.first?.name == "c248")  // the oldest are gone
        #expect(left.last?.name == "c399")
        #expect(try jar.get(now: seconds(400)).reasons("c247") == [.evicted])
    }

    @Test func othersHaveNoKnownLimit() throws {
        for profile in [CookieProfile.webkitgtk, .ios17, .rfc6265bis] {
            var jar = CookieJar(profile)
            for number in 0..<400 { try jar.set("c\(number)=1", now: seconds(Int64(number))) }
            #expect(jar.count == 400)
        }
    }

    @Test(
        "A crowded site loses",
        arguments: [
            (["a; Secure", "b", "c; Secure", "d"], "b"),  // not Secure before Secure
            (["a; Secure", "b; Secure", "c; Secure", "d; Secure"], "a"),  // then the least recently used
            (["a", "b; Max-Age=2", "c", "d"], "b"),  // expired ones first of all
            (["a; Secure", "b; Secure", "c; Secure", "d"], "a"),  // the newest stays, though it is not Secure
        ])
    func order(lines: [String], victim: String) throws {
        var jar = jar(CookieLimits(perSite: 3, total: 100))
        for (second, line) in lines.enumerated() {
            let name = line.prefix(1)
            try jar.set("\(name)=1\(line.dropFirst())", at: "https://app.test/", now: seconds(Int64(second)))
        }
        #expect(jar.all(now: seconds(4)).map(\.name) == lines.map { String($0.prefix(1)) }.filter { $0 != victim })
    }

    @Test func useCountsAndSitesAreWhole() throws {
        var jar = jar(CookieLimits(perSite: 2, total: 100))
        try jar.set("a=1", at: "https://a.app.test/", now: seconds(0))
        try jar.set("b=1", at: "https://b.app.test/", now: seconds(1))
        _ = try jar.get("https://a.app.test/", now: seconds(2))
        let third = try jar.set("c=1", at: "https://c.app.test/", now: seconds(3))  // one site, three hosts
        #expect(third.evicted.map(\.name) == ["b"])
        #expect(third.reasons == [.evictedOthers])
        #expect(try jar.set("x=1", at: "https://other.test/", now: seconds(4)).evicted.isEmpty)
    }

    @Test func theWholeJarHasALimitToo() throws {
        var jar = jar(CookieLimits(perSite: 10, total: 5, totalPurge: 2))
        for number in 0..<6 { try jar.set("c=\(number)", at: "https://s\(number).test/", now: seconds(Int64(number))) }
        #expect(jar.all(now: seconds(6)).map(\.value) == ["3", "4", "5"])
    }

    @Test func partitionsAreLimitedInBytes() throws {
        var jar = CookieJar(.chromium)
        let context = StoreContext(party: PartyContext(siteForCookies: try url("https://top.test/")))
        for number in 0..<6 {
            let line = "c\(number)=\(String(repeating: "v", count: 2046)); Secure; SameSite=None; Partitioned"
            try jar.set(line, context: context, now: seconds(Int64(number)))
        }
        #expect(jar.all(now: seconds(6)).map(\.name) == ["c1", "c2", "c3", "c4", "c5"])  // 10 240 bytes
    }

    @Test func rememberingIsBounded() throws {
        var jar = jar(CookieLimits(perSite: 1, total: 100))
        for number in 0..<500 { try jar.set("c\(number)=1", now: seconds(Int64(number))) }
        #expect(try jar.get(now: seconds(500)).withheld.count == 64)
    }
}
