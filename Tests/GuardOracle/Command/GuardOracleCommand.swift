import ArgumentParser
import BridgePrimitives
import BridgeTrace
import Foundation
import GuardOracle

@main
struct GuardOracleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "guard-oracle", abstract: "Runs a file of route tables and navigations as Vue Router would.",
        discussion: """
            One JSON object a line, or one array; docs/guard-cases.md describes it. A case is Vue Router 3.6.5's unless \
            its "router" says 4 or 5. Without --json the guard's log is printed, with reason codes, and its defects are \
            named. Cases that say what they expect are held to it; exits with 1 when one comes out otherwise.

              echo '[{ "routes": [{ "path": "/a" }, { "path": "/b" }],
                "guards": { "beforeEach": { "rules": [
                  { "when": { "to.path": "/a" }, "do": [{ "next": "/b" }] }] } },
                "navigate": [{ "op": "push", "to": "/a" }] }]' | swift run guard-oracle -
            """)

    @Argument(help: ArgumentHelp("A file of cases, or - for standard input.", valueName: "file"))
    var file: String

    @Flag(help: "Print one object a line: the case's id and its result.")
    var json = false

    @Flag(name: .customLong("fail-on-defects"), help: "Exit with 1 when a guard shows a defect.")
    var failsOnDefects = false

    func run() throws {
        let outcomes: [GuardCases.Outcome]
        do { outcomes = try GuardCases.run(at: file) } catch let failure as BridgeFailure {
            throw Self.end(failure.kind.exitCode, Masking(.fingerprints).text(failure.description).description)
        }
        try Self.print(outcomes.flatMap { json ? [$0.json.text()] : $0.lines })
        let differing = outcomes.count { $0.isAsExpected == false }
        if differing > 0 {
            throw Self.end(1, "\(differing) of \(outcomes.count) cases came out otherwise than expected")
        }
        let defective = outcomes.count { !$0.defects.isEmpty }
        if failsOnDefects, defective > 0 {
            throw Self.end(1, "guards show defects in \(defective) of \(outcomes.count) cases")
        }
    }

    private static func print(_ lines: [String]) throws {
        let text = lines.map { VisibleText.escaped($0) + "\n" }.joined()
        do { try FileHandle.standardOutput.write(contentsOf: Data(text.utf8)) } catch {
            throw end(BridgeFailure.Kind.unavailable.exitCode, "standard output cannot be written")
        }
    }

    /// Prints `message` on standard error.
    private static func end(_ code: Int32, _ message: String) -> ExitCode {
        FileHandle.standardError.write(Data("guard-oracle: \(VisibleText.escaped(message))\n".utf8))
        return ExitCode(code)
    }
}
