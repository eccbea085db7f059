import BridgePrimitives
import HTTPLoader
import Testing

@testable import WebViews

@Suite("frame-ancestors, CSP 3 §6.4.2.1", .timeLimit(.minutes(5)))
struct FrameAncestorsTests {
    @Test(
        "Which pages may have a document of https://idp.test in a frame",
        arguments: [
            ("'none'", "https://idp.test/", false), ("", "https://idp.test/", false),  // no source, no ancestor
            ("'self'", "https://idp.test/x", true), ("'self'", "https://www.idp.test/", false),
            ("'self'", "https://idp.test:444/", false),
            ("*", "http://any.test:81/", true),
            ("https:", "https://any.test/", true), ("https:", "http://any.test/", false),
            ("http:", "https://any.test/", true),
            ("app.test", "https://app.test/", true), ("app.test", "https://www.app.test/", false),
            ("app.test", "http://app.test/", false),  // without a scheme that of the document counts
            ("app.test", "https://app.test:8443/", false), ("app.test:8443", "https://app.test:8443/", true),
            ("app.test:*", "https://app.test:8443/", true), ("app.test:x", "https://app.test/", false),
            ("*.app.test", "https://www.app.test/", true), ("*.app.test", "https://app.test/", false),
            ("*app.test", "https://xapp.test/", false), ("https://*", "https://any.test/", true),
            ("https://app.test/path", "https://app.test/", true),  // a path cannot be compared
            ("http://app.test", "https://app.test/", true), ("https://app.test", "http://app.test/", false),
            ("a.test b.test", "https://b.test/", true), ("'unsafe-inline'", "https://idp.test/", false),
            ("://", "https://idp.test/", false), (":", "https://idp.test/", false),
            ("\u{0}", "https://idp.test/", false),
        ])
    func rows(sources: String, ancestor: String, permitted: Bool) throws {
        let words = ["frame-ancestors"] + ASCIIText.words(sources)
        let ancestors = try #require(FrameAncestors(directive: words))
        #expect(ancestors.permits(try WebURL(ancestor), around: try WebURL("https://idp.test/")) == permitted)
    }

    @Test("No source covers an opaque origin, and other directives are none of this")
    func others() throws {
        let all = try #require(FrameAncestors(directive: ["frame-ancestors", "*"]))
        #expect(!all.permits(nil, around: try WebURL("https://idp.test/")))
        #expect(FrameAncestors(directive: ["frame-src", "*"]) == nil)
        #expect(FrameAncestors(directive: []) == nil)
    }
}
