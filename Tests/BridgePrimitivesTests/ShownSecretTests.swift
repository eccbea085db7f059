import BridgePrimitives
import Testing

@Suite("What stands in a secret's place", .timeLimit(.minutes(5)))
struct ShownSecretTests {
    @Test(
        arguments: [
            ("<34 bytes #c99115>", 34), ("<1 byte>", 1), ("<2 bytes>", 2), ("<5000 bytes #000000>", 5000),
            ("<custom token uid=u1 exp=2026-11-23T03:00:00Z #24e705>", nil), ("<ID token uid=?>", nil),
            ("<secret>", nil),
            ("<user information>", nil),
            // Filled, so that it is as long as what it stands for.
            ("<34 bytes #c99115>~~~~~~~~~~~~~~~~", 34),
        ] as [(String, Int?)])
    func isRead(text: String, byteCount: Int?) throws {
        let shown = try #require(ShownSecret(text))
        #expect(shown.byteCount == byteCount)
        #expect(text.hasPrefix(shown.text) && shown.text.hasSuffix(">"))
        if let byteCount {
            let filled = shown.filled()
            #expect(filled.utf8.count == max(byteCount, shown.text.utf8.count))
            #expect(ShownSecret(filled) == shown)
        }
    }

    @Test(
        "A value that only resembles one is a secret",
        arguments: [
            "", "<", ">", "~", "<>", "<byte>", "<1 bytes>", "<2 byte>", "<0 bytes>", "<-1 bytes>", "<34 bytes c99115>",
            "<34 bytes #C99115>", "<34 bytes #c9911>", "<34  bytes>", "<34 bytes #c99115", "x<34 bytes>", "<34 bytes>x",
            "<99999999999 bytes>", "<custom token uid=<x> >", "<custom token uid=a\u{0}>", "hunter2", "<hunter2>",
            "<custom token uid=\(String(repeating: "a", count: 300))>", "<34 bytes #c99115> ",
        ])
    func isNone(text: String) { #expect(ShownSecret(text) == nil) }

    @Test func sizesOfOthersAreBounded() throws {
        let token = try #require(ShownSecret("<ID token uid=u>"))
        #expect(token.filled(to: 900).utf8.count == 900)
        #expect(token.filled(to: .max).utf8.count == 1 << 16)
        #expect(token.filled(to: -1) == token.text)
    }
}
