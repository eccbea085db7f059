public import BridgePrimitives

/// How results are told: lines for people, JSON for scripts, JUnit for CI servers. All tell the same of a
/// ``ScenarioResult``: the root cause and its fix first. Whole runs are a ``RunReport``.
public enum Report: Sendable {
    /// One object a scenario.
    ///
    /// - Parameter hasEvents: whether the trace of a scenario that failed is part of it.
    public static func json(for result: ScenarioResult, hasEvents: Bool = false) -> JSONValue {
        ReportedScenario(result, hasEvents: hasEvents).json
    }

    /// What the terminal has of it.
    public static func lines(for result: ScenarioResult) -> [String] { ReportedScenario(result).lines }

    /// `12 scenarios: 11 passed, 1 failed (340 ms)`.
    public static func summary(of results: [ScenarioResult], elapsed: Duration) -> String {
        report(results, elapsed: elapsed).summary
    }

    /// What to know of those that passed, once for all of them; empty where nothing was left out. Under one that failed
    /// stands its own.
    public static func hint(of results: [ScenarioResult]) -> [String] { report(results).hint }

    /// See ``RunReport/junit``.
    public static func junit(for results: [ScenarioResult], errors: [InputError] = [], elapsed: Duration) -> String {
        report(results, errors: errors, elapsed: elapsed).junit
    }

    /// See ``RunReport/exitCode``.
    public static func exitCode(of results: [ScenarioResult]) -> Int32 { report(results).exitCode }

    private static func report(
        _ results: [ScenarioResult], errors: [InputError] = [], elapsed: Duration = .zero
    ) -> RunReport {
        RunReport(
            facts: RunFacts(version: "", elapsed: elapsed), scenarios: results.map { ReportedScenario($0) },
            errors: errors)
    }
}
