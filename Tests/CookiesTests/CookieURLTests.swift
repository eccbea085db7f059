import BridgePrimitives
import Cookies
import Testing

@Suite("URLs as a jar needs them", .timeLimit(.minutes(5)))
struct CookieURLTests {
    @Test(arguments: [
        ("https://app.test/a/b?q#f", "https", "app.test", "/a/b"),  // query and fragment are no path
        ("https://app.test", "https", "app.test", "/"),  // no path: the root
        ("https://app.test?q", "https", "app.test", "/"),  // a query ends the host
        ("HTTPS://APP.Test/A", "https", "app.test", "/A"),  // scheme and host ignore case, paths do not
        ("https://user:p@ss@app.test:8443/", "https", "app.test", "/"),  // the last @ ends the user information
        ("https://app.test:/", "https", "app.test", "/"),  // an empty port
        ("https:\\\\app.test\\a", "https", "app.test", "/a"),  // backslashes count as slashes on the web
        ("  https://app.test/ \n", "https", "app.test", "/"),  // blanks around
        ("https://app.test./", "https", "app.test.", "/"),  // a trailing dot makes another host
        ("https://[2001:DB8::1]:443/", "https", "[2001:db8::1]", "/"),  // brackets stay
        ("http://127.1/", "http", "127.0.0.1", "/"),  // short and hexadecimal addresses are addresses
        ("http://0x7F.0.0.1/", "http", "127.0.0.1", "/"),
        ("http://2130706433/", "http", "127.0.0.1", "/"),
        ("https://app.test/%46oo/é x", "https", "app.test", "/%46oo/%C3%A9%20x"),  // encoded stays, raw is encoded
        ("https://app.test/a\u{301}b", "https", "app.test", "/a%CC%81b"),  // a combining mark hides no slash
        ("https://app.test#f", "https", "app.test", "/"), ("https://app.test/a#?", "https", "app.test", "/a"),
        ("https://a.1b/", "https", "a.1b", "/"), ("https://1.b-2./", "https", "1.b-2.", "/"),  // no addresses
        ("https://a..b/", "https", "a..b", "/"), ("https://-_.test/", "https", "-_.test", "/"),
        ("http://1.2.3.4./a", "http", "1.2.3.4", "/a"),  // an address loses its last dot
        ("https://app.test/a|b^c[d]!$&'()*+,;=:@~-._", "https", "app.test", "/a|b^c[d]!$&'()*+,;=:@~-._"),
        ("https://app.test/a\\b", "https", "app.test", "/a/b"), ("httpx://app.test/a\\b", "httpx", "app.test", "/a\\b"),
        ("https://app.test/a?é b", "https", "app.test", "/a"),  // the query may have any byte but controls
        ("ftp://user@app.test:21/a", "ftp", "app.test", "/a"), ("x:", "x", "", ""),
        ("file:///Users/a/index.html", "file", "", "/Users/a/index.html"),
        ("about:blank", "about", "", "blank"),
        ("data:text/html,<p>", "data", "", "text/html,<p>"),
        ("app://localhost/index.html", "app", "localhost", "/index.html"),
    ])
    func parses(text: String, scheme: String, host: String, path: String) throws {
        let url = try CookieURL(text)
        #expect([url.scheme, url.host, url.path] == [scheme, host, path])
    }

    /// Columns: text, the URL as it is shown.
    @Test(
        "A port is shown when it is not the scheme's own, and compared never",
        arguments: [
            ("https://app.test:8443/a?q", "https://app.test:8443/a"), ("http://APP.test:3000", "http://app.test:3000/"),
            ("https://app.test:443/", "https://app.test/"), ("http://app.test:443/", "http://app.test:443/"),
            ("http://app.test:080/", "http://app.test/"), ("https://app.test:/a", "https://app.test/a"),
            ("http://[::1]:8080/", "http://[::1]:8080/"), ("http://127.1:65535/", "http://127.0.0.1:65535/"),
            ("wss://app.test:444/", "wss://app.test:444/"), ("about:blank", "about:blank"),
            ("file:///a/b", "file:/a/b"),
        ])
    func shows(text: String, shown: String) throws {
        #expect(try CookieURL(text).string == shown)
        #expect(try CookieURL("https://app.test:8443/") == CookieURL("https://app.test/"))
    }

    @Test(arguments: [
        ("", URLReason.noScheme), ("app.test/", .noScheme), ("1https://app.test/", .noScheme),
        ("https:", .noHost), ("https://", .noHost), ("https:///path", .noHost), ("https:app.test", .noHost),
        ("https://bücher.test/", .hostNotASCII),  // the caller converts to punycode
        ("https://a b.test/", .invalidHost), ("https://a%41.test/", .invalidHost), ("https://[::1/", .invalidHost),
        ("https://[zz]/", .invalidHost), ("http://256.0.0.1/", .invalidHost), ("http://1.2.3.4.5/", .invalidHost),
        ("https://app.test:65536/", .invalidPort), ("https://app.test:x/", .invalidPort),
        ("https://app.test:+1/", .invalidPort),
        ("http", .noScheme), ("http:/", .noHost), ("http://?", .noHost),
        ("https://app.test/?\u{1}x", .controlCharacter),
        ("https://app.test#\u{7F}x", .controlCharacter), ("https://app.test/\r\nX", .controlCharacter),
        ("https://a\u{0}.test/", .controlCharacter),
    ])
    func refuses(text: String, problem: URLReason) {
        #expect(throws: problem) { try CookieURL(text) }
    }

    @Test func refusesMoreThanAMegabyte() throws {
        let limit = CookieURL.lengthLimit
        let start = "https://app.test/"
        let fits = start + String(repeating: "a", count: limit - start.utf8.count)
        #expect(try CookieURL(fits).path.utf8.count == limit - start.utf8.count + 1)
        #expect(throws: URLReason.tooLong) { try CookieURL(fits + "a") }
    }

    @Test(arguments: [
        ("https://a.test/", true, true), ("wss://a.test/", true, true), ("http://a.test/", false, true),
        ("ws://a.test/", false, true), ("file:///", false, false), ("app://host/", false, false),
    ])
    func knowsWhatSchemesMean(text: String, isSecure: Bool, holdsCookies: Bool) throws {
        let url = try CookieURL(text)
        #expect((url.isSecure, url.schemeHoldsCookies) == (isSecure, holdsCookies))
    }

    @Test(arguments: [
        ("http://1.2.3.4/", true), ("http://[::1]/", true), ("http://1.2.3.4.test/", false), ("http://a1/", false),
    ])
    func knowsAddresses(text: String, isAddress: Bool) throws {
        #expect(try CookieURL(text).hostIsIPAddress == isAddress)
    }

    @Test func equalsByWhatItKeeps() throws {
        let plain = try CookieURL("https://app.test/a")
        for same in ["HTTPS://App.Test:443/a?q", " https://u@app.test/a#f"] {
            #expect(try CookieURL(same) == plain)
            #expect(try CookieURL(same).hashValue == plain.hashValue)
        }
        for other in ["http://app.test/a", "wss://app.test/a", "https://app.test/A", "https://app.tes/t/a"] {
            #expect(try CookieURL(other) != plain)
        }
    }
}
