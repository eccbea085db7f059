import BridgePrimitives
import Cookies
import Testing

/// What WebKitGTK 2.50.6 (libsoup 3.2.3) and Chromium 156 answered over WebDriver to the same lines, next to what the
/// standard says: each row was seen in the engine itself.
@Suite("What real engines were seen to do", .timeLimit(.minutes(5)))
struct EngineTwinTests {
    private static let past = "Wed, 09 Jun 2020 10:18:14 GMT"

    /// The header after the line was set at `/x/y` and asked for there.
    private func header(_ lines: String..., as profile: CookieProfile, at text: String = "https://a.test/x/y") throws
        -> String
    {
        var jar = CookieJar(profile)
        for line in lines { try jar.set(line, at: text) }
        return try jar.get(text).header ?? ""
    }

    @Test(
        "A lifetime that cannot be used, after one that could",
        arguments: [
            // line, the standard, WebKitGTK, Chromium
            ("a=1; Max-Age=0; Max-Age=abc", false, false, true),
            ("a=1; Max-Age=0; Max-Age=", false, false, true),  // to libsoup an empty age is over
            ("a=1; Max-Age=0; Max-Age", false, false, true),
            ("a=1; Expires=\(past); Expires=garbage", false, true, true),
            ("a=1; Expires=\(past); Expires=", false, true, true),
            ("a=1; Expires=\(past); Expires", false, false, true),  // libsoup ignores what has no equals sign
            ("a=1; Max-Age=0; Expires=garbage", false, true, false),
            ("a=1; Max-Age=abc; Expires=\(past)", false, false, false),
            ("a=1; Expires=\(past); Max-Age=abc", false, false, false),
            ("a=1; Max-Age=60; Max-Age=0", false, false, false), ("a=1; Max-Age=0; Max-Age=60", true, true, true),
        ])
    func lifetimes(line: String, standard: Bool, webkitgtk: Bool, chromium: Bool) throws {
        for (profile, isThere) in [
            (CookieProfile.rfc6265bis, standard), (.webkitgtk, webkitgtk), (.chromium, chromium),
        ] {
            #expect(try header(line, as: profile) == (isThere ? "a=1" : ""), "\(profile.name)")
        }
    }

    @Test(
        "Attributes without an equals sign",
        arguments: [
            // At /q/y, asked for at /x: whether the earlier Path=/x still counts.
            ("a=1; Path=/x; Path", false, true), ("a=1; Path=/x; Path=", false, false),
            ("a=1; Path=/x; Path=rel", false, false),
        ])
    func bareAttributes(line: String, standard: Bool, webkitgtk: Bool) throws {
        for (profile, isThere) in [
            (CookieProfile.rfc6265bis, standard), (.chromium, standard), (.webkitgtk, webkitgtk),
        ] {
            var jar = CookieJar(profile)
            try jar.set(line, at: "https://a.test/q/y")
            #expect(try jar.get("https://a.test/x").header == (isThere ? "a=1" : nil), "\(profile.name)")
        }
        // A bare Domain makes the cookie host-only, or does not undo the foreign one before it.
        #expect(try header("a=1; Domain=b.test; Domain", as: .chromium) == "a=1")
        #expect(try header("a=1; Domain=b.test; Domain", as: .webkitgtk) == "")
    }

    @Test(
        "libsoup's text ends at the first control character, attributes and all",
        arguments: [
            ("a=x\ty; Path=/zz", "/", "a=x"), ("a=1\t; Max-Age=0", "/", "a=1"), ("a\tb=1; Path=/zz", "/", "a"),
            ("a=1; Path=/q\tq; Max-Age=0", "/q", "a=1"),
            ("a=1;\tPath=/q", "/q", "a=1"), ("a=\t1", "/", "a=1"),  // before a text it is a blank
        ])
    func truncation(line: String, path: String, expected: String) throws {
        var jar = CookieJar(.webkitgtk)
        try jar.set(line, at: "https://a.test/")
        #expect(try jar.get("https://a.test\(path)").header == expected)
    }

    @Test(arguments: [" ", "=", "", "; Path=/", "\u{E9}=1"])
    func anEmptyTextRemovesLibsoupsNamelessCookie(line: String) throws {
        #expect(try header("x", "a=1", line, as: .webkitgtk, at: "https://a.test/") == "a=1")
        #expect(try header("x", "a=1", " ", as: .rfc6265bis, at: "https://a.test/") == "x; a=1")
        #expect(try header("x", "a=1", " ", as: .chromium, at: "https://a.test/") == "x; a=1")
    }

    @Test(
        "An insecure page and a Secure cookie of the same name",
        arguments: [("/login", false, false), ("/login/x", false, true), ("/", true, true)])
    func leavingSecureAlone(path: String, standard: Bool, webkitgtk: Bool) throws {
        for (profile, isStored) in [
            (CookieProfile.rfc6265bis, standard), (.chromium, standard), (.webkitgtk, webkitgtk),
        ] {
            var jar = CookieJar(profile)
            try jar.set("l=s; Secure; Path=/login", at: "https://a.test/")
            let decision = try jar.set("l=h; Path=\(path)", at: "http://a.test/")
            #expect(decision.isInJar == isStored, "\(profile.name)")
        }
    }

    @Test(
        arguments: [
            ("a=1; Path=/a", "/%61", true, false), ("a=1; Path=/%61", "/%61", false, true),
            ("a=1; Path=/%61", "/a", false, false), ("a=1; Path=/%2F", "/%2F", true, true),  // a slash stays encoded
            ("a=1; Path=/%zz", "/%zz", true, true), ("a=1; Path=/%6", "/%6", true, true),
        ])
    func webKitGTKDecodesThePathOfAURL(line: String, path: String, webkitgtk: Bool, others: Bool) throws {
        for (profile, isSent) in [(CookieProfile.webkitgtk, webkitgtk), (.chromium, others), (.rfc6265bis, others)] {
            var jar = CookieJar(profile)
            try jar.set(line, at: "https://a.test/")
            #expect(try jar.get("https://a.test\(path)").header == (isSent ? "a=1" : nil), "\(profile.name)")
        }
    }

    @Test func pagesWithoutASiteBlockNothingInWebKit() throws {
        let party = PartyContext(siteForCookies: try url("file:///a.html"), trackingPrevention: true)
        for (profile, header) in [(CookieProfile.ios18, "a=1"), (.webkitgtk, "a=1"), (.chromium, nil)] as [(_, String?)]
        {
            var jar = CookieJar(profile)
            try jar.set("a=1; SameSite=None; Secure")
            #expect(try jar.get(party: party).header == header, "\(profile.name)")
        }
    }
}
