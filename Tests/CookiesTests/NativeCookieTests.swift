import BridgePrimitives
import Cookies
import Testing

@Suite("Cookies from native code", .timeLimit(.minutes(5)))
struct NativeCookieTests {
    @Test(
        "The domain's text decides",
        arguments: [
            ("www.app.test", ["www.app.test"]), (".app.test", ["app.test", "www.app.test", "sub.www.app.test"]),
            ("app.test", ["app.test"]), (".www.app.test", ["www.app.test", "sub.www.app.test"]),
            ("APP.test", ["app.test"]),
        ])
    func reaches(domain: String, hosts: [String]) throws {
        var jar = CookieJar(.ios17)
        #expect(jar.store(native: NativeCookie(name: "a", value: "1", domain: domain), now: now).outcome == .stored)
        for host in ["app.test", "www.app.test", "sub.www.app.test", "other.test"] {
            #expect(try jar.get("https://\(host)/").header == (hosts.contains(host) ? "a=1" : nil))
        }
    }

    @Test func httpOnlyIsProtectedFromNativeCodeToo() throws {
        var jar = CookieJar(.ios17)
        var cookie = NativeCookie(name: "refresh", value: "1", domain: "app.test", isHTTPOnly: true)
        #expect(jar.store(native: cookie, now: now).outcome == .stored)
        (cookie.value, cookie.isHTTPOnly) = ("2", false)
        #expect(jar.store(native: cookie, now: now).reasons == [.httpOnlyProtected])
        #expect(jar.delete(native: cookie, now: now).reasons == [.httpOnlyProtected])
        #expect(try jar.get().header == "refresh=1")
        cookie.isHTTPOnly = true
        #expect(jar.store(native: cookie, now: now).outcome == .replaced)
        #expect(jar.delete(native: cookie, now: now).outcome == .deleted)
        #expect(jar.delete(native: cookie, now: now).reasons == [.nothingToDelete])
    }

    @Test func theWebsChecksAreSkippedAndSendingIsNot() throws {
        var jar = CookieJar(.ios17)
        var cookie = NativeCookie(
            name: "__Host-a", value: "1", domain: ".app.test", sameSite: .none, expiry: seconds(999_999_999))
        #expect(jar.store(native: cookie, now: now).reasons == [])  // no prefix, None or cap check
        #expect(jar.all(now: now).first?.expiry == seconds(999_999_999))
        cookie = NativeCookie(
            name: "s", value: "1", domain: "app.test", isSecure: true, isHTTPOnly: true, sameSite: .strict)
        _ = jar.store(native: cookie, now: now)
        #expect(try jar.get("http://app.test/").reasons("s") == [.secure])
        #expect(try jar.get("https://app.test/").header == "__Host-a=1; s=1")  // Strict on a load by the app
        #expect(try jar.get(sameSite: SameSiteContext(isSameSite: false)).reasons("s") == [.sameSiteStrict])
        #expect(try jar.read().value == "__Host-a=1")
    }

    @Test(
        "Chromium judges what native code writes, WebKit does not",
        arguments: [
            (NativeCookie(name: "a", value: "1", domain: "app.test", sameSite: .none), [.sameSiteNoneInsecure]),
            (NativeCookie(name: "a", value: "1", domain: "app.test", isSecure: true, sameSite: .none), []),
            (NativeCookie(name: "__Host-a", value: "1", domain: ".app.test", isSecure: true), [.prefixHost]),
            (NativeCookie(name: "__Secure-a", value: "1", domain: "app.test"), [.prefixSecure]),
            (NativeCookie(name: "a", value: "1", domain: ".co.uk"), [.domainPublicSuffix]),
            (NativeCookie(name: "a", value: "1", domain: "co.uk"), []),  // for exactly that host
            (NativeCookie(name: "a", value: String(repeating: "x", count: 4096), domain: "app.test"), [.pairTooLarge]),
            (
                NativeCookie(name: "a", value: "1", domain: "app.test", expiry: seconds(999_999_999)),
                [.lifetimeCapped400d]
            ),
        ] as [(NativeCookie, [StoreReason])])
    func isJudged(cookie: NativeCookie, reasons: [StoreReason]) {
        for profile in [CookieProfile.chromium, .rfc6265bis] {
            var jar = CookieJar(profile)
            #expect(jar.store(native: cookie, now: now).reasons == reasons)
            #expect((jar.count == 1) == reasons.allSatisfy(\.isNote))
        }
        for profile in [CookieProfile.ios17, .webkitgtk] {
            var jar = CookieJar(profile)
            #expect(jar.store(native: cookie, now: now).reasons == [])
            #expect(jar.all(now: now).first?.expiry == cookie.expiry)
        }
    }

