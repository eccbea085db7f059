import BridgePrimitives
import Testing

@Suite("Text of others in lines of ours", .timeLimit(.minutes(5)))
struct VisibleTextTests {
    @Test(arguments: [
        ("", ""), ("plain, é, 日本語, \u{1F36A}, a\\nb", "plain, é, 日本語, \u{1F36A}, a\\nb"),
        ("a\nb\r\nc\td", "a\\nb\\r\\nc\\td"),
        ("\u{0}\u{7}\u{1B}[2J\u{7F}", "\\u0000\\u0007\\u001B[2J\\u007F"),
        ("\u{85}\u{9B}31m", "\\u0085\\u009B31m"),  // C1, by which some terminals take a sequence as well
        ("\u{202E}exe.txt\u{2066}\u{200F}", "\\u202Eexe.txt\\u2066\\u200F"),
        ("to\u{200B}ken\u{FEFF}\u{AD}", "to\\u200Bken\\uFEFF\\u00AD"),
        ("a\u{2028}b\u{2029}", "a\\u2028b\\u2029"),  // line ends to some
        ("\u{E0041}", "\\uDB40\\uDC41"),  // a tag: invisible
        ("e\u{301}", "e\u{301}"),
    ])
    func isShown(text: String, shown: String) {
        #expect(VisibleText.escaped(text).unicodeScalars.elementsEqual(shown.unicodeScalars))
    }

    /// So one rule does for both kinds of output.
    @Test func jsonKeepsItsMeaning() throws {
        let scalars = (0...0x2FFF).compactMap(Unicode.Scalar.init) + ["\u{FEFF}", "\u{E0001}", "\u{1F36A}"]
        let value: JSONValue = ["text": .string(String(String.UnicodeScalarView(scalars)))]
        let shown = VisibleText.escaped(value.text())
        #expect(try JSONValue(parsing: shown) == value)
        #expect(VisibleText.escaped(shown) == shown)
    }
}
