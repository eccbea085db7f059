import BridgePrimitives
import Cookies
import Testing

@Suite("Identity, updates and order, RFC 6265bis §5.7 step 23, §5.8.3 step 4", .timeLimit(.minutes(5)))
struct CookieOrderTests {
    @Test func longerPathsFirstThenOlder() throws {
        var jar = CookieJar()
        for (second, path) in ["/", "/a/b", "/a", "/", "/a/b", "/a"].enumerated() {
            try jar.set("\(path.utf8.count)\(second)=x; Path=\(path)", now: seconds(Int64(second)))
        }
        #expect(
            try jar.get("https://app.test/a/b/c", now: seconds(9)).sent.map(\.name) == [
                "41", "44", "22", "25", "10", "13",
            ])
        #expect(try jar.get("https://app.test/a", now: seconds(9)).sent.map(\.name) == ["22", "25", "10", "13"])
    }

    @Test func ordersAcrossDomains() throws {
        var jar = CookieJar()
        try jar.set("first=1; Domain=app.test", at: "https://www.app.test/", now: seconds(0))
        try jar.set("second=1", at: "https://www.app.test/", now: seconds(1))
        try jar.set("third=1; Domain=app.test", at: "https://www.app.test/", now: seconds(2))
        try jar.set("deep=1; Domain=app.test; Path=/x", at: "https://www.app.test/", now: seconds(3))
        #expect(try jar.get("https://www.app.test/x", now: seconds(4)).header == "deep=1; first=1; second=1; third=1")
    }

    @Test(
        "An update's place",
        arguments: [
            (CookieProfile.rfc6265bis, "2", "a=2; b=1"), (.webkitgtk, "2", "a=2; b=1"), (.ios17, "2", "a=2; b=1"),
            (.chromium, "2", "b=1; a=2"), (.chromium, "1", "a=1; b=1"),  // only if the value is unchanged
        ])
    func updates(profile: CookieProfile, value: String, header: String) throws {
        var jar = CookieJar(profile)
        try jar.set("a=1", now: seconds(0))
        try jar.set("b=1", now: seconds(1))
        let update = try jar.set("a=\(value)", now: seconds(2))
        #expect(update.outcome == .replaced)
        let kept = header.utf8.first == UInt8(ascii: "a")
        #expect(update.cookie?.creationTime == seconds(kept ? 0 : 2))
        #expect(try jar.get(now: seconds(3)).header == header)
    }

    @Test(
        "Ties in time",
        arguments: [
            (CookieProfile.rfc6265bis, "z=1; a=1"), (.chromium, "z=1; a=1"), (.ios17, "a=1; z=1"),
        ])
    func ties(profile: CookieProfile, header: String) throws {
        var jar = CookieJar(profile)
        try jar.set("z=1")
        try jar.set("a=1")
        #expect(try jar.get().header == header)
    }

    @Test func libsoupGroupsByDomain() throws {
        var jar = CookieJar(.webkitgtk)
        try jar.set("parent=1; Domain=app.test", at: "https://www.app.test/", now: seconds(0))
        try jar.set("host=1", at: "https://www.app.test/", now: seconds(1))
        try jar.set("dotted=1; Domain=www.app.test", at: "https://www.app.test/", now: seconds(2))
        #expect(try jar.get("https://www.app.test/", now: seconds(3)).header == "dotted=1; host=1; parent=1")
    }

    @Test func hostOnlyAndDomainCookiesCoexist() throws {
        var jar = CookieJar()
        try jar.set("a=host")
        #expect(try jar.set("a=domain; Domain=app.test").outcome == .stored)
        #expect(try jar.get().header == "a=host; a=domain")
    }

    @Test(
        "Identity",
        arguments: [
            ("a=2", true), ("a=2; Secure; HttpOnly; SameSite=Lax", true),  // flags are contents
            ("A=2", false), ("a=2; Path=/x", false), ("a=2; Domain=app.test", false),
        ])
    func identity(line: String, isSame: Bool) throws {
        var jar = CookieJar()
        try jar.set("a=1")
        #expect(try jar.set(line).outcome == (isSame ? .replaced : .stored))
        #expect(jar.count == (isSame ? 1 : 2))
    }

    @Test func deletingNeedsTheIdentity() throws {
        var jar = CookieJar()
        try jar.set("a=1; Path=/x; Domain=app.test")
        #expect(try jar.set("a=; Max-Age=0").outcome == .ignored)
        #expect(try jar.set("a=; Max-Age=0; Path=/x").outcome == .ignored)
        #expect(try jar.set("a=; Max-Age=0; Path=/x; Domain=app.test").outcome == .deleted)
        #expect(jar.count == 0)
    }

    @Test func accessTimesMove() throws {
        var jar = CookieJar()
        try jar.set("a=1")
        _ = try jar.get(now: seconds(5))
        #expect(jar.all(now: seconds(5)).map(\.lastAccessTime) == [seconds(5)])
        #expect(jar.all(now: seconds(5)).map(\.creationTime) == [now])
    }

    @Test(
        "The short way gives the same header",
        arguments: [
            ["a=1"], ["a=1; Domain=app.test"], ["a=1", "b=1; Domain=app.test"], ["a=1; Secure"], ["a=1; Path=/x"],
            ["a=1; Max-Age=61"], ["a=1; SameSite=Strict"], ["a=1; HttpOnly", "a=2"], ["a=1", "b=1", "a=; Max-Age=0"],
        ])
    func theShortWayAgrees(lines: [String]) throws {
        // The first page comes first and within /x, so that the jar learns that all of a domain's cookies go out.
        let pages = ["https://app.test/x", "https://app.test/", "http://app.test/x", "https://www.app.test/x"]
        var jar = CookieJar()
        for line in lines {
            try jar.set(line)
            for (page, isSameSite) in pages.map({ ($0, true) }) + pages.map({ ($0, false) }) {
                for moment in [seconds(1), seconds(60), seconds(61), seconds(2)] {
                    let request = RequestContext(url: try url(page), sameSite: SameSiteContext(isSameSite: isSameSite))
                    var explained = jar
                    let header = jar.requestHeader(for: request, now: moment)
                    #expect(header == explained.requestCookies(for: request, now: moment).header)
                }
            }
        }
    }

    @Test func theShortWayCountsAsUse() throws {
        var jar = CookieJar()
        try jar.set("a=1")
        let request = RequestContext(url: try url("https://app.test/"))
        for second in 1...3 { _ = jar.requestHeader(for: request, now: seconds(Int64(second))) }
        #expect(jar.all(now: seconds(3)).map(\.lastAccessTime) == [seconds(3)])
        try jar.set("b=1", now: seconds(4))
        #expect(jar.all(now: seconds(4)).map(\.lastAccessTime) == [seconds(3), seconds(4)])
    }

    @Test(
        "Header text",
        arguments: [
            (["a="], "a="), (["v"], "v"), (["a=1", "b=\"2\"", "v"], "a=1; b=\"2\"; v"), ([], nil),
        ] as [([String], String?)])
    func text(lines: [String], header: String?) throws {
        var jar = CookieJar()
        for line in lines { try jar.set(line) }
        #expect(try jar.get().header == header)
        #expect(jar.requestHeader(for: RequestContext(url: try url("https://app.test/")), now: now) == header)
    }
}
