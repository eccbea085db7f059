import BridgePrimitives
import Cookies
import Testing

@Suite("Set-Cookie, RFC 6265bis §5.6", .timeLimit(.minutes(5)))
struct SetCookieParserTests {
    @Test(
        "Pairs",
        arguments: [
            ("a=1", "a", "1"), ("a=b=c", "a", "b=c"),  // further equals signs belong to the value
            ("foo = bar", "foo", "bar"), ("\tfoo\t=\tbar\t", "foo", "bar"), ("a=x y", "a", "x y"),  // inner blanks stay
            ("%41=1", "%41", "1"),  // nothing is decoded
            ("a=", "a", ""), ("a=1,b=2", "a", "1,b=2"),  // a comma separates nothing
            ("a=\"1;2\"", "a", "\"1"),  // quotes are ordinary
            ("a=\"\"", "a", "\"\""), ("novalue", "", "novalue"), ("=v", "", "v"), ("==v", "", "=v"),
            ("a=é", "a", "é"), ("e\u{301}=1", "e\u{301}", "1"), ("a=1;", "a", "1"), ("a=1;;;", "a", "1"),
            ("a=1; Unknown=x; =y; ;", "a", "1"),
        ])
    func splits(line: String, name: String, value: String) throws {
        var jar = CookieJar()
        let decision = try jar.set(line)
        #expect(decision.outcome == .stored)
        #expect([decision.cookie?.name, decision.cookie?.value] == [name, value])
        #expect(try jar.get().header == (name.isEmpty ? value : "\(name)=\(value)"))
    }

    @Test("Nothing to store", arguments: ["", "=", " ", "\t", ";", "; Secure", " = ; Path=/"])
    func empties(line: String) throws {
        var jar = CookieJar()
        #expect(try jar.set(line).reasons == [.empty])
        #expect(jar.count == 0)
    }

    @Test("Control characters", arguments: Array(0...0x20) + [0x7F])
    func controls(byte: UInt8) throws {
        let isBlank = byte == 0x09 || byte == 0x20
        let places: [[UInt8]] = [
            Array("a=1".utf8) + [byte] + Array("x".utf8), Array("a=1; Path=/".utf8) + [byte] + [0x78],
        ]
        for line in places {
            var jar = CookieJar()
            let decision = jar.store(setCookie: line, from: try url("https://app.test/"), now: now)
            #expect(decision.reasons == (isBlank ? [] : [.controlCharacter]))
            #expect(try jar.write(String(decoding: line, as: UTF8.self)).outcome == (isBlank ? .replaced : .rejected))
        }
        // Chromium also refuses a TAB inside the value; libsoup cuts there.
        let inner = String(decoding: places[0], as: UTF8.self)
        var chromium = CookieJar(.chromium)
        #expect(try chromium.set(inner).outcome == (byte == 0x20 ? .stored : .rejected))
        var soup = CookieJar(.webkitgtk)
        let cut = try soup.set(inner)
        #expect(cut.cookie?.value == (byte == 0x20 || byte == 0x7F ? String(inner.dropFirst(2)) : "1"))
    }

    @Test(
        "Sizes",
        arguments: [
            (CookieProfile.rfc6265bis, 4095, true), (.rfc6265bis, 4096, false), (.ios17, 4095, true),
            (.ios17, 4096, false),
            (.chromium, 4096, false), (.webkitgtk, 5000, true),
        ])
    func pairLimit(profile: CookieProfile, valueLength: Int, isStored: Bool) throws {
        var jar = CookieJar(profile)
        let decision = try jar.set("n=" + String(repeating: "v", count: valueLength))
        #expect(decision.reasons == (isStored ? [] : [.pairTooLarge]))
    }

