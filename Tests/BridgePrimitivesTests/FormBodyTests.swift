import BridgePrimitives
import Testing

@Suite("Form bodies", .timeLimit(.minutes(5)))
struct FormBodyTests {
    @Test(
        arguments: [
            ([], ""),
            ([("", "")], "="),
            ([("a", "b c")], "a=b+c"),
            ([("a", "1"), ("a", "2")], "a=1&a=2"),  // repeats stay
            ([("a&b", "c=d")], "a%26b=c%3Dd"),
            ([("t", "*-._~+")], "t=*-._%7E%2B"),
            ([("t", "é\r\n\0")], "t=%C3%A9%0D%0A%00"),
            ([("t", "AZaz09")], "t=AZaz09"),
        ] as [([(String, String)], String)])
    func encodesAsTheURLStandardHasIt(pairs: [(String, String)], expected: String) {
        #expect(FormBody.encode(pairs) == Array(expected.utf8))
    }

    /// A query is decoded by what knows no plus as well.
    @Test func inURLsABlankIsEscaped() {
        #expect(FormBody.text([("a", "b c+~"), ("é", "")]) == "a=b%20c%2B~&%C3%A9=")
    }

    /// Columns: text, what browsers read, whether the strict reading takes it.
    @Test(
        arguments: [
            ("", [], true), ("a=b+c&&a=%20", [("a", "b c"), ("a", " ")], true), ("a", [("a", "")], true),
            ("=b=c", [("", "b=c")], true), ("a=%zz", [("a", "%zz")], false), ("a=%C3", [("a", "\u{FFFD}")], true),
        ] as [(String, [(String, String)], Bool)])
    func decodes(text: String, pairs: [(String, String)], isTakenStrictly: Bool) {
        #expect(FormBody.pairs(text.utf8).elementsEqual(pairs) { $0 == $1 })
        #expect(((try? FormBody.items(text.utf8)) != nil) == isTakenStrictly)
    }
}
