/// The words of the grammars, and what stands next to them.
enum CookieWords {
    static let names = [
        "a", "b", "customtoken", "__Host-a", "__Secure-a", "__host-http-a", "", "é", "a b", "\"", "__session",
    ]
    static let values = [
        "1", "", "x=y", "\"1;2\"", "a,b=c", "é", "e\u{301}", "a\tb", " ", "%00", "__Host-x", "\u{7F}", "a;b",
        "{\"k\":[1]}",
    ]
    static let paths = ["/", "/a", "/a/", "/a/b", "", "x", "//", "/a\t", "/%2e", "/\u{1F36A}", "/a;b"]
    static let domains = [
        "app.test", ".app.test", "www.app.test", "APP.test", "test", ".", "..", "", "127.0.0.1", "0.1", "[::1]", "[::",
        "app.test.", "github.io", "bücher.test", "localhost", "a..b", "0x7f.1", "a_b.test", "1.2.3.4.5",
    ]
    static let numbers = [
        "0", "1", "-1", "60", "34560000", "34560001", "+5", "1800000000", "1800000000.5", "9223372036854775807",
        "9223372036854775808", "1e3", "x", "", "-9223372036854775808", "99999999999999999999", "1795251600000",
    ]
    /// All of them.
    static let all: [String] =
        names + values + paths + domains + numbers + [
            ";", "; ", "=", ",", ", ", "\"", "\n", "\t", "; Path=/", "; Path=", "; Domain=", "; Expires=", "; Max-Age=",
            "; Secure", "; HttpOnly", "; SameSite=", "; SameSite=Strict", "; SameSite=None", "; Partitioned",
            "Version=1",
            "__Host-", "__Secure-", "__Host-Http-", "#HttpOnly_", "# session-bridge {\"", "\"for\":\"", "\tTRUE\t",
            "\tFALSE\t", "{\"cookies\":[{", "],\"origins\":[", "\"name\":\"", "\"value\":\"", "\"domain\":\"",
            "\"expires\":", "\"sessionBridge\":{", "\"creation\":", "\"expiry\":", "\"hostOnly\":true",
            "\"partitionKey\":\"", "https://", "file:///", "u:p@", ":443", "\\", "@", ":", "?", "#", "xn--", "|",
            "Wed, 09 Jun 2027 10:18:14 GMT", "Wed Jun 9 10:18:14 2027", "Wednesday, 09-Jun-27 10:18:14 GMT", "10:18:14",
            " +0200", "9999",
        ]
}
