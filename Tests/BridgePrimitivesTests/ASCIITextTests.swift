import BridgePrimitives
import Testing

@Suite("Protocol text", .timeLimit(.minutes(5)))
struct ASCIITextTests {
    /// Columns: text, part, whether it occurs.
    @Test(arguments: [
        ("accesstoken", "token", true), ("token", "token", true), ("tokens", "token", true), ("toke", "token", false),
        ("totoken", "token", true), ("", "token", false), ("token", "", true), ("", "", true), ("aab", "ab", true),
        ("TOKEN", "token", false), ("tok\u{0}en", "token", false), ("é", "\u{301}", false),
    ])
    func containsByBytes(text: String, part: String, occurs: Bool) {
        #expect(ASCIIText.contains(Array(text.utf8), Array(part.utf8)) == occurs)
    }
}
