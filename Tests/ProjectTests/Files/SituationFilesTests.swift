import BridgeTrace
import Foundation
import Project
import Scenarios
import Testing
import TestSupport

/// The files that stand in `Scenarios` itself: one a situation, which is found by its name.
@Suite("Situations on disk", .timeLimit(.minutes(5)))
struct SituationFilesTests {
    struct Situation: Sendable, CustomTestStringConvertible {
        /// `wrong-store`.
        let name: String
        let text: String

        /// What stands behind `title` in a line of the file, from 1; nil where it is not the line for it.
        func line(_ number: Int, _ title: String) -> Substring? {
            let lines = text.split(separator: "\n", maxSplits: number, omittingEmptySubsequences: false)
            guard let line = lines.dropFirst(number - 1).first, line.hasPrefix("# \(title): ") else { return nil }
            return line.dropFirst("# \(title): ".count)
        }

        var row: String {
            "| [\(name)](\(name).yaml) | \(line(2, "Users see") ?? "") | \(line(3, "What to do") ?? "") |\n"
        }

        var testDescription: String { name }
    }

    private static let all = Checkout.texts(in: "Scenarios", suffix: ".yaml").compactMap { path, text -> Situation? in
        let parts = path.split(separator: "/")
        return parts.count == 2 ? Situation(name: String(parts[1].dropLast(".yaml".count)), text: text) : nil
    }

    @Test func thereAreForty() { #expect(Self.all.count >= 40) }

    @Test(arguments: all) func aFileSaysWhatUsersSeeAndWhatToDo(_ situation: Situation) throws {
        let (seen, remedy) = (situation.line(2, "Users see"), situation.line(3, "What to do"))
        for line in [seen, remedy] {
            #expect(line.map { (20...120).contains($0.count) && !$0.contains("|") } == true, "\(line ?? "no line")")
        }
        let path = Checkout.root.appendingPathComponent("Scenarios/\(situation.name).yaml").path
        let scenarios = try ScenarioFiles.scenarios(at: [path])
        #expect(scenarios.count > 1, "a situation is told by what differs")
        // That it ends as it should not, and for this reason, is what teaches; the happy path has no such scenario.
        let mistakes = scenarios.filter { scenario in
            let expectation = scenario.expectation
            return expectation.because != nil || expectation.failure != nil || !expectation.findings.isEmpty
        }
        #expect(mistakes.isEmpty == (situation.name == "happy-path"))
        for scenario in scenarios where ![nil, .signedIn].contains(scenario.expectation.verdict) {
            let expectation = scenario.expectation
            #expect(expectation.because != nil || !expectation.findings.isEmpty, "\(scenario.name)")
        }
    }

    /// Set SESSION_BRIDGE_REWRITE to write the rows anew.
    @Test func theTableHasARowForEach() throws {
        let page = Checkout.root.appendingPathComponent("Scenarios/README.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        let head = "| situation | users see | what to do |\n| --- | --- | --- |\n"
        let place = try #require(text.range(of: head)).upperBound
        let rest = try #require(text.range(of: "\n\n", range: text.index(before: place)..<text.endIndex)).lowerBound
        let wanted = text[..<place] + Self.all.map(\.row).joined() + text[text.index(after: rest)...]
        if ProcessInfo.processInfo.environment["SESSION_BRIDGE_REWRITE"] != nil {
            try Data(wanted.utf8).write(to: page)
        }
        #expect(text == wanted)
    }
}
