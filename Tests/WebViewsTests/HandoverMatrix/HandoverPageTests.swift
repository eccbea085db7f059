import Foundation
import TestSupport
import Testing

@Suite("The page of the hand-over matrix", .timeLimit(.minutes(5)))
struct HandoverPageTests {
    /// Set SESSION_BRIDGE_REWRITE to write the page anew.
    @Test func isWhatTheTableSays() throws {
        let scenarios = try HandoverScenarios()
        let page = Checkout.root.appendingPathComponent("docs/handover-matrix.md")
        let text = HandoverPage.markdown(scenarios)
        if ProcessInfo.processInfo.environment["SESSION_BRIDGE_REWRITE"] != nil { try Data(text.utf8).write(to: page) }
        #expect(try String(contentsOf: page, encoding: .utf8) == text)
    }

    /// All 184 of them, also those that the matrix leaves out. That the scenarios pass is what running them shows.
    @Test func eachCellHasAScenarioThatSaysTheSame() throws {
        let scenarios = try HandoverScenarios()
        for method in HandoverMethod.allCases {
            for column in HandoverColumn.allCases {
                for side in HandoverScenarios.Side.allCases where HandoverScenarios.canShow(side, at: column) {
                    #expect(
                        scenarios.place(of: side, method, column) != nil,
                        "no scenario says the \(side) of \(method.rawValue) \(method), \(column.words)")
                }
            }
        }
    }

    @Test func eachDifferenceIsOfAWayThatIsAsked() {
        let modelOnly = Set(WayDifference.modelOnly.map(\.way))
        #expect(WayDifference.all.allSatisfy { !modelOnly.contains($0.way) })
    }

    /// That they pass is what running them shows.
    @Test func eachScenarioIsShipped() {
        let files = Dictionary(uniqueKeysWithValues: Checkout.texts(in: "Scenarios", suffix: ".yaml"))
        for method in HandoverMethod.allCases {
            guard let (file, name) = method.scenario else { continue }
            let names = files["Scenarios/\(file).yaml"]?.split(separator: "\n").map(String.init) ?? []
            #expect(names.contains("name: \(name)"), "\(method): \(file) has no \"\(name)\"")
        }
    }

    /// Each cell in words is told apart from each other of its kind.
    @Test func noTwoLettersAreOneWord() throws {
        func words(_ letters: String, _ other: (Character) -> String, _ text: (HandoverViews) -> String) throws
            -> [String]
        {
            try letters.map { text(try #require(HandoverViews(other($0)))) }
        }
        let requests = try words("CcoMZzQBr-", { "\($0)---" }, \.requestWords)
        let pages = try words("PpqkJjL-", { "-\($0)--" }, \.pageWords)
        let places = try words("Ss-", { "--\($0)-" }, \.placeWords) + [try #require(HandoverViews("---A")).placeWords]
        for found in [requests, pages, places] { #expect(Set(found).count == found.count, "\(found)") }
    }
}
