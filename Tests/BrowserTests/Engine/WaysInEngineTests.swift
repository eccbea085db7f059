import BridgePrimitives
import BridgeTrace
import Foundation
import Listening
import PageEngines
import Reporting
import Scenarios
import TestSupport
import Testing
import Worlds

/// The ways of docs/handover-matrix.md in real engines: each ends as in the model, but for what the page tells.
extension RealBrowsers {
    @Suite("Ways of handing over in real engines", .serialized)
    struct WaysInEngineTests {
        @Test(
            .timeLimit(.minutes(20)),
            arguments: TestedEngines.all.compactMap { WayDifference.Engine(rawValue: $0.rawValue) })
        func eachEndsAsThePageTells(engine: WayDifference.Engine) async throws {
            var settings = WorldSettings()
            settings.engine = try #require(EngineName(rawValue: engine.rawValue))
            let folder = Checkout.root.appendingPathComponent("Scenarios/ways").path
            let scenarios = try ScenarioFiles.scenarios(at: [folder])
            let results = try await withEphemeralStateDirectory { state in
                try await ScenarioRuns(settings: settings, stateFolder: state.path, width: 4).run(scenarios) { _ in }
            }
            let differences = WayDifference.all.filter { $0.engine == engine }
            var found: Set<Int> = []
            for result in results {
                let name = result.scenario.name
                let way = try #require(Self.way(of: result.scenario))
                if WayDifference.modelOnly.contains(where: { $0.way == way }) {
                    #expect(Self.isModelOnly(result), "\(name)")
                    continue
                }
                let known = differences.firstIndex { difference in
                    difference.way == way && Self.place(in: name).hasPrefix(difference.place)
                        && (Self.place(in: name).dropFirst(difference.place.count).isEmpty
                            || result.scenario.row != nil)
                }
                guard let known else {
                    #expect(result.hasPassed, "\(name): \(Self.words(of: result))")
                    continue
                }
                found.insert(known)
                if differences[known].isByChance, result.hasPassed { continue }
                #expect(Self.words(of: result).contains(differences[known].unmet), "\(name): \(Self.words(of: result))")
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

        private static func words(of result: ScenarioResult) -> String {
            guard case .failed(let mismatches) = result.outcome else { return "\(result.outcome)" }
            return mismatches.map(\.expected).joined(separator: "; ")
        }

        /// Whether a real engine has no means for it.
        private static func isModelOnly(_ result: ScenarioResult) -> Bool {
            if case .broken(let failure) = result.outcome { return failure.code == PageEngineReason.modelOnly.code }
            return result.rootCause?.code == PageEngineReason.modelOnly.code
        }
    }
}
