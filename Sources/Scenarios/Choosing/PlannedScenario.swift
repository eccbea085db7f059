/// A scenario that is to be run, and what it is known by.
public struct PlannedScenario: Hashable, Sendable {
    public var scenario: Scenario
    public var key: ScenarioKey
    /// Which of several runs of it, from 1; nil where there is one.
    public var repetition: Int?

    public init(_ scenario: Scenario, key: ScenarioKey, repetition: Int? = nil) {
        (self.scenario, self.key, self.repetition) = (scenario, key, repetition)
    }

    /// All scenarios of files, as they stand there.
    public static func all(_ scenarios: [Scenario]) -> [PlannedScenario] {
        zip(scenarios, ScenarioKey.keys(of: scenarios)).map { PlannedScenario($0, key: $1) }
    }

    /// Each as often as this, one after the other.
    public static func repeating(_ planned: [PlannedScenario], _ count: Int) -> [PlannedScenario] {
        guard count > 1 else { return planned }
        return planned.flatMap { each in
            (1...count).map { PlannedScenario(each.scenario, key: each.key, repetition: $0) }
        }
    }
}
