/// Which scenario is run in which shard: the longest first, each where there is least to do.
///
/// The same scenarios, durations and count give the same plan on every machine, and each scenario is in one shard.
public struct ShardPlan: Hashable, Sendable {
    /// The shard of each scenario, from 1, in the order of the scenarios.
    public let assignments: [Int]

    /// - Parameters:
    ///   - durations: measured earlier; a scenario that has none counts as much as the others in the middle.
    ///   - count: how many shards there are; at least one.
    /// - Complexity: O(n log n + n × count).
    public init(_ scenarios: [PlannedScenario], durations: [ScenarioKey: Duration] = [:], count: Int) {
        let known = scenarios.compactMap { durations[$0.key] }.sorted()
        let middle = known.isEmpty ? nil : known[known.count / 2]
        let weights = scenarios.map { each in
            // Two runs may differ by nothing at all; no shard is to get all that took no time.
            max(durations[each.key] ?? middle ?? Self.estimate(each.scenario), .milliseconds(1))
        }
        var loads = Array(repeating: Duration.zero, count: max(count, 1))
        var assignments = Array(repeating: 1, count: scenarios.count)
        for position in scenarios.indices.sorted(by: { (weights[$1], $0) < (weights[$0], $1) }) {
            let shard = loads.indices.min { (loads[$0], $0) < (loads[$1], $1) } ?? 0
            loads[shard] += weights[position]
            assignments[position] = shard + 1
        }
        self.assignments = assignments
    }

    /// Those of one shard, in their order.
    public func scenarios(of shard: Shard, among scenarios: [PlannedScenario]) -> [PlannedScenario] {
        zip(scenarios, assignments).filter { $1 == shard.index }.map(\.0)
    }

    /// Without a measurement: a world, its steps, and an engine that is a browser.
    private static func estimate(_ scenario: Scenario) -> Duration {
        let isBrowser = (scenario.setting.engine ?? .model) != .model
        return .milliseconds((10 + 2 * scenario.steps.count) * (isBrowser ? 10 : 1))
    }
}
