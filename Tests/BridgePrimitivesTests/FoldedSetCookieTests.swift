import Testing

@testable import BridgePrimitives

/// Several `Set-Cookie` fields in one, as some recorders and proxies join them.
@Suite("A folded Set-Cookie", .timeLimit(.minutes(5)))
struct FoldedSetCookieTests {
    /// Columns: the field's value, and the cookies in it.
    @Test(arguments: [
        ("a=1", ["a=1"]),
        ("a=1; Path=/, b=2; Path=/", ["a=1; Path=/", "b=2; Path=/"]),
        ("a=1; Secure,b=2", ["a=1; Secure", "b=2"]),
        // A date's comma, alone and before a fold.
        ("a=1; Expires=Sun, 06 Aug 2028 14:48:22 GMT", ["a=1; Expires=Sun, 06 Aug 2028 14:48:22 GMT"]),
        (
            "a=1; Expires=Sun, 06 Aug 2028 14:48:22 GMT, b=2; HttpOnly",
            ["a=1; Expires=Sun, 06 Aug 2028 14:48:22 GMT", "b=2; HttpOnly"]
        ),
        // Commas of values and between attributes are no fold.
        ("a=1,b=2", ["a=1,b=2"]), ("a=1,b=2; Path=/", ["a=1,b=2; Path=/"]),
        ("a=1; Path=/, Domain=b", ["a=1; Path=/, Domain=b"]),
        ("", [""]), (",", [","]), ("a=1; x, =2", ["a=1; x, =2"]),
    ])
    func isReadCookieByCookie(line: String, cookies: [String]) { #expect(FoldedSetCookie.parts(line) == cookies) }
}
