import HTTPLoader
import Testing

@testable import WebViews

@Suite("What a frame element asks for", .timeLimit(.minutes(5)))
struct FrameSourceTests {
    static let base = "https://app.test/dir/page?q=1#f"

    @Test(
        arguments: [
            (nil, nil, "blank"), ("", nil, "blank"), (" \n", nil, "blank"), ("about:blank", nil, "blank"),
            ("ABOUT:BLANK?x#y", nil, "blank"),
            ("about:srcdoc", nil, "unsupported"),  // only the attribute makes one
            ("about:blankx", nil, "unsupported"),
            ("/ignored", "<p>", "inline <p>"),  // srcdoc comes first
            (nil, "", "inline "),
            ("x", nil, "https://app.test/dir/x"), ("../x", nil, "https://app.test/x"),
            ("//other.test", nil, "https://other.test/"), (" http://a.test/ ", nil, "http://a.test/"),
            ("?a", nil, "https://app.test/dir/page?a"),
            ("data:,x", nil, "data"), ("data:", nil, "unsupported"),
            ("javascript:alert(1)", nil, "unsupported"), ("app://x", nil, "unsupported"),
            ("http://[", nil, "unsupported"), ("a\u{0}b", nil, "unsupported"), ("http://a\r\nb/", nil, "unsupported"),
            ("http://" + String(repeating: "a", count: 9000), nil, "unsupported"),  // longer than URLs may be
        ] as [(String?, String?, String)])
    func reads(source: String?, inline: String?, expected: String) throws {
        let element = PageDocument.Frame(source: source, inlineHTML: inline, sandbox: nil)
        #expect(Self.text(FrameSource(element, base: try WebURL(Self.base))) == expected)
    }

    @Test(
        "Without a base only whole URLs lead anywhere",
        arguments: [("x", "unsupported"), ("//a.test/", "unsupported"), ("http://a.test/", "http://a.test/")])
    func withoutBase(source: String, expected: String) {
        let element = PageDocument.Frame(source: source, inlineHTML: nil, sandbox: nil)
        #expect(Self.text(FrameSource(element, base: nil)) == expected)
    }

    private static func text(_ source: FrameSource) -> String {
        switch source {
        case .inline(let html): "inline \(html)"
        case .blank: "blank"
        case .data: "data"
        case .network(let url): url.string
        case .unsupported: "unsupported"
        }
    }

    @Test(
        "The first base element with a URL counts",
        arguments: [
            ("", "https://app.test/dir/page?q=1#f"), ("<base>", "https://app.test/dir/page?q=1#f"),
            ("<base target=_top><base href=/a/><base href=/b/>", "https://app.test/a/"),
            ("<base href='http://['>", "https://app.test/dir/page?q=1#f"),
        ])
    func base(html: String, expected: String) throws {
        let document = HTMLParser.document(Array(html.utf8), contentType: ContentType("text/html"))
        #expect(document.baseURL(fallback: try WebURL(Self.base))?.string == expected)
        #expect(document.baseURL(fallback: nil) == nil)  // these are all relative, or nothing
    }
}

@Suite("Referer, Referrer Policy §3.7", .timeLimit(.minutes(5)))
struct ReferrerTests {
    @Test(
        arguments: [
            ("https://a.test/x?t=1#f", "https://a.test/y", "https://a.test/x?t=1"),  // within the origin
            ("https://a.test/x?t=1", "https://b.test/", "https://a.test/"),  // elsewhere the origin alone
            ("https://a.test/x", "https://a.test:8443/", "https://a.test/"),  // another port is another origin
            ("http://a.test/x", "https://a.test/", "http://a.test/"),
            ("https://a.test/x", "http://a.test/", nil),  // never from https to http
            ("http://a.test/x", "http://b.test/", "http://a.test/"),
            ("about:blank", "http://b.test/", nil), ("app://shell/x", "https://b.test/", nil),
            ("file:///x", "https://b.test/", nil),
        ] as [(String, String, String?)])
    func rows(document: String, target: String, expected: String?) throws {
        #expect(DocumentURL(base: document).referrer(for: try WebURL(target)) == expected)
    }

    @Test("A document inside another has its referrer")
    func inherited() throws {
        let parent = DocumentURL(base: "https://a.test/x")
        for isSandboxed in [false, true] {
            let child = DocumentURL("about:srcdoc", inside: parent, isSandboxed: isSandboxed)
            #expect(child.referrer(for: try WebURL("https://a.test/y")) == "https://a.test/x")
        }
    }
}
