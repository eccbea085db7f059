import Testing

@testable import WebViews

@Suite("Tags with many attributes", .timeLimit(.minutes(5)))
struct AttributeLimitTests {
    private func parse(_ html: String) -> PageDocument {
        HTMLParser.document(Array(html.utf8), contentType: ContentType("text/html; charset=utf-8"))
    }

    @Test(
        "Cost no square of their number",
        arguments: [
            // What stands before them, after the name of each, and between two.
            ("", "", " "), ("", "=x", "\n"), ("", "='>'", " "), ("", "= \" \"", ""),
            ("/b=\" ", "", " "),  // no attribute for the parser, which goes on at the blank
            ("b$c=' ", "", " "), ("\u{C}=' ", "", " "), ("=\" ", "", " "),
        ])
    func many(before: String, value: String, separator: String) {
        let attributes = before + (0..<20_000).map { "a\($0)\(value)" }.joined(separator: separator)
        // From libxml2 2.14 on, the quotes of the last rows open a value; those at the end close it.
        let document = parse("<title>T</title><p id=x \(attributes)>after<b>'\">after<b>")
        // Without the limit ten times as many took half a minute.
        #expect(document.isTruncated)
        #expect(document.title == "T")
        #expect(document.element(withID: "x")?.text == "after")
        #expect(document.element(withID: "x")?.attributes.count ?? 0 <= HTMLLimits.attributes)
    }

    @Test(
        "What has few is as it was",
        arguments: [
            "<p a b=c d='>' e=\"\n\">", "a < b", "<", "<a", "<a b=", "<a b='", "<!-- <p a",
            "<script>if (a<b) c</script><p>",
            "<style>a<b {}</style>", "<a/b/c>", "<a =b>", "<a b=c/>", "<\u{e9} a>", "",
        ])
    func few(html: String) { #expect(AttributeLimit.applied(to: Array(html.utf8)) == nil) }

    @Test("A `<` in a script or a comment begins no tag")
    func scripts() {
        let words = (0..<2_000).map { "w\($0)" }.joined(separator: " ")
        for html in ["<script>a<b \(words)</script>", "<!-- <b \(words) -->", "<STYLE>a<b \(words)</STYLE>"] {
            #expect(AttributeLimit.applied(to: Array(html.utf8)) == nil)
        }
    }

    @Test("Random markup is read to its end, and keeps its length")
    func random() {
        var generator = FixedGenerator(state: 200_000)
        let words = [
            "<a", "<p ", ">", "=", "'", "\"", " ", "/", "a", "<!--", "-->", "<script", "</script>", "<", "\u{0}", "é",
        ]
        for _ in 0..<2_000 {
            let html = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
                words.randomElement(using: &generator) ?? ""
            }.joined()
            #expect(AttributeLimit.applied(to: Array(html.utf8)) == nil)
            let many = "<p " + String(repeating: "a ", count: HTMLLimits.attributes + 1) + html
            #expect(AttributeLimit.applied(to: Array(many.utf8))?.count == many.utf8.count)
            _ = parse(html)
        }
    }
}

/// A linear congruence, the same on every machine.
private struct FixedGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 33)
    }
}
