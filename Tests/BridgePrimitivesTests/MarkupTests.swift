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
        #expect(("<pre>\(lines: "a<b\n\u{202E}c")</pre>" as Markup).text == "<pre>a&lt;b\n\\u202Ec</pre>")
        #expect(
            ("<input value='\(exact: "a\tb'<\u{202E}")'>" as Markup).text == "<input value='a&#9;b&#39;&lt;\u{202E}'>")
        #expect(Markup(rows, separator: ", ").text == "<li>1</li>, <li>2</li>")
    }
}
