import BridgePrimitives
import BridgeTrace
public import Scenarios

/// The scenario whose handoff meets faults.
public enum FaultedScenario: Sendable {
    /// - Parameter place: `FILE`, of one scenario, or `FILE:LINE`.
    /// - Throws: what ``ScenarioFiles/planned(at:variables:)`` throws; `faults/which-scenario`.
    public static func scenario(at place: String) throws -> Scenario {
        let scenarios = try ScenarioFiles.planned(at: [place]).map(\.scenario)
        if scenarios.count == 1, let only = scenarios.first { return only }
        let places = scenarios.prefix(5).map { "\($0.source.file):\($0.source.line)" }
        throw FaultVerbReason.whichScenario.failure(
            "\(place) has \(scenarios.count) scenarios",
            fix: "name one by its line: \(places.joined(separator: ", "))\(scenarios.count > 5 ? ", …" : "")")
    }

    /// The handoff as the usual app does it, or as a project's app.
    public static func usual(handsOverByProject: Bool) -> Scenario {
        let place = SourceLocation(file: "the usual handoff", line: 1, column: 1)
        let opening = PageOpening(injections: handsOverByProject ? nil : [Injection(.userScript)])
        var expectation = ScenarioExpectation()
        expectation.verdict = .signedIn
        return Scenario(
            name: "The usual handoff", source: place, setting: Scenario.Setting(),
            steps: [.signIn(SignIn()), .exchange(field: "idtoken"), .view(.open(opening))].map {
                LocatedStep($0, at: place)
            }, expectation: expectation)
    }
}
