import Reasons
import Testing
import WebViews

@Suite("Where a syntax error is", .timeLimit(.minutes(5)))
struct SyntaxErrorColumnTests {
    @Test(
        arguments: [
            ("document.cookie='token=a'b;path=/'", 1, 26),  // the identifier after the string
            ("let a = ;", 1, 9),
            ("a = 1\n  b c", 2, 5),  // lines count from 1, columns within their line
            ("a = 1\r\n\u{2028}b if", 3, 3),  // a keyword is known when it is whole; its start counts
            ("async function f() {} async function g() {} x y", 1, 47),  // `async f` alone would be an error too
            ("x 'text'", 1, 3),
            ("x 12", 1, 3),
            ("(((", 1, 4),  // the end is what is unexpected
            ("'open", 1, 6),
            ("\u{3042} \u{1F600}", 1, 3),  // columns count UTF-16 units
        ])
    func places(source: String, line: Int, column: Int) async throws {
        try await withWorld { world async throws in
            let failure = await #expect(throws: ScriptFailure.self) { try await world.view.evaluateJavaScript(source) }
            #expect(failure?.reason == .syntaxError)
            #expect(failure?.line == line)
            #expect(failure?.column == column, "\(failure?.message ?? "")")
        }
    }
}
