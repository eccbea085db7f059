public import BridgePrimitives

/// Several reports as one: the shards of a run, or runs of different scenarios.
public struct RunReportMerge: Hashable, Sendable {
    public let report: RunReport
    /// What somebody should know who takes the parts for the whole; what is missing is an error of the report, too.
    public let notes: [String]

    /// - Parameter parts: each with its file's name; at least one.
    /// - Throws: `report/other-shards`, `report/shard-twice`.
    /// - Complexity: O(n log n) in the scenarios.
    public init(_ parts: [(file: String, report: RunReport)]) throws(BridgeFailure) {
        let shards = try Self.shards(of: parts)
        var notes: [String] = []
        var places: [Place: Int] = [:]
        var scenarios: [ReportedScenario] = []
        for part in parts {
            for var scenario in part.report.scenarios {
                scenario.shard = scenario.shard ?? part.report.facts.shard?.index
                let place = Place(key: scenario.key, repetition: scenario.repetition)
                if let before = places[place] {
                    notes.append(
                        "\(scenario.title) (\(scenario.source)) is in several reports, the second is \(part.file); it"
                            + " counts once (\(ReportReason.countedTwice.code))")
                    if Self.weight(scenario) > Self.weight(scenarios[before]) { scenarios[before] = scenario }
                } else {
                    places[place] = scenarios.count
                    scenarios.append(scenario)
                }
            }
        }
        var facts = Self.facts(of: parts.map(\.report.facts))
        var errors = parts.flatMap(\.report.errors).uniqued()
        if let count = shards.first?.count {
            let there = Set(shards.map(\.index))
            let missing = (1...count).filter { !there.contains($0) }
            facts.mergedShards = shards.sorted { $0.index < $1.index }
            if !missing.isEmpty {
                let names = missing.prefix(20).map { "\($0)/\(count)" }.joined(separator: ", ")
                let failure = ReportReason.missingShard.failure(
                    "no report is of shard \(names)\(missing.count > 20 ? " …" : "")")
                notes.append(failure.warning)
                errors.append(InputError(failure))
            } else if let wanted = parts.compactMap(\.report.facts.scenariosOfAllShards).max(), scenarios.count < wanted
            {
                // Each machine has split another list, or by other durations.
                let failure = ReportReason.scenariosMissing.failure(
                    "the shards were to run \(wanted) scenarios, and ran \(scenarios.count)")
                notes.append(failure.warning)
                errors.append(InputError(failure))
            }
            facts.scenariosOfAllShards = parts.compactMap(\.report.facts.scenariosOfAllShards).max()
        }
        self.notes = notes
        report = RunReport(facts: facts, scenarios: scenarios.sorted(by: Self.isBefore), errors: errors)
    }

    private struct Place: Hashable {
        let key: ScenarioKey
        let repetition: Int?
    }

    private static func shards(of parts: [(file: String, report: RunReport)]) throws(BridgeFailure) -> [Shard] {
        var seen: [Shard: String] = [:]
        var first: (file: String, count: Int)?
        for (file, report) in parts {
            for shard in report.facts.shard.map({ [$0] }) ?? report.facts.mergedShards {
                if let first, first.count != shard.count {
                    throw ReportReason.otherShards.failure(
                        "\(file) is shard \(shard), and \(first.file) is one of \(first.count)")
                }
                first = first ?? (file, shard.count)
                if let other = seen.updateValue(file, forKey: shard) {
                    throw ReportReason.shardTwice.failure("\(other) and \(file) are both shard \(shard)")
                }
            }
        }
        return Array(seen.keys)
    }

    private static func facts(of all: [RunFacts]) -> RunFacts {
        func same<Value: Hashable>(_ value: (RunFacts) -> Value?) -> Value? {
            let values = Set(all.map(value))
            return values.count == 1 ? values.first ?? nil : nil
        }
        var facts = RunFacts(
            version: same { $0.version } ?? all.first?.version ?? "", started: all.compactMap(\.started).min(),
            elapsed: all.map(\.elapsed).max() ?? .zero)
        (facts.seed, facts.profile) = (same(\.seed), same(\.profile))
        (facts.engine, facts.strictness) = (same(\.engine), same(\.strictness))
        facts.failsOnFlaky = all.contains(where: \.failsOnFlaky)
        facts.failsWithoutEffect = all.contains(where: \.failsWithoutEffect)
        return facts
    }

    /// The worse, the heavier.
    private static func weight(_ scenario: ReportedScenario) -> Int {
        switch scenario.ending.outcome {
        case .failed: 4
        case .error: 3
        case .passed: scenario.isFlaky ? 2 : 1
        case .notRun: 0
        }
    }

    /// As one run would have had them: by file, then by line.
    private static func isBefore(_ a: ReportedScenario, _ b: ReportedScenario) -> Bool {
        (a.key.file, a.source.line, a.source.column, a.key.name, a.key.ordinal, a.repetition ?? 0)
            < (b.key.file, b.source.line, b.source.column, b.key.name, b.key.ordinal, b.repetition ?? 0)
    }
}
