import BridgePrimitives
import HTTPLoader
import Testing

@Suite("Absolute URLs", .timeLimit(.minutes(5)))
struct WebURLTests {
    @Test(arguments: [
        ("", URLReason.empty),
        (" ", .forbiddenCharacter),
        ("http://h/a b", .forbiddenCharacter),
        (" http://h/", .forbiddenCharacter),
        ("http://h/\0", .forbiddenCharacter),
        ("http://h/a\r\nX-Evil: 1", .forbiddenCharacter),  // would end the request line; the space is seen first
        ("http://h/a\r\nSet-Cookie:a=b", .forbiddenCharacter),
        ("http://h\n/", .forbiddenCharacter),
        ("http://h/\t", .forbiddenCharacter),
        ("http://h/\u{7F}", .forbiddenCharacter),
        ("ftp://h/", .unsupportedScheme),
        ("javascript:alert(1)", .unsupportedScheme),
        ("file:///etc/passwd", .unsupportedScheme),
        ("data:text/html,x", .unsupportedScheme),
        ("localhost:8080/x", .unsupportedScheme),  // reads as a scheme called localhost
        ("h", .missingScheme),
        ("//h/", .missingScheme),
        ("/path", .missingScheme),
        ("1http://h/", .missingScheme),  // a scheme starts with a letter
        (":", .missingScheme),
        ("http:", .malformed),
        ("http:h", .malformed),
        ("http:/h", .malformed),
        ("http://", .malformed),
        ("http:///path", .malformed),
        ("http://?q", .malformed),
        ("http://:80/", .malformed),
        ("http://h:65536/", .malformed),
        ("http://h:-1/", .malformed),
        ("http://h:8a/", .malformed),
        ("http://[::1/", .malformed),
        ("http://[::g]/", .malformed),
        ("http://a%00b/", .malformed),
        ("http://a%0d%0ab/", .malformed),
        ("http://a<b/", .malformed),
        ("http://a%zz/", .malformed),  // a broken escape is no part of a name
        ("http://a%7Fb/", .malformed),  // nor is what an escape hid
        ("http://256.1/", .malformed),  // a number at the end makes it an address, and this is none
        ("http://1.2.3.4.5/", .malformed),
        ("http://h.0x/", .malformed),
        ("http://a\u{FF09}b/", .malformed),  // a bracket, once its width is lost
        ("http://\u{FEFF}/", .malformed),  // nothing, once it is mapped
        ("http://user@h/", .credentials),
        ("http://user:pass@h/", .credentials),
        ("http://app.example@evil.example/", .credentials),
    ])
    func refuses(text: String, reason: URLReason) {
        #expect(throws: BridgeFailure(reason, cause: "")) { try WebURL(text) }
    }

    @Test func causesDoNotShowQueries() {
        do {
            _ = try WebURL("http://h:99999/p?token=secret")
            Issue.record("the port is too large")
        } catch {
            #expect(error.cause.contains("http://h:99999/p"))
            #expect(!error.cause.contains("secret"))
        }
    }

    @Test func lengthIsCapped() throws {
        let front = "http://h/"
        let most = front + String(repeating: "a", count: WebURL.longest - front.utf8.count)
        #expect(try WebURL(most).string == most)
        let tooLong = BridgeFailure(URLReason.tooLong, cause: "")
        #expect(throws: tooLong) { try WebURL(most + "a") }
        // Short as written, too long once encoded.
        #expect(throws: tooLong) { try WebURL(front + String(repeating: "é", count: 2000)) }
    }

    @Test(arguments: [
        ("HTTP://EXAMPLE.com", "http://example.com/"),
        ("http://h:80/", "http://h/"),  // the scheme's own port
        ("https://h:443", "https://h/"),
        ("http://h:443/", "http://h:443/"),
        ("http://h:/", "http://h/"),
        ("http://h:0080/", "http://h/"),
        ("http://h?q", "http://h/?q"),
        ("http://h/?", "http://h/"),  // an empty query is not sent
        ("http://h#", "http://h/#"),
        ("http://h/a#b?c#d", "http://h/a#b?c#d"),
        ("http://h/a/./b/../c", "http://h/a/c"),
        ("http://h/../../a", "http://h/a"),
        ("http://h/é?é#é", "http://h/%C3%A9?%C3%A9#%C3%A9"),
        ("http://h/a\"<>^`{}|", "http://h/a%22%3C%3E%5E%60%7B%7D|"),
        ("http://h/%2f%zz%", "http://h/%2f%zz%"),  // escapes stay, broken ones too
        ("http://h/?a='b'", "http://h/?a=%27b%27"),
        ("http://a\\@b/", "http://a/@b/"),  // browsers go to a, so this does
        ("http://h\\x\\y?a\\b", "http://h/x/y?a\\b"),
        ("http://BÜCHER.example/", "http://xn--bcher-kva.example/"),
        ("http://日本語.jp/", "http://xn--wgv71a119e.jp/"),
        ("http://0x7f.1/", "http://127.0.0.1/"),
        ("http://[0:0:0:0:0:0:0:1]:8080/", "http://[::1]:8080/"),
        ("http://h./", "http://h./"),  // a trailing dot is another name to a cookie jar
        ("http://a_b.c/", "http://a_b.c/"),
    ])
    func normalises(text: String, expected: String) throws {
        #expect(try WebURL(text).string == expected)
    }

