import BridgePrimitives
import Testing

@testable import WebViews

@Suite("CSS selectors on a document without scripts", .timeLimit(.minutes(5)))
struct StaticSelectorTests {
    private static let document = HTMLParser.document(
        Array(
            """
            <!doctype html><body class="dark wide"><header><a href="/out" data-role='sign out'>x</a></header>
            <main id="account"><p class=name>Taro</p></main><form id=f method=post><input name=q disabled></form>
            """.utf8),
        contentType: ContentType("text/html; charset=utf-8"))

    @Test(arguments: [
        ("#account", true), ("main#account", true), ("MAIN", true), ("p#account", false),
        (".name", true), ("p.name", true), (".nam", false), ("body.wide.dark", true),
        ("body .name", true), ("body > .name", false), ("main > p.name", true), ("main>p", true),
        ("header p", false), ("* p", true), ("#account *", true), ("p *", false),
        ("[disabled]", true), ("input[name=q]", true), ("input[name='q']", true), ("[name=r]", false),
        ("[ data-role = \"sign out\" ]", true), ("[DISABLED]", true), ("#Account", false),
        ("#none, #account", true), (" nav ,.none", false),
    ])
    func finds(selector: String, isThere: Bool) throws {
        #expect(try #require(StaticSelector(selector)).matchesAny(in: Self.document) == isThere)
    }

    /// Bad ones, and those that only an engine reads.
    @Test(arguments: [
        "", " ", ",", "#", ".", "a,", ",a", "> p", "p >", "p:first-child", "a ~ b", "a + b", "[x^=y]", "[x", "[=y]",
        "[x=]",
        "#1a", "a\\:b", "::before", "[x='y]", "svg|a", "a\u{0}b", String(repeating: "a ", count: 61) + "a",
    ])
    func readsNoOther(selector: String) { #expect(StaticSelector(selector) == nil) }

    @Test func theLongestOneEnds() throws {
        let nested = String(repeating: "<div>", count: 400) + "<p>"
        let document = HTMLParser.document(Array(nested.utf8), contentType: ContentType("text/html"))
        let longest = String(repeating: "div ", count: 59) + "p"
        #expect(try #require(StaticSelector(longest)).matchesAny(in: document))
    }
}
