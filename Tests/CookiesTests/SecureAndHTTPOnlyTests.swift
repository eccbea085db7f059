import BridgePrimitives
import Cookies
import Testing

@Suite("Secure, RFC 6265bis §5.7 steps 12, 13 and 16", .timeLimit(.minutes(5)))
struct SecureTests {
    @Test(
        "Storing and sending",
        arguments: [
            ("https://app.test/", true), ("wss://app.test/", true), ("http://app.test/", false),
            ("ws://app.test/", false),
        ])
    func needsSecureURL(page: String, isSecure: Bool) throws {
        var jar = CookieJar()
        #expect(try jar.set("a=1; Secure", at: page).reasons == (isSecure ? [] : [.secureFromInsecure]))
        #expect(try jar.write("b=1; secure", at: page).reasons == (isSecure ? [] : [.secureFromInsecure]))
        try jar.set("c=1; Secure", at: "https://app.test/")
        try jar.set("d=1", at: "https://app.test/")
        let sent = try jar.get(page)
        #expect(sent.reasons("c") == (isSecure ? nil : [.secure]))
        #expect(sent.reasons("d") == nil)  // not Secure: travels everywhere
        #expect(try jar.read(page).reasons("c") == (isSecure ? nil : [.secure]))
    }

    @Test(
        "Loopback over http",
        arguments: [
            "http://localhost:8080/", "http://app.localhost/", "http://127.0.0.1/", "http://127.9.9.9/",
            "http://[::1]/",
        ])
    func loopback(page: String) throws {
        for (profile, expected) in [
            (CookieProfile.chromium, StoreDecision.Outcome.stored), (.ios17, .rejected), (.webkitgtk, .rejected),
            (.rfc6265bis, .rejected),
        ] {
            // libsoup refuses everything from hosts that are suffixes: that is not what this test is about.
            var jar = CookieJar(profile: profile, publicSuffixes: DefaultRuleSuffixes())
            #expect(try jar.set("a=1; Secure", at: page).outcome == expected)
            #expect(try jar.get(page).header == (expected == .stored ? "a=1" : nil))
        }
        var chromium = CookieJar(.chromium)
        #expect(try chromium.set("a=1; Secure", at: "http://128.0.0.1/").outcome == .rejected)
        #expect(try chromium.set("a=1; Secure", at: "http://localhost.test/").outcome == .rejected)
    }

    @Test(
        "With Secure l at /login",
        arguments: [
            ("l=x; Path=/login", true), ("l=x; Path=/login/en", true),  // same path, deeper path
            ("l=x; Path=/", false), ("l=x; Path=/loginx", false),  // a broader one may be added
            ("m=x; Path=/login", false),  // another name
            ("l=x; Path=/login; Domain=app.test", true),  // domains match in either direction
        ])
    func insecurePagesLeaveItAlone(line: String, isRefused: Bool) throws {
        var jar = CookieJar()
        try jar.set("l=1; Secure; Path=/login", at: "https://www.app.test/")
        #expect(try jar.set(line, at: "http://www.app.test/").reasons == (isRefused ? [.wouldShadowSecure] : []))
        #expect(try jar.write(line, at: "http://www.app.test/").outcome == (isRefused ? .rejected : .replaced))
        #expect(try jar.set(line, at: "https://www.app.test/").outcome != .rejected)  // https may do anything
    }

    @Test(
        "Domains in either direction",
        arguments: [
            ("https://app.test/", "l=1; Secure; Domain=app.test", "http://www.app.test/", true),  // parent holds Secure
            ("https://a.app.test/", "l=1; Secure", "http://app.test/", true),  // child holds Secure
            ("https://a.app.test/", "l=1; Secure", "http://b.app.test/", false),  // siblings don't match
            ("https://github.io/", "l=1; Secure", "http://me.github.io/", true),
            ("https://me.github.io/", "l=1; Secure", "http://github.io/", true),
            ("https://1.2.3.4/", "l=1; Secure", "http://1.2.3.4/", true),
            ("https://2.3.4/", "l=1; Secure", "http://1.2.3.4/", false),
        ])
    func directions(securePage: String, line: String, page: String, isRefused: Bool) throws {
        var jar = CookieJar()
        try jar.set(line, at: securePage)
        #expect(try jar.set("l=2", at: page).reasons == (isRefused ? [.wouldShadowSecure] : []))
    }

    /// The look for a Secure namesake took the domain away with its last cookie, and the new one went into what was left
    /// of it: reading it trapped.
    @Test(arguments: CookieProfile.all)
    func anExpiredCookieIsSetAgainFromAnInsecurePage(profile: CookieProfile) throws {
        var jar = CookieJar(profile)
        try jar.set("a=1; Max-Age=60", at: "http://www.app.test/")
        #expect(try jar.set("a=2; Max-Age=60", at: "http://www.app.test/", now: seconds(60)).outcome == .stored)
        #expect(jar.all(now: seconds(61)).map(\.headerPair) == ["a=2"])
        #expect(jar.all(now: seconds(61)).map(\.domain) == ["www.app.test"])
        #expect(try jar.get("http://www.app.test/", now: seconds(61)).header == "a=2")
    }

