import BridgePrimitives
import BridgeTrace
import Exploring
import Cookies
import Foundation
import Scenarios
import Testing
import WorldTestSupport

@testable import Worlds

/// Races that apps have, each found whatever the seed, and each with a mended twin in which no order fails.
@Suite("Planted races", .timeLimit(.minutes(15)))
struct PlantedRaceTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let file: String
        /// What the smallest order that fails is told to rest on.
        let cause: String
        /// The smallest order's distance to the program's; 0 where that fails, or where what ended makes the difference.
        var inversions = 1

        var testDescription: String { file }
    }

    static let rows = [
        Row(file: "Scenarios/races/01-load-before-cookie", cause: "send/not-committed-yet"),
        Row(file: "Scenarios/races/02-delete-then-set", cause: "handoff/cookie-deleted"),
        Row(file: "Scenarios/races/03-partial-set", cause: "send/not-committed-yet"),
        Row(file: "Scenarios/races/04-cold-store", cause: "handoff/written-too-late", inversions: 5),
        Row(file: "Scenarios/races/05-crash-before-flush", cause: "send/lost-before-flush"),
        Row(file: "Scenarios/races/06-script-too-late", cause: "handoff/never-handed-over", inversions: 2),
        Row(file: "Scenarios/races/07-second-view", cause: "handoff/written-too-late", inversions: 4),
        Row(file: "Scenarios/races/08-relaunch", cause: "handoff/never-handed-over", inversions: 0),
        Row(file: "Scenarios/races/09-reset-erases", cause: "handoff/cookie-deleted", inversions: 3),
        Row(file: "Scenarios/races/10-redirect", cause: "handoff/written-too-late", inversions: 5),
        Row(
            file: "Tests/WorldsTests/Races/Fixtures/callback-deadlock", cause: "race/deadlock", inversions: 0),
        Row(
            file: "Tests/WorldsTests/Races/Fixtures/main-thread-deadlock", cause: "race/deadlock", inversions: 0),
    ]

    @Test(arguments: rows) func isFoundAndMended(_ row: Row) async throws {
        let scenarios = try RaceFixture.scenarios(in: row.file)
        let report = try await RaceFixture.explore(scenarios[0])
        #expect(report.failing > 0)
        #expect(report.smallest?.result.rootCause?.code.rawValue == row.cause)
        #expect(report.smallest?.inversions == row.inversions)
        #expect(!report.hasMore && !report.isShallow)
        let mended = try await RaceFixture.explore(scenarios[1])
        #expect(mended.hasPassed, "\(mended.expectations)")
        #expect(mended.runs > 1 || !mended.commuting.isEmpty, "the twin has more than one order")
    }

    /// By chance, three seeds: found in each.
    @Test(arguments: rows) func isFoundByChance(_ row: Row) async throws {
        let scenario = try RaceFixture.scenarios(in: row.file)[0]
        for seed in 1...3 {
            let report = try await RaceFixture.explore(scenario, .random(20, seed: UInt64(seed)))
            #expect(report.failing > 0, "seed \(seed)")
            #expect(report.smallest?.inversions == row.inversions, "seed \(seed)")
        }
    }

    /// All orders fail alike to those that stand for them.
    @Test(arguments: rows) func reductionLosesNothing(_ row: Row) async throws {
        let scenario = try RaceFixture.scenarios(in: row.file)[0]
        let all = try await RaceFixture.explore(scenario, .all)
        let reduced = try await RaceFixture.explore(scenario)
        #expect(!all.hasMore)
        #expect(Set(all.expectations.map(\.text)) == Set(reduced.expectations.map(\.text)))
        #expect(Set(all.causes.map(\.text)) == Set(reduced.causes.map(\.text)))
        #expect((all.failing > 0) == (reduced.failing > 0))
        #expect((all.failing < all.runs) == (reduced.failing < reduced.runs))
        #expect(reduced.runs + reduced.cutRuns <= all.runs)
    }

    /// Each run with services of its own ends as those that share them.
    @Test(arguments: [rows[0], rows[4], rows[6], rows[9]]) func sharingChangesNothing(_ row: Row) async throws {
        let scenario = try RaceFixture.scenarios(in: row.file)[0]
        let material = try SharedMaterial.material.get()
        let settings = try WorldSettings().adopting(scenario.setting)
        let plan = try #require(RacePlan(scenario, in: settings))
        func told(isShared: Bool) async throws -> [[String]] {
            var worlds = RaceWorlds(settings: settings, material: material, scenario: scenario, plan: plan)
            worlds.isShareable = isShared
            return try await worlds.withRuns { shared, run in
                #expect(shared == isShared)
                var told: [[String]] = []
                for seed in 0..<8 {
                    let ran = try await run(OrderedRace(policy: .random(seed: UInt64(seed))))
                    told.append(
                        ran.result.events.map {
                            "\($0.sequence) \($0.actor) \($0.reasons) \(String(describing: $0.kind).prefix { $0 != "(" })"
                        }
                            + ran.played.map(\.moment.chosen.name))
                }
                return told
            }
        }
        #expect(try await told(isShared: true) == told(isShared: false))
    }
}

/// Scenarios from files of the repository, explored with the tests' keys.
enum RaceFixture {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    static func text(of file: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(file + ".yaml"), encoding: .utf8)
    }

    static func scenarios(in file: String) throws -> [Scenario] { try scenarios(text(of: file), file: file + ".yaml") }

    static func scenarios(_ text: String, file: String = "race.yaml") throws -> [Scenario] {
        try ScenarioFile.scenarios(
            in: text, file: file,
            vocabulary: Vocabulary(
                reasons: [RaceReason.deadlock.rawValue, RaceReason.orderNotFollowed.rawValue],
                profiles: CookieProfile.all.map(\.name), edges: [], cookieComplaint: { _, _ in nil },
                faultComplaint: { _ in nil }))
    }

    static func explore(
        _ scenario: Scenario, _ selection: RaceExplorer.Selection = .reduced, depth: Int = .max, limit: Int = 1000
    ) async throws -> RaceReport {
        try await RaceExplorer(settings: WorldSettings(), selection: selection, depth: depth, limit: limit)
            .explore(scenario, material: SharedMaterial.material.get())
    }

    /// Runs it as `run` does.
    static func run(_ scenario: Scenario) async throws -> ScenarioResult {
        try await ScenarioRuns(settings: WorldSettings(), stateFolder: SharedMaterial.folder, width: 1)
            .run([scenario]) { _ in }[0]
    }
}
