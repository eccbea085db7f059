import BridgePrimitives
import Foundation
import Testing

@Suite("Reasons from the command line", .timeLimit(.minutes(5)), .serialized)
struct ReasonsVerbTests {
    @Test func aCodeIsToldWithItsExample() throws {
        let run = try Tool(["reasons", "store/domain-mismatch", "--state", Tool.state])
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(run.output.hasPrefix("store/domain-mismatch\n"))
        #expect(run.output.contains("→ rejected  store/domain-mismatch"))
        #expect(run.output.contains("Which engines say so") && run.output.contains("JavaScript: "))
    }

    @Test func aCodeIsOneObject() throws {
        let run = try Tool(["reasons", "token/expired", "--json", "--state", Tool.state])
        let lines = run.output.split(separator: "\n")
        #expect(lines.count == 1)
        let json = try JSONValue(parsing: Array(lines[0].utf8))
        #expect(json["code"] == "token/expired")
        #expect(json["example"]?["wrong"]?["reasons"]?.arrayValue == ["token/expired"])
    }

    /// Without a place for keys there is no world to run the example in; what the code means is told all the same.
    @Test func whatCannotBeRunIsToldWithoutItsExample() throws {
        let run = try Tool(["reasons", "handoff/never-handed-over", "--state", "/dev/null/nowhere"])
        #expect(run.exitCode == 0 && run.errors.contains("error[state/"), "\(run.errors)")
        #expect(run.output.contains("There is an example, which could not be run here."))
        #expect(run.output.contains("Fix: Write the cookie in a user script at document start"))
    }

    @Test func aPrefixListsAsBefore() throws {
        let run = try Tool(["reasons", "native", "--json"])
        let rows = try run.output.split(separator: "\n").map { try JSONValue(parsing: Array($0.utf8)) }
        #expect(rows.count == 6 && rows.allSatisfy { $0["example"] == nil && $0["meaning"] != nil })
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
    ])
    func whatIsNotThereIsSaid(arguments: [String], message: String) throws {
        let run = try Tool(arguments)
        #expect(run.exitCode == 64 && run.output.isEmpty)
        #expect(run.errors.contains(message), "\(run.errors)")
    }
}
