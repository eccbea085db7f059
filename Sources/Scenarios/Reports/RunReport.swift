import BridgePrimitives

/// A whole run, as it is reported: made by `run`, read back by `report`, and the one source of all forms.
public struct RunReport: Hashable, Sendable {
    public var facts: RunFacts
    /// In the order of their files.
    public var scenarios: [ReportedScenario]
    /// What kept scenarios from being run at all.
    public var errors: [InputError]

    public init(facts: RunFacts, scenarios: [ReportedScenario] = [], errors: [InputError] = []) {
        (self.facts, self.scenarios, self.errors) = (facts, scenarios, errors)
    }

    public var tally: RunTally { RunTally(scenarios) }

    /// `12 scenarios: 11 passed, 1 failed (340 ms)`, with the shard where it is one.
    public var summary: String {
        let shard = facts.shard.map { ", shard \($0)" } ?? ""
        let errors = errors.isEmpty ? "" : ", \(errors.count) error\(errors.count == 1 ? "" : "s") before"
        return "\(tally.text)\(errors) (\(facts.elapsed.wholeMilliseconds) ms\(shard))"
    }

    /// The process's exit code after such a run: 1 when an expectation failed, whatever else went wrong, or where a
    /// flaky one, or one of which something had no effect, is one too many; what stood against the worlds when some could not be had and nothing failed, or against
    /// running at all; 0 when all passed.
    public var exitCode: Int32 {
        let tally = tally
        if tally.failed > 0 || facts.failsOnFlaky && tally.flaky > 0 { return 1 }
        if facts.failsWithoutEffect, scenarios.contains(where: \.ending.lacksEffect) { return 1 }
        if let error = errors.first { return error.exitCode }
        let failures = scenarios.lazy.compactMap { $0.ending.outcome == .error ? $0.ending.failure : nil }
        return failures.first?.exitCode ?? 0
    }

    /// What failed first, then what is flaky, then the rest; each in its order.
    public var byWeight: [ReportedScenario] {
        scenarios.filter { !$0.hasPassed } + scenarios.filter(\.isFlaky)
            + scenarios.filter { $0.hasPassed && !$0.isFlaky }
    }

    /// The slowest, slowest first.
    ///
    /// - Complexity: O(n log n).
    public func slowest(_ count: Int) -> [ReportedScenario] {
        Array(
            scenarios.filter { $0.ending.outcome != .notRun }.sorted { $0.ending.elapsed > $1.ending.elapsed }
                .prefix(max(count, 0)))
    }

    /// What each took, for shards of the same length; of several runs of one the mean.
    public var durations: [ScenarioKey: Duration] {
        var sums: [ScenarioKey: (Duration, Int)] = [:]
        for scenario in scenarios where scenario.ending.outcome != .notRun && !scenario.ending.isUnfinished {
            let (sum, count) = sums[scenario.key] ?? (.zero, 0)
            sums[scenario.key] = (sum + scenario.ending.elapsed, count + 1)
        }
        return sums.mapValues { $0.0 / $0.1 }
    }
}
