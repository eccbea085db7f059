import BridgePrimitives
import RouterGuard
import Testing

@Suite("Cookie readers of page scripts", .timeLimit(.minutes(5)))
struct VueCookiesTests {
    /// Text of `document.cookie`, key, and what vue-cookies 1.8.6 gives.
    static let rows: [(String, String, CookieReading)] = [
        ("token=abc", "token", .value("abc")),
        ("a=1;token=abc", "token", .value("abc")),  // no space is needed
        ("", "token", .absentOrEmpty),
        ("t", "token", .absentOrEmpty),
        ("xtoken=abc", "token", .absentOrEmpty),
        ("token=", "token", .absentOrEmpty),
        ("token", "token", .absentOrEmpty),  // no equals sign
        ("TOKEN=abc", "token", .absentOrEmpty),
        ("token=a=b=c", "token", .value("a=b=c")),
        ("token= s ", "token", .value("s ")),  // the leading space is lost, the trailing one kept
        (" token =x", "token", .value("x")),
        ("token=a+b", "token", .value("a+b")),
        ("token=1; x=2; token=3", "token", .value("1")),  // the first cookie of the text wins
        ("a=1; token=1; token=2", "token", .value("2")),  // otherwise the last one does
        ("token; token=1; token=2", "token", .value("2")),
        ("token=%E9", "token", .malformedEscape),
        ("token=%", "token", .malformedEscape),
        ("a=%E9; token=x", "token", .value("x")),  // another cookie's broken value is harmless
        ("token=%00", "token", .value("\0")),
        ("token=%7B%22a%22%3A1%7D", "token", .value(["a": 1])),
        ("token=[1,2]", "token", .value([1, 2])),
        ("token={a}", "token", .value("{a}")),  // not JSON after all
        ("token=123", "token", .value("123")),
        ("token=null", "token", .value("null")),
        ("token=\"q\"", "token", .value("\"q\"")),
        ("a%20b=1", "a b", .value("1")),
        ("a+b=1", "a+b", .absentOrEmpty),  // the key is searched in its encoded form
        ("a%2Bb=1", "a+b", .value("1")),
        ("a.b=1; axb=2", "a.b", .value("1")),
        ("ab=1", "a(b)", .value("b")),  // parentheses group, and the group is what comes back
        ("ab=1", "a(b", .unusableName),
    ]

    @Test(arguments: rows)
    func readsLikeVueCookies(text: String, key: String, reading: CookieReading) {
        #expect(VueCookies.get(key, from: text) == reading)
        #expect(CookieReader.vueCookies.read(key, from: text) == reading)
    }

    @Test(
        arguments: [
            ("", .absent), ("token=", .value("")), ("token=123", .value("123")), ("token=%E9", .absent),
            ("token=\"q\"", .value("q")), ("token=1; token=2", .value("1")), ("a=1;token=x", .absent),
            ("token=%E9; token=2", .value("2")), ("%74oken=x", .value("x")), ("token=a%20%zz", .value("a %zz")),
            ("token=%7B%22a%22%3A1%7D", .value("{\"a\":1}")), ("token=\"", .value("")),
        ] as [(String, CookieReading)])
    func readsLikeJSCookie(text: String, reading: CookieReading) {
        #expect(CookieReader.jsCookie.read("token", from: text) == reading)
    }

    @Test(
        arguments: [
            ("", .absent), ("token", .absent), ("token=", .value("")), ("token=123", .value(123)),
            ("token=null", .value(.null)), ("token=undefined", .value("undefined")), ("token=%E9", .value("%E9")),
            ("token=\"q\"", .value("q")), ("token=1; token=2", .value(1)), ("token=j:[1]", .value([1])),
            ("token=a.b.c", .value("a.b.c")),
        ] as [(String, CookieReading)])
    func readsLikeUniversalCookie(text: String, reading: CookieReading) {
        #expect(CookieReader.universalCookie.read("token", from: text) == reading)
    }
}
