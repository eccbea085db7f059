import BridgePrimitives
import BridgeTrace
import Foundation
import HTTPLoader
import Listening
import Project
import Scenarios
import Testing
import TestSupport
import WorldTestSupport
import Worlds

/// The referee of the diagnosis: the cause of each shipped scenario whose handoff fails is changed, and the scenario
/// runs again.
@Suite("The causes of the shipped scenarios", .timeLimit(.minutes(10)))
struct ShippedCauseTests {
    /// Causes that their trial refutes: each is a wrong cause, or a trial that does not change what it says.
    static let refuted: [String: String] = [:]

    @Test func standTheirTrial() async throws {
        let folder = Checkout.root.appendingPathComponent("Scenarios").path
        let scenarios = try FailingHandoffs.scenarios(in: folder)
        #expect(scenarios.count > 100)
        let settings = WorldSettings()
        let material = try WorldMaterial(state: StateDirectory(SharedMaterial.folder), for: settings)
        defer { material.transport.shutdown() }
        let trials = CauseTrials(settings: settings, material: material)
        var (failed, shown, refuted) = (0, 0, [String: String]())
        for scenario in scenarios {
            let run = try #require(await trials.run(scenario), "\(scenario.source)")
            guard FailingHandoffs.hasFailed(run) else { continue }
            failed += 1
            let proof = try #require(await trials.proof(of: scenario, failed: run), "\(scenario.source)")
            let results = proof.tried.map(\.result)
            if results.first != .notTried, results.first != .notConfirmed { shown += 1 }
            for tried in proof.tried where tried.result == .notConfirmed {
                refuted[scenario.name] = tried.cause.code.rawValue
                if Self.refuted[scenario.name] != tried.cause.code.rawValue {
                    Issue.record(
                        "\(scenario.source) \(scenario.name): with \(tried.change ?? ""), \(tried.cause.code) stays: \(tried.cause.message)"
                    )
                }
            }
        }
        #expect(refuted == Self.refuted)
        #expect(shown * 10 >= failed * 7, "\(shown) of \(failed) causes are proved or confirmed")
    }
}
