import BridgePrimitives
import Foundation
import Project
import Scenarios
import Testing

@testable import SessionBridgeCLI

/// A scenario's text with an order in it is a scenario with that order.
@Suite("A scenario with an order written into it", .timeLimit(.minutes(5)))
struct ReproducingScenarioTests {
    struct Row: Sendable {
        let why: String
        let text: String
        /// Which of the file's scenarios.
        var number = 0
    }

    private static let steps = "steps:\n  - { open: { path: / } }\nexpect: { verdict: signed-in }\n"
    private static let order = ["open/request-1", "open/document"]

    static let rows = [
        Row(why: "a file with one scenario", text: "name: a\n\(steps)"),
        Row(why: "comments stay", text: "# What users see\nname: a\n\(steps)"),
        Row(why: "the second of two", text: "name: a\n\(steps)---\n# Two\nname: b\n\(steps)", number: 1),
        Row(why: "the first of two", text: "name: a\n\(steps)---\nname: b\n\(steps)"),
        Row(why: "an order that is there is replaced", text: "name: a\norder:\n  - open/request-1\n\(steps)"),
        Row(why: "also one on one line", text: "name: a\norder: [ open/document ]\n\(steps)"),
        Row(why: "also one without indentation", text: "name: a\norder:\n- open/request-1\n\(steps)"),
        Row(why: "lines that end as Windows has them", text: "name: a\r\n" + steps.replacing("\n", with: "\r\n")),
        Row(why: "no line feed at the end", text: "name: a\n" + String(steps.dropLast())),
    ]

    @Test(arguments: rows) func orderIsWritten(_ row: Row) throws {
        let scenario = try read(row.text)[row.number]
        let text = try ReproducingScenario.text(of: scenario, in: row.text, order: Self.order)
        let again = try read(text)
        #expect(again.count == 1, "\(row.why)")
        #expect(again.first?.name == scenario.name)
        #expect(again.first?.setting.order?.entries.map(\.name) == Self.order, "\(row.why)\n\(text)")
        #expect(again.first?.steps.map(\.step) == scenario.steps.map(\.step))
        #expect(text.contains("#") == row.text.contains("#"))
    }

    @Test func aScenarioInBracesIsRefused() throws {
        let text = "{ name: a, steps: [ open ], expect: { verdict: signed-in } }\n"
        let scenario = try read(text)[0]
        #expect { try ReproducingScenario.text(of: scenario, in: text, order: []) } throws: { error in
            (error as? BridgeFailure)?.code.rawValue == "race/not-written"
        }
    }

    /// Columns: what else the scenario is made of, where it is to be written, whether that is refused.
    @Test(
        arguments: [
            ([], "/tmp/elsewhere.yaml", false), (["/suite/sign-in.yaml"], "/suite/found.yaml", false),
            (["/suite/sign-in.yaml"], "/tmp/found.yaml", true), (["/suite/folder.yaml"], "found.yaml", true),
            (["/suite/race.yaml"], "/tmp/found.yaml", false),  // a table of its own
        ] as [([String], String, Bool)])
    func whatItUsesStaysInReach(files: [String], path: String, isRefused: Bool) throws {
        var scenario = try read("name: a\n\(Self.steps)", file: "/suite/race.yaml")[0]
        scenario.files = files
        guard isRefused else { return try ReproducingScenario.mustStayBeside(scenario, path) }
        #expect(throws: RaceReason.notWritten.failure("")) {
            try ReproducingScenario.mustStayBeside(scenario, path)
        }
    }

    private func read(_ text: String, file: String = "race.yaml") throws -> [Scenario] {
        try ScenarioFile.scenarios(in: text, file: file, vocabulary: ScenarioFiles.vocabulary)
    }
}
