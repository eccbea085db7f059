import BridgeTrace
@testable import Scenarios
import Testing

@Suite("A scenario's text without its passwords", .timeLimit(.minutes(5)))
struct ScenarioStandInsTests {
    private static let key = FingerprintKey(seed: 1)
    private static func replaced(_ text: String) -> String {
        ScenarioStandIns.replacingPasswords(in: text, key: key)
    }

    /// Columns: the text, and what must be gone; all else stays as it is.
    @Test(arguments: [
        ("user: { email: a@b.c, password: correct-horse }", "correct-horse"),
        ("user:\r\n  password: 'it''s Secret1'\r\nname: x", "it''s Secret1"),
        ("  - sign-in: { with: password, password: \"hunter2-hunter2\" }", "hunter2-hunter2"),
        ("password: |\n  line one\n  line two\nname: x", "line one"),
        ("password: |\n  line one\n  line two\nname: x", "line two"),
        ("new-password: Tr0ub4dor&3", "Tr0ub4dor"),
    ])
    func passwordsGo(text: String, secret: String) {
        let output = Self.replaced(text)
        #expect(!output.contains(secret))
        // As long, and of the same kinds of characters: what the rules for passwords say of it stays true.
        #expect(output.utf8.count == text.utf8.count)
        #expect(zip(output.utf8, text.utf8).allSatisfy { Self.kind(of: $0) == Self.kind(of: $1) })
    }

    @Test(arguments: [
        "name: A password is wrong\nsteps:\n  - sign-in: { with: password }",
        "cookie: { value: abc; Max-Age=2592000 }", "password: ${env.PASSWORD}", "password:", "", "\n\n",
    ])
    func theRestStays(text: String) { #expect(Self.replaced(text) == text) }

    @Test func theSameStaysTheSameAndOthersStayOthers() {
        let text = "a: { password: correct-horse }\nb: { password: correct-horse }\nc: { password: correct-house }"
        let words = Self.replaced(text).split(separator: "\n").map { $0.dropFirst(3) }
        #expect(words[0] == words[1] && words[1] != words[2])
    }

    private static func kind(of byte: UInt8) -> String {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): "digit"
        case UInt8(ascii: "a")...UInt8(ascii: "z"): "letter"
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): "capital"
        default: String(byte)
        }
    }
}
