import BridgePrimitives
import Cookies
import TestSupport
import Testing

@Suite("HTTPCookie.cookies(withResponseHeaderFields:for:)", .timeLimit(.minutes(5)))
struct HeaderFieldsTests {
    private func read(
        _ lines: String..., at text: String = "https://www.app.test/a/b"
    ) throws -> [FoundationCookie] {
        NativeCookie.cookies(withSetCookieFields: lines.map { Array($0.utf8) }, for: try url(text), now: now)
    }

    private func cookie(
        _ name: String, _ value: String, domain: String = "www.app.test", path: String = "/", isSecure: Bool = false,
        isHTTPOnly: Bool = false, sameSite: SameSite = .unspecified, expiry: Instant? = nil
    ) -> NativeCookie {
        NativeCookie(
            name: name, value: value, domain: domain, path: path, isSecure: isSecure, isHTTPOnly: isHTTPOnly,
            sameSite: sameSite, expiry: expiry)
    }

    @Test func aLineWithEverything() throws {
        #expect(
            try read("a=1; Max-Age=60; SameSite=Strict; Secure; HttpOnly; Partitioned; Domain=app.test") == [
                FoundationCookie(
                    cookie: cookie(
                        "a", "1", domain: ".app.test", path: "/a", isSecure: true, isHTTPOnly: true, sameSite: .strict,
                        expiry: seconds(60)), notes: [.partitionedIgnored])
            ])
    }

    /// A dictionary of fields holds one Set-Cookie: several are folded with commas, and cut again.
    @Test func severalLinesAreOneField() throws {
        let expiry = Instant(secondsSinceEpoch: 1_812_536_294)
        let two = [cookie("a", "1", expiry: expiry), cookie("b", "2", path: "/x")]
        #expect(
            try read("a=1; Expires=Wed, 09 Jun 2027 10:18:14 GMT; Path=/", "b=2; Path=/x").map(\.cookie) == two)
        #expect(
            try read("a=1; Expires=Wed, 09 Jun 2027 10:18:14 GMT; Path=/, b=2; Path=/x").map(\.cookie) == two)
        // A value with a comma in it is torn.
        #expect(try read("a=\"1,b=2\"; Path=/").map(\.notes) == [[.splitAtComma], [.splitAtComma]])
        #expect(try read("a=x,y=z; Path=/").map { $0.cookie?.name } == ["a", "y"])
    }

    @Test(
        "What a browser would refuse is a cookie, with a note",
        arguments: [
            ("a=1; Path=/; Domain=other.test", "https://www.app.test/", ".other.test", [.foreignDomainAccepted]),
            ("a=1; Path=/; Domain=test", "https://www.app.test/", ".test", [.publicSuffixAccepted]),
            ("a=1; Path=/; Secure", "http://www.app.test/", "www.app.test", [.secureFromInsecureAccepted]),
        ] as [(String, String, String, [FoundationReason])])
    func judgementsAreNotes(line: String, page: String, domain: String, notes: [FoundationReason]) throws {
        let read = try #require(try read(line, at: page).first)
        #expect(read.cookie?.domain == domain)
        #expect(read.notes == notes)
    }

    @Test func whatCannotBeReadIsNoCookie() throws {
        for line in ["a=\u{1}", "=", "a=" + String(repeating: "x", count: 5000)] {
            #expect(try read(line) == [FoundationCookie(cookie: nil, notes: [.noCookie])])
        }
        #expect(try read() == [])
    }
}
