import BridgeTrace
public import Scenarios

/// The scenario whose handoff meets faults where none is named.
public enum FaultedScenario: Sendable {
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
