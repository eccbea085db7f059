import Testing

@testable import WebViews

@Suite("Reading HTML", .timeLimit(.minutes(5)))
struct HTMLParserTests {
    private func parse(_ html: String) -> PageDocument {
        HTMLParser.document(Array(html.utf8), contentType: ContentType("text/html; charset=utf-8"))
    }

    @Test("Elements, attributes, text, frames")
    func tree() {
        let document = parse(
            """
            <!doctype html><html><head><title> A &amp; \n B </title><meta name="Viewport" content="w"></head>
            <body><p ID="x" class='c' hidden>one<b>two</b>three</p>
            <iframe src="/f" sandbox="allow-scripts  ALLOW-FORMS"></iframe>
            <iframe srcdoc="&lt;p>in"></iframe></body></html>
            """)
        #expect(document.title == "A & B")
        #expect(document.meta(named: "viewport") == "w")
        let paragraph = document.element(withID: "x")
        #expect(paragraph?.text == "onethree")
        #expect(paragraph?["class"] == "c")
        #expect(paragraph?["hidden"] == "")
        #expect(paragraph?["none"] == nil)
        let bold = document.first("b")
        #expect(bold?.parent.map { document.elements[$0].name } == "p")
        #expect(
            document.frames == [
                .init(source: "/f", inlineHTML: nil, sandbox: ["allow-scripts", "allow-forms"]),
                .init(source: nil, inlineHTML: "<p>in", sandbox: nil),
            ])
        #expect(!document.isTruncated)
    }

    @Test(
        "Broken HTML still has a tree",
        arguments: [
            ("<title>Open", "Open"), ("<title>A</title><title>B</title>", "A"), ("<TITLE>Big</TITLE>", "Big"),
            ("<p><title>Late", "Late"), ("</b></i></p><title>T</title>", "T"), ("<a <b <c><title>T</title>", "T"),
            ("<title>a\0b</title>", "a\u{FFFD}b"), ("<title>&#0;&#xD800;&bogus;&amp</title>", nil),
            ("<!-- <title>no</title> --><title>yes</title>", "yes"),
            ("<script>'<title>no</title>'</script><title>yes</title>", "yes"),
            ("", ""), ("<", ""), ("<!", ""), ("&", ""), ("\u{FEFF}<title>x</title>", "x"),
        ] as [(String, String?)])
    func broken(html: String, title: String?) {
        let document = parse(html)
        if let title { #expect(document.title == title) }
        for (place, element) in document.elements.enumerated() {
            #expect((element.parent ?? -1) < place)  // parents come first
        }
    }

    @Test(
        "What comes after the root's end is in the root",
        arguments: ["</html><p>x", "</body></html><title>x", "a</html>b<i>"])
    func oneRoot(html: String) {
        let elements = parse(html).elements
        #expect(elements.first?.parent == nil)
        #expect(elements.dropFirst().allSatisfy { $0.parent != nil })
    }

    @Test("Limits end the reading, not the process")
    func limits() {
        let hostile: [(html: String, isTruncated: Bool)] = [
            (String(repeating: "<b>", count: HTMLLimits.depth - 2), false),
            (String(repeating: "<b>", count: HTMLLimits.depth - 1), true),  // too deep: html and body count
            (String(repeating: "<br>", count: 100_001), true),  // too many
            (String(repeating: "</i>", count: HTMLLimits.tags + 1), true),  // too many that belong to nothing
            ("<title>T</title>" + String(repeating: "x", count: HTMLLimits.bytes), true),
            ("<p " + String(repeating: "a=b ", count: 50_000) + ">", true),  // one name, over and over
            (String(repeating: "<!---->", count: HTMLLimits.tags), false),
        ]
        for (html, isTruncated) in hostile {
            #expect(parse(html).isTruncated == isTruncated, "\(html.prefix(20))")
        }
        #expect(parse(hostile[4].html).title == "T")
    }

    @Test("Random bytes never trap and always end")
    func random() {
        var state: UInt64 = 42
        let pieces = [
            "<", ">", "</", "title", "script", "<!--", "-->", "&", "#x", ";", "\"", "'", "=", "\0", "é", "<p",
            "<table>", " ",
        ]
        for _ in 0..<500 {
            var html = ""
            for _ in 0..<40 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                html += pieces[Int(state >> 33) % pieces.count]
            }
            let document = parse(html)
            #expect(document.elements.count <= 200)
        }
    }
}

@Suite("Which encoding a document is in", .timeLimit(.minutes(5)))
struct CharacterEncodingTests {
    private static let utf8: [UInt8] = Array("<title>日本é</title>".utf8)
    private static let latin1: [UInt8] = Array("<title>caf".utf8) + [0xE9, 0x80] + Array("</title>".utf8)
    private static let shiftJIS: [UInt8] = Array("<title>".utf8) + [0x93, 0xFA, 0x96, 0x7B] + Array("</title>".utf8)
    private static let utf16: [UInt8] =
        [0xFF, 0xFE] + "<title>日".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    private static func meta(_ tag: String, _ bytes: [UInt8]) -> [UInt8] { Array(tag.utf8) + bytes }