    @Test(
        "SameSite=None of a native cookie",
        arguments: [
            (CookieProfile.ios12, SameSite.none), (.ios17, .none), (.ios18, .unspecified), (.ios26, .unspecified),
            (.webkitgtk, .none), (.chromium, .none),
        ])
    func keepsNone(profile: CookieProfile, kept: SameSite) throws {
        var jar = CookieJar(profile)
        let cookie = NativeCookie(name: "a", value: "1", domain: "app.test", isSecure: true, sameSite: .none)
        let decision = jar.store(native: cookie, now: now)
        #expect(decision.isInJar && decision.cookie?.sameSite == kept)
        #expect(decision.reasons == (kept == .none ? [] : [.sameSiteNoneLost]))
        // A response's keeps it everywhere but in iOS 12.
        #expect(try jar.set("b=1; Secure; SameSite=None").cookie?.sameSite == profile.noneIsReadAs.value)
    }

    @Test func whatIsOnlyReportedOfIOS18IsAKnobOfItsOwn() throws {
        let knob = try #require(ProfileKnob.behind(StoreReason.sameSiteNoneLost.code))
        #expect(knob.name == "nativeNoneIsReadAs")
        #expect(knob.row(.ios18).confidence == .reported && knob.row(.ios26).confidence == .reported)
    }

    @Test(
        "Refusals",
        arguments: [
            (NativeCookie(name: "", value: "", domain: "app.test"), [StoreReason.empty]),
            (NativeCookie(name: "a", value: "1\r\nX: y", domain: "app.test"), [.controlCharacter]),
            (NativeCookie(name: "a\u{0}", value: "", domain: "."), [.controlCharacter, .domainInvalid]),
            (NativeCookie(name: "a", value: "", domain: ""), [.domainInvalid]),
            (NativeCookie(name: "a", value: "", domain: "bücher.test"), [.domainInvalid]),
            (
                NativeCookie(name: "a", value: "", domain: "app.test", expiry: now),
                [.expiredOnArrival, .nothingToDelete]
            ),
        ])
    func refuses(cookie: NativeCookie, reasons: [StoreReason]) {
        var jar = CookieJar(.ios17)
        #expect(jar.store(native: cookie, now: now).reasons == reasons)
        #expect(jar.count == 0)
    }

    @Test func listingsRoundTrip() throws {
        var jar = CookieJar(.ios17)
        try jar.set("a=1; Domain=app.test; Secure; HttpOnly; SameSite=Lax; Max-Age=60; Path=/x")
        let listed = try #require(jar.all(now: now).first)
        let native = NativeCookie(listed)
        #expect(native.domain == ".app.test")
        #expect(native.identity == listed.identity)
        #expect(jar.store(native: native, now: now).outcome == .replaced)
        #expect(jar.all(now: now) == [listed])
    }

    @Test func iosNeverSendsNamelessCookies() throws {
        var jar = CookieJar(.ios17)
        _ = jar.store(native: NativeCookie(name: "", value: "v", domain: "app.test"), now: now)
        #expect(try jar.get().withheld.map(\.reasons) == [[.nameless]])
        #expect(try jar.read().hidden.map(\.reasons) == [[.nameless]])
    }
}

@Suite("HTTPCookie(properties:), typed", .timeLimit(.minutes(5)))
struct NativeCookiePropertiesTests {
    @Test func everythingMissingIsNamed() {
        #expect(throws: NativeCookieRefusal(.missingName, [.missingValue, .missingPath, .missingDomain])) {
            try NativeCookie(NativeCookieProperties(), now: now)
        }
        var wrong = NativeCookieProperties(name: "", value: "", path: "x", domain: "bücher.test")
        wrong.sameSite = SameSite.none
        #expect(throws: NativeCookieRefusal(.missingName, [.missingPath, .invalidDomain, .sameSiteNone])) {
            try NativeCookie(wrong, now: now)
        }
    }

    @Test func originURLStandsInForTheDomain() throws {
        let origin = try url("https://app.test:8443/x")
        let cookie = try NativeCookie(
            NativeCookieProperties(name: "a", value: "", path: "/", originURL: origin), now: now)
        #expect(cookie == NativeCookie(name: "a", value: "", domain: "app.test"))
        let nowhere = NativeCookieProperties(name: "a", value: "", path: "/", originURL: try url("file:///x"))
        #expect(throws: NativeCookieRefusal(.missingDomain)) { try NativeCookie(nowhere, now: now) }
    }

    /// Columns: version, maximum age, expires, discard, seconds that remain.
    @Test(
        arguments: [
            (0, nil, nil, nil, nil), (0, nil, 60, nil, 60), (0, 30, 60, nil, 60), (0, 30, nil, nil, nil),
            (1, 30, 60, nil, 30), (1, nil, 60, nil, nil), (1, nil, 60, false, 60), (1, 30, nil, true, nil),
            (0, nil, 60, true, nil),
        ] as [(Int, Int64?, Int64?, Bool?, Int64?)])
    func lifetimes(version: Int, age: Int64?, expires: Int64?, discard: Bool?, remaining: Int64?) throws {
        var properties = NativeCookieProperties(name: "a", value: "1", path: "/", domain: ".app.test")
        properties.version = version
        properties.maximumAge = age.map { .seconds($0) }
        properties.expires = expires.map(seconds)
        properties.discard = discard
        #expect(try NativeCookie(properties, now: now).expiry == remaining.map(seconds))
    }
}
