import BridgePrimitives
import Foundation
import Reporting
import Scenarios
import Testing

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

    /// Columns: what is typed, the file, the line.
    @Test(
        arguments: [
            ("race.yaml", "race.yaml", nil), ("race.yaml:12", "race.yaml", 12), ("a:b.yaml:3", "a:b.yaml", 3),
            ("race.yaml:0", "race.yaml:0", nil), ("race.yaml:x", "race.yaml:x", nil), ("12", "12", nil),
        ] as [(String, String, Int?)])
    func places(text: String, file: String, line: Int?) {
        let place = ScenarioPlace(text)
        #expect(place.file == file && place.line == line)
    }

    /// Columns: what is typed behind the file's name, which scenario it is; nil where that is not said.
    @Test(arguments: [("", nil), (":1", "a"), (":3", "a"), (":7", "b"), (":900", "b")] as [(String, String?)])
    func oneOfSeveral(suffix: String, name: String?) throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).yaml").path
        try Data("name: a\n\(Self.steps)---\nname: b\n\(Self.steps)".utf8).write(to: URL(fileURLWithPath: file))
        defer { try? FileManager.default.removeItem(atPath: file) }
        let place = ScenarioPlace(file + suffix)
        guard let name else {
            #expect { try place.scenario() } throws: { error in
                (error as? BridgeFailure)?.code.rawValue == "race/one-at-a-time"
            }
            return
        }
        #expect(try place.scenario().name == name)
    }

    private func read(_ text: String) throws -> [Scenario] {
        try ScenarioFile.scenarios(in: text, file: "race.yaml", vocabulary: ScenarioFiles.vocabulary)
    }
}
