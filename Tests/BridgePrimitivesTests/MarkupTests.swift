import BridgePrimitives
import Testing

@Suite("Markup", .timeLimit(.minutes(5)))
struct MarkupTests {
    @Test func whatIsPutInIsEscapedUnlessItIsMarkup() {
        let name = "<b title='\"&'>\u{202E}\n"
        let inner: Markup = "<i>\(name)</i>"
        let rows: [Markup] = [1, 2].map { "<li>\($0)</li>" }
        #expect(inner.text == "<i>&lt;b title=&#39;&quot;&amp;&#39;&gt;\\u202E\\n</i>")
        #expect(
            ("<p>\(inner)</p><ul>\(rows)</ul>" as Markup).text == "<p>\(inner.text)</p><ul><li>1</li><li>2</li></ul>")
        #expect(Markup(rows, separator: ", ").text == "<li>1</li>, <li>2</li>")
    }
}
