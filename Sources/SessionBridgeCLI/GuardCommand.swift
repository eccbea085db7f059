import ArgumentParser
import BridgePrimitives
import Reporting

struct GuardCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "guard", abstract: "Runs a file of route tables and navigations as Vue Router would.",
        discussion: """
            One JSON object a line, or one array; docs/guard-cases.md describes it. A case is Vue Router 3.6.5's unless \
            its "router" says 4 or 5. Without --json the guard's log is printed, with reason codes, and its defects are \
            named. Cases that say what they expect are held to it; exits with 1 when one comes out otherwise.

              echo '[{ "routes": [{ "path": "/a" }, { "path": "/b" }],
                "guards": { "beforeEach": { "rules": [
                  { "when": { "to.path": "/a" }, "do": [{ "next": "/b" }] }] } },
                "navigate": [{ "op": "push", "to": "/a" }] }]' | session-bridge guard -
            """)

    @Argument(help: ArgumentHelp("A file of cases, or - for standard input.", valueName: "file"))
    var file: String

    @Flag(help: "Print one object a line: the case's id and its result.")
    var json = false

    @Flag(name: .customLong("fail-on-defects"), help: "Exit with 1 when a guard shows a defect.")
    var failsOnDefects = false

    @OptionGroup var timing: TimeoutOptions

    func run() async throws {
        try await runningVerb(within: timing.timeout) {
            let outcomes = try GuardCases.run(at: file)
            for outcome in outcomes {
                if json {
                    Console.print(outcome.json.text())
                } else {
                    for line in outcome.lines { Console.print(line) }
                }
            }
            let differing = outcomes.count { $0.isAsExpected == false }
            if differing > 0 {
                Console.note("session-bridge: \(differing) of \(outcomes.count) cases came out otherwise than expected")
                throw ExitCode(1)
            }
            let defective = outcomes.count { !$0.defects.isEmpty }
            if failsOnDefects, defective > 0 {
                Console.note("session-bridge: guards show defects in \(defective) of \(outcomes.count) cases")
                throw ExitCode(1)
            }
        }
    }
}
