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

/// The project's own scenarios in a real engine: the page's scripts run, and the verdict comes from outside.
extension RealBrowsers {
    @Suite("Scenarios in real engines", .serialized)
    struct HandoffInEngineTests {
        /// As what, where and as whom a scenario ended.
        private struct Ending: Hashable, CustomStringConvertible {
            let verdict: Verdict?
            let route: String?
            let uid: String?

            init(_ result: ScenarioResult) {
                verdict = result.recording?.outcome?.verdict
                uid = result.recording?.outcome?.uid
                route =
                    result.events.lazy.reversed().compactMap { event -> RoutingEvent? in
                        guard case .routing(let routing) = event.kind, [.entered, .ended].contains(routing.step) else {
                            return nil
                        }
                        return routing
                    }.first?.route
            }

            var description: String {
                "\(verdict?.rawValue ?? "no verdict") at \(route ?? "no route") as \(uid ?? "nobody")"
            }
        }

        /// Both have the same ending, and the engine's requests the cookies that the model of its profile would have sent.
        @Test(.timeLimit(.minutes(20)), arguments: TestedEngines.all)
        func allThatAnEngineCanDoEndsAsInTheModel(engine: PageEngineKind) async throws {
            let scenarios = try Self.scenarios()
            let model = try await Self.results(of: scenarios, in: .model)
            let real = try await Self.results(of: scenarios, in: EngineName(engine))
            for (model, real) in zip(model, real) {
                let name = real.scenario.name
                if real.isModelOnly {
                    #expect(!EngineSelection.run.contains { $0.scenario == name }, "\(name) is refused")
                    continue
                }
                #expect(!EngineSelection.refused.contains { $0.scenario == name }, "\(name) is not refused")
                let known = ModelDifference.all.first { $0.scenario == name && $0.engines.contains(engine) }
                let cause = real.rootCause.map { "; it is \($0.code): \($0.message)" } ?? ""
                guard let known else {
                    #expect(real.hasPassed, "\(name): \(real.unmet)\(cause)")
                    #expect(Ending(real) == Ending(model), "\(name)")
                    // A header that the app writes is no matter of the jar's.
                    let differences = real.findings.filter { $0.code == EngineDifferenceReason.profileValue.code }
                    #expect(differences.isEmpty || real.scenario.writesCookieHeader, "\(name): \(differences)")
                    continue
                }
                #expect(real.unmet.contains(known.unmet), "\(name): \(real.unmet)\(cause)")
            }
        }

        /// Those that are selected, in that order, or all. Findings are read from what the model traces, of guards and
        /// stores above all; ways of handing over have a suite of their own.
        private static func scenarios() throws -> [Scenario] {
            let all = try ScenarioFiles.scenarios(at: [Checkout.root.appendingPathComponent("Scenarios").path])
                .filter { !$0.source.file.contains("/findings/") && !$0.source.file.contains("/ways/") }
            if TestedEngines.runsAllScenarios { return all }
            let selected =
                ModelDifference.all.map(\.scenario) + (EngineSelection.run + EngineSelection.refused).map(\.scenario)
            return try selected.flatMap { name in
                let found = all.filter { $0.name == name }
                try #require(!found.isEmpty, "there is no scenario \(name)")
                return found
            }
        }

        private static func results(of scenarios: [Scenario], in engine: EngineName) async throws -> [ScenarioResult] {
            var settings = WorldSettings()
            settings.engine = engine
            return try await withEphemeralStateDirectory { [settings] state in
                try await ScenarioRuns(settings: settings, stateFolder: state.path, width: 4).run(scenarios) { _ in }
            }
        }
    }
}

extension ScenarioResult {
    /// What of its expectations was not met, in words.
    var unmet: String {
        guard case .failed(let mismatches) = outcome else { return "\(outcome)" }
        return mismatches.map(\.expected).joined(separator: "; ")
    }

    /// Whether a real engine has no means for it.
    var isModelOnly: Bool {
        if case .broken(let failure) = outcome { return failure.code == PageEngineReason.modelOnly.code }
        return rootCause?.code == PageEngineReason.modelOnly.code
    }
}

extension Scenario {
    fileprivate var writesCookieHeader: Bool {
        steps.contains { located in
            guard case .view(.open(let opening)) = located.step else { return false }
            return opening.injections?.contains { $0.method == .header } ?? false
        }
    }
}
