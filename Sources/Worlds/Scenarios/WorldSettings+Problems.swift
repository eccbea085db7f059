import AuthEmulator
import BridgePrimitives
import Faults
package import Scenarios

extension WorldSettings {
    /// Refuses before anything is run what scenarios ask of somebody's own services and no world can bring about.
    ///
    /// - Throws: all of it, each at its step.
    package func mustReach(_ scenarios: [Scenario]) throws(ScenarioProblems) {
        let problems = scenarios.flatMap(problems).uniqued()
        guard problems.isEmpty else { throw ScenarioProblems(problems) }
    }

    private func problems(of scenario: Scenario) -> [ScenarioProblem] {
        guard ownBackend != nil else { return [] }
        var problems: [ScenarioProblem] = []
        func refuse(_ what: String, at place: SourceLocation, usedAt: [SourceLocation] = []) {
            let failure = WorldReason.backendHasOwnClock.failure(what)
            problems.append(
                ScenarioProblem(
                    code: failure.code, location: place, message: failure.cause,
                    hint: ([failure.fix] + usedAt.map { "used at \($0)" }).joined(separator: "; ")))
        }
        if scenario.setting.faults.contains(where: Self.isSkewOfBackend) {
            refuse("a fault of the world here puts the clock of your own backend off", at: scenario.source)
        }
        for step in scenario.namedSteps.map(\.step) + scenario.tearDown {
            switch step.step {
            case .skew(let skews) where skews.backend != nil:
                refuse("the backend is your own, and no step moves its clock", at: step.location, usedAt: step.usedAt)
            case .fault(let fault) where Self.isSkewOfBackend(fault):
                refuse("the backend is your own, and no fault moves its clock", at: step.location, usedAt: step.usedAt)
            default: break
            }
        }
        return problems
    }

    private static func isSkewOfBackend(_ json: JSONValue) -> Bool {
        (try? Fault(json: json))?.isSkewOfBackend ?? false
    }
}
