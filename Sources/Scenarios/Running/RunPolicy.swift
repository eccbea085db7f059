/// How often scenarios are tried, and when a run is enough.
public struct RunPolicy: Hashable, Sendable {
    /// How often one that does not pass is tried again.
    public var retries = 0
    /// Whether nothing more is begun once one has not passed.
    public var stopsAtFailure = false
    /// How long each try may take; nil for as long as it takes.
    public var scenarioLimit: Duration?

    public init(retries: Int = 0, stopsAtFailure: Bool = false, scenarioLimit: Duration? = nil) {
        (self.retries, self.stopsAtFailure, self.scenarioLimit) = (retries, stopsAtFailure, scenarioLimit)
    }
}

/// Who looks on while scenarios run; called from one place at a time, as things happen.
public struct RunWatch {
    let began: (PlannedScenario) -> Void
    let ended: (ScenarioResult) -> Void

    public init(
        began: @escaping (PlannedScenario) -> Void = { _ in }, ended: @escaping (ScenarioResult) -> Void = { _ in }
    ) {
        (self.began, self.ended) = (began, ended)
    }
}

/// What looks on belongs to whoever runs.
@available(*, unavailable)
extension RunWatch: Sendable {}
