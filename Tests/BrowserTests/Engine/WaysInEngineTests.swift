import BridgePrimitives
import BridgeTrace
import Foundation
import Listening
import PageEngines
import Project
import Scenarios
import Testing
import TestSupport
import Worlds

/// The ways of docs/handover-matrix.md in real engines: each ends as in the model, but for what the page tells.
extension RealBrowsers {
    @Suite("Ways of handing over in real engines", .serialized)
    struct WaysInEngineTests {
        @Test(.timeLimit(.minutes(20)), arguments: TestedEngines.all)
        func eachEndsAsThePageTells(engine: PageEngineKind) async throws {
            var settings = WorldSettings()
            settings.engine = EngineName(engine)
            let differences = WayDifference.all.filter { $0.engine.rawValue == engine.rawValue }
            let folder = Checkout.root.appendingPathComponent("Scenarios/ways").path
            let scenarios = try ScenarioFiles.scenarios(at: [folder]).filter { scenario in
                // What CI runs: the first page of each way, and what differs.
                TestedEngines.runsAllScenarios || Self.place(in: scenario.name).hasPrefix("the first page")
                    || differences.contains { Self.isAbout(scenario, $0) }
            }
            let results = try await withEphemeralStateDirectory { [settings] state in
                try await ScenarioRuns(settings: settings, stateFolder: state.path, width: 4).run(scenarios) { _ in }
            }
            var found: Set<Int> = []
            for result in results {
                let name = result.scenario.name
                let way = try #require(Self.way(of: result.scenario))
                if WayDifference.modelOnly.contains(where: { $0.way == way }) {
                    #expect(result.isModelOnly, "\(name)")
                    continue
                }
                guard let known = differences.firstIndex(where: { Self.isAbout(result.scenario, $0) }) else {
                    #expect(result.hasPassed, "\(name): \(result.unmet)")
                    continue
                }
                found.insert(known)
                if differences[known].isByChance, result.hasPassed { continue }
                #expect(result.unmet.contains(differences[known].unmet), "\(name): \(result.unmet)")
            }
            #expect(found == Set(differences.indices), "what is told of no scenario")
        }

        /// `Scenarios/ways/07-cookie-header.yaml` is of the seventh.
        private static func way(of scenario: Scenario) -> Int? {
            scenario.file.split(separator: "/").last.flatMap { Int($0.prefix(2)) }
        }

        /// What stands behind the way's name.
        private static func place(in name: String) -> Substring {
            name.firstRange(of: ": ").map { name[$0.upperBound...] } ?? ""
        }

        /// Whether the difference is reported for the scenario, or for all rows of its table.
        private static func isAbout(_ scenario: Scenario, _ difference: WayDifference) -> Bool {
            let place = place(in: scenario.name)
            return difference.way == way(of: scenario) && place.hasPrefix(difference.place)
                && (place.count == difference.place.count || scenario.row != nil)
        }
    }
}
