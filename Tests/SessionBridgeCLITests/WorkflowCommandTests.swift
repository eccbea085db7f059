import BridgePrimitives
import Testing

@testable import SessionBridgeCLI

@Suite("Lines on GitHub's runner", .timeLimit(.minutes(5)))
struct WorkflowCommandTests {
    /// Columns: a line, and the line that the runner does not obey.
    @Test(arguments: [
        ("::error::x", ": :error::x"), ("   ::add-mask::x", "   : :add-mask::x"),
        ("\u{A0}::set-output::", "\u{A0}: :set-output::"),
        ("a ::error::x", "a ::error::x"), ("", ""), (":", ":"), ("::", ": :"),
        ("a ##[error]x", "a ## [error]x"), ("##[group]", "## [group]"),
    ])
    func nothingIsObeyed(line: String, written: String) { #expect(WorkflowCommand.defused(line) == written) }

    @Test func jsonKeepsItsMeaning() throws {
        let json: JSONValue = ["name": "##[error]::x"]
        let written = WorkflowCommand.defused(json.text())
        #expect(!written.contains("##[") && written != json.text())
        #expect(try JSONValue(parsing: written) == json)
    }
}
