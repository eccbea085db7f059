import BridgePrimitives
import BridgeTrace
import Scenarios
import Testing
import WorldTestSupport

@testable import Exploring
@testable import Worlds

/// Orders that scenarios name, and what is told where there is no order to be had.
@Suite("Orders of events", .timeLimit(.minutes(5)))
struct RaceOrderTests {
    private static let race = """
        name: n
        backend: { cookie-attributes: Path=/; Secure }
        ORDER
        steps:
          - sign-in
          - exchange
          - open: { path: /, inject: [ { cookie-store: { awaited: false } } ] }
        expect: { first-request: { with: customtoken } }
        """

    private func scenario(order: String) throws -> Scenario {
        try RaceFixture.scenarios(Self.race.replacing("ORDER", with: order))[0]
    }

    /// Columns: the order; whether the first request has the cookie.
    @Test(
        arguments: [
            ("order: [ open/set-customtoken ]", true), ("order: [ open/set-customtoken, open/request-1 ]", true),
            ("order: [ open/request-1, open/set-customtoken ]", false),
            ("order: [ open/request-1, open/document, open/request-2, open/read-cookies ]", false),
            // Without an order the load wins, as it always has.
            ("", false),
        ])
    func runPlaysTheOrder(order: String, isSent: Bool) async throws {
        let result = try await RaceFixture.run(scenario(order: order))
        #expect(result.hasPassed == isSent)
        if !isSent { #expect(result.rootCause?.code.rawValue == "send/not-committed-yet") }
    }

    /// Columns: why it cannot be followed, the order, what is said of it.
    @Test(
        arguments: [
            ("there is no such event", "order: [ open/request-9 ]", "no event is called open/request-9"),
            (
                "a document comes after its request", "order: [ open/document, open/request-1, open/set-customtoken ]",
                "open/document cannot come"
            ),
        ])
    func ordersThatCannotBe(why: String, order: String, message: String) async throws {
        let result = try await RaceFixture.run(scenario(order: order))
        #expect(result.rootCause?.code.rawValue == RaceReason.orderNotFollowed.rawValue, "\(why)")
        #expect(result.rootCause?.message.contains(message) == true, "\(result.rootCause?.message ?? "")")
        #expect(result.rootCause?.message.contains("race.yaml:3:") == true, "where it stands is said")
    }

    /// What explore names is what run plays, with the same cause.
    @Test(arguments: PlantedRaceTests.rows.filter { !$0.cause.hasPrefix("race/") })
    func whatIsFoundIsPlayedAgain(_ row: PlantedRaceTests.Row) async throws {
        var scenario = try RaceFixture.scenarios(in: row.file)[0]
        let report = try await RaceFixture.explore(scenario)
        let location = SourceLocation(file: "race.yaml", line: 1, column: 1)
        scenario.setting.order = EventOrder(try #require(report.order).map { EventOrder.Entry($0, at: location) })
        let again = try await RaceFixture.run(scenario)
        #expect(!again.hasPassed)
        #expect(again.rootCause?.code.rawValue == row.cause)
    }

    @Test func aScenarioInWhichAllIsAwaitedHasOneOrder() async throws {
        let text =
            "name: n\nsteps: [ sign-in, exchange, { open: { inject: cookie-store } } ]\nexpect: { verdict: failed }"
        let scenario = try RaceFixture.scenarios(text)[0]
        await #expect { try await RaceFixture.explore(scenario) } throws: { error in
            (error as? BridgeFailure)?.code == RaceReason.nothingConcurrent.code
        }
    }

    @Test func realEnginesAreNotOrdered() async throws {
        var scenario = try scenario(order: "")
        scenario.setting.engine = .webkitgtk
        await #expect { try await RaceFixture.explore(scenario) } throws: { error in
            (error as? BridgeFailure)?.code == RaceReason.modelOnly.code
        }
    }

    /// Columns: how many choices are varied, how many orders there are then.
    @Test(arguments: [(1, 2), (2, 3), (3, 4), (4, 5), (9, 5)]) func depthIsKept(depth: Int, runs: Int) async throws {
        let report = try await RaceFixture.explore(scenario(order: ""), .all, depth: depth)
        #expect(report.runs == runs)
        #expect(report.isShallow == (depth < 4))
        #expect(report.total == .exactly(5))
    }

    /// Who explores would count it as an order that was run before.
    @Test func aRunThatDoesNotComeAgainIsTold() async throws {
        let scenario = try scenario(order: "")
        let settings = try WorldSettings().adopting(scenario.setting)
        let plan = try #require(RacePlan(scenario, in: settings))
        let worlds = try RaceWorlds(
            settings: settings, material: SharedMaterial.material.get(), scenario: scenario, plan: plan)
        let nobodys = RaceEvent(path: [9, 9], name: "open/request-9")
        let ran = try await worlds.withRuns { _, run in
            try await run(OrderedRace(policy: .prescribed([nobodys], asleep: [:])))
        }
        #expect(ran.strayed == "open/request-9")
        #expect(ran.wasCut && ran.played.isEmpty)
        #expect(ran.result.rootCause?.code == RaceReason.notRepeatable.code)
    }

    @Test func theLimitIsKeptAndTold() async throws {
        let report = try await RaceFixture.explore(scenario(order: ""), limit: 2)
        #expect(report.runs == 2 && report.hasMore)
    }

    @Test func oneSeedOneReport() async throws {
        let scenario = try scenario(order: "")
        func orders(_ seed: UInt64) async throws -> [Int] {
            let report = try await RaceFixture.explore(scenario, .random(20, seed: seed))
            return [report.failing, report.distinct, report.smallest?.inversions ?? -1]
        }
        #expect(try await orders(5) == orders(5))
    }
}
