import Testing

@testable import IdentityProviders

@Suite("Where a browser is sent back to", .timeLimit(.minutes(5)))
struct CallbackURLTests {
    @Test(arguments: [
        ("https://app.example.com/callback", "https://app.example.com"),
        ("http://127.0.0.1:8080/__/auth/handler?a=1", "http://127.0.0.1:8080"),
        ("http://[::1]:8080/x", "http://[::1]:8080"),
        ("https://app.example.com", "https://app.example.com"),
        ("twitterkit-abc://", "twitterkit-abc:"),  // an app's own scheme
        ("com.example.app:/done", "com.example.app:"),
        ("HTTPS://App.example.com/x", "https://App.example.com"),
    ])
    func takes(text: String, source: String) throws {
        let url = try CallbackURL(text)
        #expect(url.text == text)
        #expect(url.policySource == source)
    }

    @Test(
        arguments: [
            ("", .empty),
            ("/callback", .noScheme),
            ("1app://x", .noScheme),  // a scheme begins with a letter
            ("javascript:alert(1)", .forbiddenScheme),
            ("JavaScript:alert(1)", .forbiddenScheme),
            ("data:text/html,x", .forbiddenByte),  // a comma, before the scheme is looked at
            ("data:text/html", .forbiddenScheme),
            ("file:/etc/passwd", .forbiddenScheme),
            ("https:///x", .noHost),
            ("https:x", .noHost),
            ("https://:80/", .noHost),
            ("https://exa%6Dple.com/", .noHost),
            ("https://me@example.com/", .userInformation),
            ("https://example.com/#x", .fragment),
            ("https://example.com/\r\nSet-Cookie:a=b", .forbiddenByte),
            ("https://example.com/ x", .forbiddenByte),
            ("https://example.com/\u{0}", .forbiddenByte),
            ("https://example.com/é", .forbiddenByte),
            ("https://example.com;script-src *", .forbiddenByte),  // would end the policy's directive
            ("https://example.com/\"><script>", .forbiddenByte),
        ] as [(String, CallbackURL.Fault)])
    func refuses(text: String, fault: CallbackURL.Fault) {
        #expect(throws: fault) { try CallbackURL(text) }
    }

    @Test func itsLengthHasALimit() throws {
        let start = "https://example.com/"
        let longest = start + String(repeating: "a", count: CallbackURL.longest - start.utf8.count)
        #expect(try CallbackURL(longest).text == longest)
        #expect(throws: CallbackURL.Fault.tooLong) { try CallbackURL(longest + "a") }
    }

    @Test func fieldsAreAdded() throws {
        let plain = try CallbackURL("https://example.com/x")
        #expect(plain.adding([("a", "1 2"), ("b", "&")], to: .query) == "https://example.com/x?a=1%202&b=%26")
        #expect(plain.adding([("a", "1")], to: .fragment) == "https://example.com/x#a=1")
        let queried = try CallbackURL("https://example.com/x?y=1")
        #expect(queried.adding([("a", "1")], to: .query) == "https://example.com/x?y=1&a=1")
    }
}