    @Test func sizesCountBytesAndNames() throws {
        var jar = CookieJar()
        #expect(try jar.set(String(repeating: "n", count: 4096) + "=").outcome == .stored)
        #expect(try jar.set(String(repeating: "n", count: 4097) + "=").outcome == .rejected)
        #expect(try jar.set("n=" + String(repeating: "é", count: 2047)).outcome == .stored)
        #expect(try jar.set("n=" + String(repeating: "é", count: 2048)).outcome == .rejected)
        let huge = [UInt8](repeating: 0x61, count: (1 << 20) + 1)
        var soup = CookieJar(.webkitgtk)
        #expect(
            soup.store(setCookie: huge, from: try url("https://app.test/"), now: now).reasons.first == .pairTooLarge)
    }

    @Test(
        "Attributes above 1024 bytes are skipped",
        arguments: [
            (CookieProfile.rfc6265bis, 1023, "", true), (.rfc6265bis, 1024, "", false),
            (.rfc6265bis, 1024, "Path=/short; ", false),  // an earlier valid one still counts
            (.ios17, 1024, "", true),  // taken as it is
        ])
    func attributeLimit(profile: CookieProfile, length: Int, before: String, isTaken: Bool) throws {
        var jar = CookieJar(profile)
        let long = "/" + String(repeating: "x", count: length)
        let decision = try jar.set("a=1; \(before)Path=\(long)")
        #expect(decision.cookie?.path == (isTaken ? long : before.isEmpty ? "/" : "/short"))
        #expect(decision.reasons == (isTaken ? [] : [.attributeIgnored]))
    }

    @Test(
        "Nameless",
        arguments: [
            (CookieProfile.rfc6265bis, "x", [], "x"), (.rfc6265bis, "=a=bar", [], "a=bar"),
            (.chromium, "x", [], "x"), (.chromium, "=a=bar", [StoreReason.syntax], nil),
            (.ios17, "x", [.syntax], nil), (.webkitgtk, "x", [], "x"),
        ] as [(CookieProfile, String, [StoreReason], String?)])
    func nameless(profile: CookieProfile, line: String, reasons: [StoreReason], header: String?) throws {
        var jar = CookieJar(profile)
        #expect(try jar.set(line).reasons == reasons)
        #expect(try jar.get().header == header)
        #expect(try jar.read().value == header ?? "")
    }

    @Test(
        "Script text",
        arguments: [
            (CookieProfile.ios17, "x", "x=", [StoreReason.equalsAppended]), (.ios17, "=v", "", [.syntax]),
            (.chromium, "x", "x", []), (.webkitgtk, "x", "x", []), (.rfc6265bis, "a=1; b=2", "a=1", []),
            (.rfc6265bis, "", "", [.empty]), (.ios17, "", "", [.empty]),
            (.rfc6265bis, "a=1\nb=2", "", [.controlCharacter]), (.ios17, "a=1\nb=2", "", [.controlCharacter]),
            (.webkitgtk, "a=1\nb=2", "a=1; b=2", []),  // libsoup reads two
        ])
    func scriptText(profile: CookieProfile, text: String, readBack: String, reasons: [StoreReason]) throws {
        var jar = CookieJar(profile)
        let decision = try jar.write(text)
        #expect(decision.reasons == reasons)
        #expect(try jar.read().value == readBack)
        #expect(decision.further.count == (readBack.contains("b=2") ? 1 : 0))
        #expect((decision.outcome == .ignored) == text.isEmpty)
    }

    @Test(
        "Quotes around a semicolon",
        arguments: [
            (CookieProfile.ios17, "a=\"1;2\"; Path=/x", "\"1;2\"", "/x"), (.chromium, "a=\"1;2\"", "\"1", "/"),
            (.ios17, "a=\"1;2", "\"1", "/"),  // a quote that never closes protects nothing
            (.ios17, "a=1; Path=/\"x;y\"", "1", "/\"x"),  // nor does one in an attribute
        ])
    func quotes(profile: CookieProfile, line: String, value: String, path: String) throws {
        var jar = CookieJar(profile)
        let cookie = try jar.set(line).cookie
        #expect([cookie?.value, cookie?.path] == [value, path])
    }

    @Test(
        "Bytes beyond ASCII",
        arguments: [
            (CookieProfile.rfc6265bis, [0xC3, 0xA9], "é", []), (.chromium, [0xC3, 0xA9], "é", []),
            (.ios17, [0xC3, 0xA9], "Ã©", [StoreReason.textAltered]),  // Latin-1
            (.webkitgtk, [0xC3, 0xA9], "", [.textAltered]),  // cut
            (.rfc6265bis, [0xC3], "\u{FFFD}", [.textAltered]),
            (.rfc6265bis, [0xFF, 0xFE], "\u{FFFD}\u{FFFD}", [.textAltered]),
        ] as [(CookieProfile, [UInt8], String, [StoreReason])])
    func encodings(profile: CookieProfile, bytes: [UInt8], value: String, notes: [StoreReason]) throws {
        var jar = CookieJar(profile)
        let decision = jar.store(setCookie: Array("a=".utf8) + bytes, from: try url("https://app.test/"), now: now)
        #expect(decision.cookie?.value.unicodeScalars.elementsEqual(value.unicodeScalars) == true)
        #expect(decision.reasons == notes)
    }

    @Test func namesAreComparedAsBytes() throws {
        var jar = CookieJar()
        try jar.set("é=1")  // one scalar
        #expect(try jar.set("e\u{301}=2").outcome == .stored)  // two scalars that look the same
        #expect(jar.count == 2)
    }

    @Test(
        "SameSite values",
        arguments: [
            ("Strict", SameSite.strict), ("sTRICT", .strict), ("lax", .lax), ("None", .none), ("", .unspecified),
            ("bogus", .unspecified), ("Strict; SameSite=bogus", .unspecified), ("bogus; SameSite=Lax", .lax),
        ])
    func sameSite(value: String, expected: SameSite) throws {
        var jar = CookieJar()
        #expect(try jar.set("a=1; Secure; SameSite=\(value)").cookie?.sameSite == expected)
    }

    @Test func flagsIgnoreValuesAndCase() throws {
        var jar = CookieJar()
        let cookie = try jar.set("a=1; SECURE=no; HttpOnly=; partitioned=x").cookie
        #expect([cookie?.isSecure, cookie?.isHTTPOnly, cookie?.isPartitioned] == [true, true, true])
    }

    /// The line's own memory becomes the cookie's text where it can: these are the ways in which it cannot.
    @Test(
        arguments: [
            ("a ;", "a="), ("a", "a="), (" a", "a="), ("a ; Path=/", "a="), ("a = 1 ", "a=1"), ("a= ; Path=/", "a="),
        ])
    func aScriptsTextIsNotTheLineAsItStands(text: String, header: String) throws {
        var jar = CookieJar(.ios18)
        try jar.write(text)
        #expect(try jar.get().header == header)
    }

    @Test func aPathIsFoundOnLinesBeyondASCIIToo() throws {
        var jar = CookieJar()
        #expect(try jar.set("__Host-\u{E9}=1; Secure; Path=/").outcome == .stored)
        #expect(try jar.set("b=\u{E9}; Path=/\u{E9}").cookie?.path == "/\u{E9}")
    }
}
