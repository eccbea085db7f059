import BridgePrimitives
import HandoffBackend
import Testing

@Suite("The cookie of the handoff", .timeLimit(.minutes(5)))
struct TokenCookieTests {
    /// The attributes of the cookie that a backend with this cookie sends.
    private func attributes(of cookie: TokenCookie) async throws -> String {
        var configuration = Backend.Configuration()
        configuration.cookie = cookie
        var line = ""
        try await withStory(configuration: configuration) { story in
            line = try #require(try await story.exchange(story.idToken()).setCookie?.reveal())
        }
        return line.drop { $0 != ";" }.description
    }

    @Test func eachAttributeHasItsPlace() async throws {
        var cookie = try TokenCookie(name: "__session", path: "/app", domain: "example.com")
        cookie.maxAge = .milliseconds(90_900)
        cookie.sameSite = .lax
        #expect(
            try await attributes(of: cookie)
                == "; Max-Age=90; Domain=example.com; Path=/app; Expires=Sat, 21 Nov 2026 09:01:30 GMT; HttpOnly; "
                + "Secure; SameSite=Lax")
    }

    @Test func eachAttributeMayBeMissing() async throws {
        var cookie = try TokenCookie(name: "customtoken", path: nil)
        (cookie.maxAge, cookie.isHTTPOnly, cookie.isSecure) = (nil, false, false)
        #expect(try await attributes(of: cookie) == "")
        cookie.maxAge = .seconds(0)
        cookie.sendsExpires = false
        #expect(try await attributes(of: cookie) == "; Max-Age=0")
    }

    @Test(arguments: [
        ("Path=/; Secure", "; Path=/; Secure"),  // what is not named is not sent
        ("", ""),
        (" path = /app ;HTTPONLY; ; samesite=lax", "; Path=/app; HttpOnly; SameSite=Lax"),  // blanks, letter case
        ("Max-Age=60; Domain=example.com", "; Max-Age=60; Domain=example.com"),
        ("Max-Age=-1", "; Max-Age=-1"),
    ])
    func attributesAreReadFromALine(line: String, sent: String) async throws {
        #expect(try await attributes(of: TokenCookie(name: "customtoken", attributes: line)) == sent)
    }

    @Test(arguments: [
        "Max-Age=soon", "Max-Age=", "SameSite=Sometimes", "Expires=Thu", "Priority=High", "Path=/\r\nX: y",
    ])
    func attributesThatCannotBeAreRefused(line: String) {
        let failure = #expect(throws: BridgeFailure.self) { try TokenCookie(name: "customtoken", attributes: line) }
        #expect(failure?.code.rawValue == "backend/bad-cookie")
    }

    @Test(arguments: ["", " ", "a b", "a=b", "a;b", "a,b", "a\"b", "a\r\n", "a\0", "ä", "(a)"])
    func refusesNames(name: String) {
        let failure = #expect(throws: BridgeFailure.self) { try TokenCookie(name: name) }
        #expect(failure?.code.rawValue == "backend/bad-cookie")
    }

    @Test(arguments: ["/;", "/\r\nSet-Cookie: a=b", "\0", "\u{7F}"])
    func refusesAttributes(value: String) {
        #expect(throws: BridgeFailure.self) { try TokenCookie(name: "a", path: value) }
        #expect(throws: BridgeFailure.self) { try TokenCookie(name: "a", domain: value) }
    }
}