    @Test(
        arguments: [
            // Content-Type decides …
            ("text/html; charset=utf-8", utf8, "UTF-8", "日本é"),
            ("text/html; charset=ISO-8859-1", latin1, "windows-1252", "café€"),  // what the web means by Latin-1
            ("text/html;charset=\"Shift_JIS\"", shiftJIS, "Shift_JIS", "日本"),
            ("text/html; a=b; Charset = sjis", shiftJIS, "Shift_JIS", "日本"),
            // … over <meta>, in each of its spellings …
            ("text/html; charset=utf-8", meta("<meta charset=shift_jis>", utf8), "UTF-8", "日本é"),
            ("text/html", meta("<meta charset='Shift_JIS'>", shiftJIS), "Shift_JIS", "日本"),
            (
                "text/html", meta("<META http-equiv=Content-Type content='text/html; charset=x-sjis'>", shiftJIS),
                "Shift_JIS", "日本"
            ),
            ("text/html", meta("<!-- <meta charset=euc-jp> --><meta charset=utf-8>", utf8), "UTF-8", "日本é"),
            ("text/html", meta("<meta charset=utf-16>", utf8), "UTF-8", "日本é"),  // it was readable as ASCII
            ("text/html", meta("<meta charset=bogus>", latin1), "windows-1252", "café€"),
            ("text/html; charset=bogus", meta("<meta charset=utf-8>", utf8), "UTF-8", "日本é"),
            // … a byte order mark over everything …
            ("text/html; charset=shift_jis", [0xEF, 0xBB, 0xBF] + utf8, "UTF-8", "日本é"),
            (
                "text/html", utf16, "UTF-16LE",
                "日"
            ),
            // … and without a word it is windows-1252.
            ("text/html", latin1, "windows-1252", "café€"),
            (nil, latin1, "windows-1252", "café€"),
            // What does not convert becomes U+FFFD and the rest is read.
            ("text/html; charset=utf-8", latin1, "UTF-8", "caf\u{FFFD}"),
            (
                "text/html; charset=shift_jis", Array("<title>a".utf8) + [0xFF, 0xFF] + Array("b</title>".utf8),
                "Shift_JIS", "a\u{FFFD}\u{FFFD}b"
            ),
            // A <meta> after 1024 bytes comes too late.
            (
                "text/html", meta(String(repeating: " ", count: 1024) + "<meta charset=utf-8>", latin1), "windows-1252",
                "café€"
            ),
        ] as [(String?, [UInt8], String, String)])
    func rows(header: String?, bytes: [UInt8], name: String, title: String) {
        let document = HTMLParser.document(bytes, contentType: ContentType(header))
        #expect(document.characterSet == name)
        #expect(document.title == title)
    }

    @Test("A megabyte of bytes that fit nothing is read in good time")
    func hostile() throws {
        let encoding = try #require(CharacterEncoding.named("shift_jis"))
        let text = encoding.utf8([UInt8](repeating: 0xFF, count: 1 << 20))
        #expect(text.count == 3 << 20)
        // Characters that lie across the pieces of a conversion stay whole.
        let whole = encoding.utf8([0x61] + (0..<10_000).flatMap { _ in [UInt8(0x93), 0xFA] })
        #expect(String(decoding: whole, as: UTF8.self) == "a" + String(repeating: "日", count: 10_000))
    }
}

@Suite("Content-Type", .timeLimit(.minutes(5)))
struct ContentTypeTests {
    @Test(
        arguments: [
            ("text/html", "", ContentType.Handling.html), ("TEXT/HTML ; charset=x", "", .html),
            ("application/xhtml+xml", "", .html), ("application/json", "<html>", .shown),
            ("text/plain", "<html>", .shown),
            ("image/png", "", .shown), ("application/vnd.api+json", "", .shown),
            ("application/octet-stream", "<html>", .download), ("application/zip", "", .download),
            (nil, " \n<html>", .html), (nil, "text", .shown), ("", "<p>", .html), ("garbage", "<p>", .html),
            (nil, "", .shown),
        ] as [(String?, String, ContentType.Handling)])
    func handling(header: String?, body: String, expected: ContentType.Handling) {
        #expect(ContentType(header).handling(body: Array(body.utf8), isSniffingAllowed: true) == expected)
        if ContentType(header).essence.isEmpty {
            #expect(ContentType(header).handling(body: Array(body.utf8), isSniffingAllowed: false) == .shown)
        }
    }
}
