import BridgePrimitives
import BridgeTrace

/// What is otherwise in a later run than in an earlier one, scenario by scenario.
public struct RunReportDiff: Hashable, Sendable {
    public enum Kind: String, CaseIterable, Sendable {
        case newlyFailing = "newly-failing"
        /// Fails for another cause than before.
        case otherCause = "other-cause"
        case newlyFlaky = "newly-flaky"
        case newlyPassing = "newly-passing"
        case slower
        case new
        case gone
    }

    public struct Change: Hashable, Sendable {
        public let kind: Kind
        /// As it is now; of one that is gone, as it was.
        public let scenario: ReportedScenario
        /// Nil for a new one.
        public let before: ReportedScenario?
    }

    /// When a scenario counts as slower: by both.
    public struct Threshold: Hashable, Sendable {
        /// 50 for half as long again.
        public var percent: Double
        public var least: Duration

        public init(percent: Double = 50, least: Duration = .milliseconds(500)) {
            (self.percent, self.least) = (percent, least)
        }
    }

    /// Sorted by kind, then as the later run has them.
    public let changes: [Change]
    /// How many scenarios are in both and are the same.
    public let unchanged: Int

    /// - Complexity: O(n).
    public init(_ old: RunReport, _ new: RunReport, slower threshold: Threshold = Threshold()) {
        let (before, after) = (Self.worst(of: old), Self.worst(of: new))
        var changes: [Change] = []
        var unchanged = 0
        for scenario in after.order.compactMap({ after.scenarios[$0] }) {
            let earlier = before.scenarios[scenario.key]
            let kinds = Self.kinds(earlier, scenario, threshold)
            changes += kinds.map { Change(kind: $0, scenario: scenario, before: earlier) }
            if kinds.isEmpty { unchanged += 1 }
        }
        changes += before.order.filter { after.scenarios[$0] == nil }.compactMap { before.scenarios[$0] }
            .map { Change(kind: .gone, scenario: $0, before: $0) }
        self.changes = Kind.allCases.flatMap { kind in changes.filter { $0.kind == kind } }
        self.unchanged = unchanged
    }

    /// Whether something fails that did not fail before, also something that was not there before.
    public var hasNewFailures: Bool {
        changes.contains { $0.kind == .newlyFailing || $0.kind == .new && $0.scenario.isBad }
    }

    private static func kinds(_ before: ReportedScenario?, _ after: ReportedScenario, _ threshold: Threshold) -> [Kind]
    {
        guard let before else { return [.new] }
        // What was not run says nothing.
        guard after.hasRun, before.hasRun else { return [] }
        switch (before.hasPassed, after.hasPassed) {
        case (true, false): return [.newlyFailing]
        case (false, false):
            return before.ending.reason?.code == after.ending.reason?.code ? [] : [.otherCause]
        case (false, true) where after.isFlaky: return [.newlyFlaky]
        case (false, true): return [.newlyPassing]
        case (true, true):
            let slower = threshold.isExceeded(from: before.ending.elapsed, to: after.ending.elapsed)
            return (after.isFlaky && !before.isFlaky ? [.newlyFlaky] : []) + (slower ? [.slower] : [])
        }
    }

    /// Of several runs of one scenario the one that ended worst.
    private static func worst(of report: RunReport) -> (
        scenarios: [ScenarioKey: ReportedScenario], order: [ScenarioKey]
    ) {
        var (scenarios, order): ([ScenarioKey: ReportedScenario], [ScenarioKey]) = ([:], [])
        for scenario in report.scenarios {
            guard let other = scenarios[scenario.key] else {
                scenarios[scenario.key] = scenario
                order.append(scenario.key)
                continue
            }
            if !scenario.hasPassed && other.hasPassed || scenario.isFlaky && other.hasPassed && !other.isFlaky {
                scenarios[scenario.key] = scenario
            }
        }
        return (scenarios, order)
    }
}

extension RunReportDiff.Threshold {
    fileprivate func isExceeded(from old: Duration, to new: Duration) -> Bool {
        new - old > least && new.milliseconds > old.milliseconds * (1 + percent / 100)
    }
}

extension ReportedScenario {
    /// Whether it came to an end of its own.
    fileprivate var hasRun: Bool { ending.outcome != .notRun && !ending.isUnfinished }
    fileprivate var isBad: Bool { hasRun && !hasPassed }
}