    @Test func hasParts() throws {
        let url = try WebURL("https://App.Example.com:8443/a/b?c=d#e")
        #expect((url.scheme, url.host, url.port ?? 0) == ("https", "app.example.com", 8443))
        #expect((url.path, url.query, url.fragment) == ("/a/b", "c=d", "e"))
        #expect((url.origin, url.hostAndPort) == ("https://app.example.com:8443", "app.example.com:8443"))
        #expect((url.target, url.isSecure) == ("/a/b?c=d", true))
        #expect(try WebURL("https://h/").hostAndPort == "h:443")
        #expect(try WebURL("https://h/").hostHeader == "h")
        #expect(try WebURL("http://h/").effectivePort == 80)
        #expect(try WebURL("http://h/").port == nil)
    }

    @Test(arguments: [
        ("http://h/a", "http://H:80/b?c#d", true),
        ("http://h/", "https://h/", false),  // scheme
        ("http://h/", "http://h:8080/", false),  // port
        ("http://h/", "http://www.h/", false),  // host
        ("http://h/", "http://h./", false),  // a trailing dot makes another host
        ("http://localhost/", "http://127.0.0.1/", false),  // names are compared, not addresses
    ])
    func comparesOrigins(a: String, b: String, same: Bool) throws {
        #expect(try WebURL(a).sameOrigin(as: WebURL(b)) == same)
        #expect((try WebURL(a).origin == WebURL(b).origin) == same)
    }
}

@Suite("References, RFC 3986 §5.4 and what browsers add", .timeLimit(.minutes(5)))
struct WebURLResolvingTests {
    @Test(arguments: [
        // §5.4.1, normal examples
        ("g", "http://a/b/c/g"),
        ("./g", "http://a/b/c/g"),
        ("g/", "http://a/b/c/g/"),
        ("/g", "http://a/g"),
        ("//g", "http://g/"),
        ("?y", "http://a/b/c/d;p?y"),
        ("g?y", "http://a/b/c/g?y"),
        ("#s", "http://a/b/c/d;p?q#s"),
        ("g#s", "http://a/b/c/g#s"),
        ("g?y#s", "http://a/b/c/g?y#s"),
        (";x", "http://a/b/c/;x"),
        ("g;x=1?y#s", "http://a/b/c/g;x=1?y#s"),
        ("", "http://a/b/c/d;p?q"),
        (".", "http://a/b/c/"),
        ("./", "http://a/b/c/"),
        ("..", "http://a/b/"),
        ("../", "http://a/b/"),
        ("../g", "http://a/b/g"),
        ("../..", "http://a/"),
        ("../../g", "http://a/g"),
        // §5.4.2, abnormal examples
        ("../../../g", "http://a/g"),
        ("/./g", "http://a/g"),
        ("/../g", "http://a/g"),
        ("g.", "http://a/b/c/g."),
        ("..g", "http://a/b/c/..g"),
        ("./../g", "http://a/b/g"),
        ("g/./h", "http://a/b/c/g/h"),
        ("g/../h", "http://a/b/c/h"),
        ("g?y/../x", "http://a/b/c/g?y/../x"),
        ("g#s/../x", "http://a/b/c/g#s/../x"),
        // others
        ("https://x/y", "https://x/y"),
        ("HTTPS://X", "https://x/"),
        ("//x:8080/y", "http://x:8080/y"),
        ("  /g  ", "http://a/g"),
        ("/a b?c d", "http://a/a%20b?c%20d"),
        ("/ü", "http://a/%C3%BC"),
        ("\\g", "http://a/g"),
        ("/\\evil.example", "http://evil.example/"),  // leaves the site, as in a browser
        ("\\\\evil.example/x", "http://evil.example/x"),
        ("?next=https://x/", "http://a/b/c/d;p?next=https://x/"),
        ("g/1:2", "http://a/b/c/g/1:2"),  // a colon after a slash is no scheme
        ("?", "http://a/b/c/d;p"),
        ("#", "http://a/b/c/d;p?q#"),
    ])
    func resolves(reference: String, expected: String) throws {
        let base = try WebURL("http://a/b/c/d;p?q#f")
        #expect(try base.resolving(reference).string == expected)
    }

    @Test(arguments: [
        ("http://h:99999/", URLReason.malformed),
        ("//", .malformed),
        ("///x", .malformed),
        ("javascript:alert(1)", .unsupportedScheme),
        ("myapp://callback", .unsupportedScheme),
        ("/a\r\nSet-Cookie: a=b", .forbiddenCharacter),
        ("/a\0", .forbiddenCharacter),
        ("//user@h/", .credentials),
    ])
    func refuses(reference: String, reason: URLReason) throws {
        let base = try WebURL("https://a/b")
        #expect(throws: BridgeFailure(reason, cause: "")) { try base.resolving(reference) }
    }

    @Test func keepsThePortOfTheBase() throws {
        let base = try WebURL("http://[::1]:8080/x")
        #expect(try base.resolving("/y").string == "http://[::1]:8080/y")
        #expect(try base.resolving("//[::1]/y").string == "http://[::1]/y")
    }

    /// Whatever bytes come, the answer is a URL that parses to itself, or a refusal.
    @Test func anyBytesEndInAURLOrARefusal() throws {
        let base = try WebURL("http://a/b/c?d#e")
        var generator = SeededGenerator(seed: 7)
        let alphabet = Array("/\\:?#@[]%.a1 é\0\n-".utf8)
        for _ in 0..<5000 {
            let count = Int.random(in: 0...12, using: &generator)
            let bytes = (0..<count).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &generator)] }
            guard let url = try? base.resolving(String(decoding: bytes, as: UTF8.self)) else { continue }
            #expect(try WebURL(url.string).string == url.string)
        }
    }
}
