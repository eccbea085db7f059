import BridgePrimitives
import Foundation
import Testing

@Suite("Reasons from the command line", .timeLimit(.minutes(5)), .serialized)
struct ReasonsVerbTests {
    @Test func aCodeIsExplained() throws {
        let run = try Tool(["reasons", "store/domain-mismatch"])
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(run.output.hasPrefix("store/domain-mismatch  (DevTools: InvalidDomain)\n"))
        #expect(run.output.contains("\n    → ") && run.output.contains("\nPeople say\n    "))
    }

    @Test func aCodeIsOneObject() throws {
        let run = try Tool(["reasons", "token/expired", "--json"])
        let lines = run.output.split(separator: "\n")
        #expect(lines.count == 1)
        let json = try JSONValue(parsing: Array(lines[0].utf8))
        #expect(json["code"] == "token/expired" && json["fix"] != nil)
    }

    @Test(arguments: [
        (["reasons", "--markdown", "--scenarios", "Scenarios"], "# Reasons\n", "](../Scenarios/"),
        (["reasons", "--findings", "--markdown"], "# Findings\n", "| `handoff/"),
        (["reasons", "--symptoms", "--markdown"], "# Symptoms\n", "](reasons.md#sendother-store)"),
        (["schema", "--trace-file", "--markdown"], "# The trace file, version 1\n", "| `cookie-write` |"),
    ])
    func pagesArePrinted(arguments: [String], beginning: String, part: String) throws {
        let run = try Tool(arguments)
        #expect(run.exitCode == 0 && run.output.hasPrefix(beginning) && run.output.contains(part), "\(run.errors)")
    }

    @Test func aPrefixListsAsBefore() throws {
        let run = try Tool(["reasons", "native", "--json"])
        let rows = try run.output.split(separator: "\n").map { try JSONValue(parsing: Array($0.utf8)) }
        #expect(rows.count == 6 && rows.allSatisfy { $0["meaning"] != nil })
    }

    @Test func symptomsAreFoundByTheirWords() throws {
        let run = try Tool(["reasons", "--symptoms", "signed", "out", "after", "relaunch"])
        #expect(run.output.hasPrefix("Signed out after the app was closed and opened again\n"))
        #expect(run.output.contains("    send/session-ended  "))
        let all = try Tool(["reasons", "--symptoms", "--json"])
        #expect(all.output.split(separator: "\n").count > 40)
    }

    @Test(arguments: [
        (["reasons", "store/domain-missmatch"], "did you mean \"store/domain-mismatch\"?"),
        (["reasons", "--symptoms", "qqqq"], "error[usage/no-such-reason]"),
        (["reasons", "store", "send"], "one code at a time"),
        (["reasons", "send", "--markdown"], "--markdown prints all"),
        (["reasons", "--scenarios", "Scenarios"], "add --markdown"),
    ])
    func whatIsNotThereIsSaid(arguments: [String], message: String) throws {
        let run = try Tool(arguments)
        #expect(run.exitCode == 64 && run.output.isEmpty)
        #expect(run.errors.contains(message), "\(run.errors)")
    }
}
