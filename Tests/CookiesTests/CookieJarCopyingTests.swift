import BridgePrimitives
import Cookies
import Testing

@Suite("Copying a jar and losing cookies", .timeLimit(.minutes(5)))
struct CookieJarCopyingTests {
    @Test("The cookies that cover a host: of any path and with any flags, but alive and of this host")
    func covering() throws {
        var jar = CookieJar(.ios17)
        for (line, url) in [
            ("own=1; Path=/far; Secure; HttpOnly", "https://www.app.test/"),
            ("domain=1; Domain=app.test", "https://app.test/"),
            ("parent=1", "https://app.test/"),  // host-only of the domain above
            ("below=1", "https://x.www.app.test/"), ("other=1", "https://other.test/"),
            ("short=1; Max-Age=1", "https://www.app.test/"),
        ] {
            #expect(jar.store(setCookie: line, from: try CookieURL(url), now: now).outcome == .stored)
        }
        func names(_ url: String, at moment: Instant) throws -> [String] {
            jar.cookies(coveringHostOf: try CookieURL(url), now: moment).map(\.name).sorted()
        }
        #expect(try names("http://www.app.test/any", at: now) == ["domain", "own", "short"])
        #expect(try names("https://www.app.test/", at: now + .seconds(1)) == ["domain", "own"])
        #expect(try names("https://app.test/", at: now) == ["domain", "parent"])
        #expect(try names("https://nobody.test/", at: now).isEmpty)
        #expect(try names("about:blank", at: now).isEmpty)
    }

    @Test("A copy sends and shows what the original does, in the same order")
    func sameHeader() throws {
        var jar = CookieJar(.ios17)
        let url = try CookieURL("https://app.test/a/b")
        for line in ["z=1", "a=2; Path=/", "m=3; Path=/a/b; HttpOnly", "d=4; Domain=app.test; Path=/"] {
            _ = jar.store(setCookie: line, from: url, now: now)
        }
        _ = jar.store(scriptCookie: "s=5; max-age=60", from: url, now: now + .seconds(1))
        var copy = CookieJar(.ios17)
        for cookie in jar.cookies(coveringHostOf: url, now: now) { _ = copy.put(cookie) }
        #expect(copy.requestHeader(for: RequestContext(url: url), now: now) != nil)
        #expect(
            copy.requestHeader(for: RequestContext(url: url), now: now)
                == jar.requestHeader(for: RequestContext(url: url), now: now))
        #expect(copy.scriptCookies(for: url, now: now).value == jar.scriptCookies(for: url, now: now).value)
        // Marks come along.
        #expect(copy.all(now: now).filter(\.isScriptWritten).map(\.name) == ["s"])
        #expect(copy.all(now: now).last { $0.name == "s" }?.creationTime == now + .seconds(1))
    }

    @Test("Reinstating replaces a namesake, HttpOnly ones too, and leaves out what has expired")
    func reinstate() throws {
        var jar = CookieJar(.ios17)
        let url = try CookieURL("https://app.test/")
        _ = jar.store(setCookie: "a=old; HttpOnly; Path=/", from: url, now: now)
        func cookie(_ value: String, expiry: Instant? = nil) -> Cookie {
            Cookie(name: "a", value: value, domain: "app.test", creationTime: now, lastAccessTime: now, expiry: expiry)
        }
        #expect(jar.put(cookie("gone", expiry: now)) == false)
        #expect(jar.all(now: now).map(\.value) == ["old"])
        #expect(jar.put(cookie("new", expiry: now + .seconds(1))) == true)
        #expect(jar.all(now: now).map(\.value) == ["new"])
        #expect(jar.count == 1)
    }

    @Test("A lost cookie is remembered with its reason until it is back")
    func lose() throws {
        var jar = CookieJar(.ios17)
        let url = try CookieURL("https://app.test/")
        _ = jar.store(setCookie: "a=1; Path=/", from: url, now: now)
        let cookie = try #require(jar.all(now: now).first)
        let lost = (1...2).map { _ in jar.lose(cookie.identity, because: .lostBeforeFlush, now: now)?.value }
        #expect(lost == ["1", nil])  // once
        #expect(jar.all(now: now).isEmpty)
        var cookies = jar.requestCookies(for: RequestContext(url: url), now: now)
        #expect(cookies.withheld.map(\.reasons) == [[.lostBeforeFlush]])
        #expect(jar.put(cookie) == true)
        cookies = jar.requestCookies(for: RequestContext(url: url), now: now)
        #expect(cookies.withheld.isEmpty)
        #expect(cookies.header == "a=1")
    }

    @Test("A request can be told to go without cookies that the jar does not know")
    func withholding() throws {
        var jar = CookieJar(.ios17)
        let url = try CookieURL("https://app.test/")
        _ = jar.store(setCookie: "a=1; Path=/far", from: url, now: now)
        let cookies = jar.requestCookies(for: RequestContext(url: url), now: now)
        let late = Cookie(name: "late", value: "1", domain: "app.test", creationTime: now, lastAccessTime: now)
        let more = cookies.withholding([late], because: .notCommittedYet)
        #expect(more.withheld.map(\.cookie.name) == ["a", "late"])
        #expect(more.withheld.map(\.reasons) == [[.path], [.notCommittedYet]])
        #expect(more.header == cookies.header)
        #expect(more.sent == cookies.sent)
        #expect(cookies.withholding([], because: .otherStore) == cookies)
    }
}

extension CookieJar {
    fileprivate mutating func put(_ cookie: Cookie) -> Bool { reinstate(cookie, now: now) }
}