    @Test func anExpiredSecureCookieProtectsNothing() throws {
        var jar = CookieJar()
        try jar.set("l=1; Secure; Max-Age=60", at: "https://app.test/")
        #expect(try jar.set("l=2", at: "http://app.test/", now: seconds(59)).outcome == .rejected)
        #expect(try jar.set("l=2", at: "http://app.test/", now: seconds(60)).outcome == .stored)
    }

    @Test("Schemes without cookies", arguments: ["file:///a", "app://localhost/", "about:blank", "data:,x"])
    func schemes(page: String) throws {
        var jar = CookieJar()
        #expect(try jar.set("a=1", at: page).reasons.first == .schemeNotSupported)
        #expect(try jar.get(page).header == nil)
    }

    @Test(
        "Documents of file: URLs",
        arguments: [
            (CookieProfile.ios17, true), (.webkitgtk, true), (.chromium, false), (.rfc6265bis, false),
        ])
    func fileDocuments(profile: CookieProfile, works: Bool) throws {
        var jar = CookieJar(profile)
        let decision = try jar.write("a=1", at: "file:///app/index.html")
        #expect(decision.outcome == (works ? .stored : .rejected))
        #expect(try jar.read("file:///app/index.html").value == (works ? "a=1" : ""))
        #expect(try jar.get("file:///app/index.html").header == nil)
    }
}

@Suite("HttpOnly, RFC 6265bis §5.7 steps 14, 15 and 23", .timeLimit(.minutes(5)))
struct HTTPOnlyTests {
    @Test func scriptNeitherSeesNorMakesIt() throws {
        var jar = CookieJar()
        try jar.set("sid=1; HttpOnly")
        let read = try jar.read()
        #expect(read.value.isEmpty)
        #expect(read.reasons("sid") == [.httpOnly])
        #expect(try jar.get().header == "sid=1")
        let made = try jar.write("new=1; HttpOnly")
        #expect(made.outcome == .rejected)
        #expect(made.reasons == [.httpOnlyFromScript])
    }

    @Test(
        "Script writes over HttpOnly ho at /",
        arguments: [
            ("ho=js; path=/", [StoreReason.httpOnlyProtected]), ("ho=; max-age=0; path=/", [.httpOnlyProtected]),
            ("ho=js; HttpOnly; path=/", [.httpOnlyFromScript, .httpOnlyProtected]),
            ("ho=js; path=/a", []), ("ho=js; domain=app.test; path=/", []), ("HO=js; path=/", []),  // other cookies
        ])
    func identityIsProtected(text: String, reasons: [StoreReason]) throws {
        var jar = CookieJar()
        try jar.set("ho=server; HttpOnly")
        #expect(try jar.write(text).reasons == reasons)
        #expect(try jar.get().sent.contains { $0.value == "server" })
    }

    @Test func aDeeperPathComesFirst() throws {
        var jar = CookieJar()
        try jar.set("ho=server; HttpOnly")
        try jar.write("ho=js; path=/a")
        #expect(try jar.get("https://app.test/a/b").header == "ho=js; ho=server")
        #expect(try jar.read("https://app.test/a/b").value == "ho=js")
    }

    @Test func responsesReplaceBothWays() throws {
        var jar = CookieJar()
        try jar.set("a=1; HttpOnly")
        #expect(try jar.set("a=2").outcome == .replaced)
        #expect(try jar.read().value == "a=2")
        #expect(try jar.set("a=3; HttpOnly").outcome == .replaced)
        #expect(try jar.read().value.isEmpty)
    }

    @Test(
        "Deleting by script",
        arguments: [
            ("d=; max-age=0", StoreDecision.Outcome.ignored), ("d=; max-age=0; domain=app.test", .deleted),
            ("d=; max-age=0; domain=app.test; path=/x", .ignored), ("D=; max-age=0; domain=app.test", .ignored),
            ("d=; expires=Thu, 01 Jan 1970 00:00:00 GMT; domain=app.test", .deleted),
        ])
    func deletesByIdentity(text: String, outcome: StoreDecision.Outcome) throws {
        var jar = CookieJar()
        try jar.set("d=1; Domain=app.test")
        let decision = try jar.write(text)
        #expect(decision.outcome == outcome)
        #expect(
            decision.reasons == (outcome == .deleted ? [.expiredOnArrival] : [.expiredOnArrival, .nothingToDelete]))
        #expect(try jar.get().header == (outcome == .deleted ? nil : "d=1"))
    }
}
