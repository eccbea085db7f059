import BridgePrimitives
import Cookies
import Testing

@Suite("Putting cookies back", .timeLimit(.minutes(5)))
struct CookieJarRestoringTests {
    @Test(arguments: CookieProfile.all)
    func everythingStaysAsItWas(profile: CookieProfile) throws {
        var jar = CookieJar(profile)
        try jar.set("early=1; Max-Age=600; Path=/x; Secure; HttpOnly; SameSite=Lax", now: seconds(-50))
        try jar.set("domain=2; Domain=app.test; Max-Age=600", at: "https://www.app.test/", now: seconds(-40))
        try jar.write("script=3", now: seconds(-30))
        try jar.set("part=4; Secure; Partitioned", now: seconds(-20))
        try jar.set("early=1b; Max-Age=600; Path=/x; Secure; HttpOnly", now: seconds(-10))  // keeps its place
        _ = try jar.get(now: seconds(-5))  // moves access times
        let before = jar.all(now: now)
        #expect(before.count == 4)

        var copy = CookieJar(profile)
        #expect(copy.restore(before, now: now).map(\.outcome) == Array(repeating: .stored, count: 4))
        #expect(copy.all(now: now) == before)
        for place in ["https://app.test/", "https://app.test/x/y", "http://www.app.test/"] {
            #expect(try copy.get(place) == jar.get(place))
            #expect(try copy.read(place) == jar.read(place))
        }
        copy.removeNonPersistent()
        jar.removeNonPersistent()
        #expect(copy.all(now: now) == jar.all(now: now))
    }

    private func cookie(
        _ name: String, _ value: String = "1", expiry: Instant? = nil, created: Instant = seconds(-100),
        isHTTPOnly: Bool = false
    ) -> Cookie {
        Cookie(
            name: name, value: value, domain: "app.test", isHTTPOnly: isHTTPOnly, creationTime: created,
            lastAccessTime: created, expiry: expiry)
    }

    @Test func expiryIsExclusive() {
        var jar = CookieJar()
        let decisions = jar.restore(
            [cookie("gone", expiry: now), cookie("due", expiry: now + .milliseconds(1))], now: now)
        #expect(decisions.map(\.outcome) == [.ignored, .stored])
        #expect(decisions.map(\.reasons) == [[.expiredOnArrival], []])
        #expect(jar.count == 1)
    }

    @Test func namesakesAreReplacedWithTheirTimes() throws {
        var jar = CookieJar()
        try jar.set("a=new; HttpOnly")
        try jar.set("b=new")
        let old = cookie("a", "old")
        #expect(jar.restore([old], now: now).map(\.outcome) == [.replaced])  // HttpOnly protects from nothing here
        #expect(jar.all(now: now).map(\.value) == ["new", "old"])
        #expect(jar.all(now: now).last == old)
        #expect(try jar.get().header == "a=old; b=new")  // its creation time puts it first
        #expect(jar.restore([cookie("b", expiry: now)], now: now).map(\.outcome) == [.ignored])
        #expect(try jar.get().header == "a=old; b=new")  // an expired one leaves its namesake alone
    }

    @Test func ofTwoInOneListTheLaterCounts() {
        var jar = CookieJar()
        #expect(jar.restore([cookie("a", "1"), cookie("a", "2")], now: now).map(\.outcome) == [.stored, .replaced])
        #expect(jar.all(now: now).map(\.value) == ["2"])
    }

    @Test(
        "What no header could carry",
        arguments: [
            ("", "", [StoreReason.empty]), ("a", "1\r\nX: y", [.controlCharacter]), ("a\u{0}", "", [.controlCharacter]),
        ])
    func refuses(name: String, value: String, reasons: [StoreReason]) {
        var jar = CookieJar(.webkitgtk)
        let decision = jar.restore([cookie(name, value), cookie("ok")], now: now)
        #expect(decision.map(\.outcome) == [.rejected, .stored])
        #expect(decision.first?.reasons == reasons)
    }

    @Test func departedCookiesComeBack() throws {
        var jar = CookieJar()
        try jar.set("a=1; Max-Age=600")
        try jar.set("s=1")
        let all = jar.all(now: now)
        jar.removeNonPersistent()
        #expect(try jar.get().reasons("s") == [.sessionEnded])
        #expect(jar.restore(all, now: now).map(\.outcome) == [.replaced, .stored])
        #expect(try jar.get().withheld == [])
    }

    @Test func theLimitsHold() {
        var jar = CookieJar(.chromium)
        let many = (0..<200).map { cookie("c\($0)", created: seconds(Int64($0) - 1000)) }
        let decisions = jar.restore(many, now: now)
        #expect(jar.count < 200)
        #expect(decisions.contains { $0.reasons == [.evictedOthers] && $0.evicted.contains { $0.name == "c0" } })
        #expect(jar.all(now: now).last?.name == "c199")
    }
}
