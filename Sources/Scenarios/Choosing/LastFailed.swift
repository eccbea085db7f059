public import BridgePrimitives

/// Which scenarios did not pass when they were run last.
public struct LastFailed: Hashable, Sendable {
    public var failed: Set<ScenarioKey>

    public init(failed: Set<ScenarioKey> = []) { self.failed = failed }

    /// What is not run this time stays as it was.
    ///
    /// - Parameter key: how a scenario is called in it.
    public mutating func update(with scenarios: [ReportedScenario], key: (ScenarioKey) -> ScenarioKey) {
        let run = scenarios.filter { $0.ending.outcome != .notRun && !$0.ending.isUnfinished }
        for scenario in run { failed.remove(key(scenario.key)) }
        for scenario in run where !scenario.hasPassed { failed.insert(key(scenario.key)) }
    }

    /// `{"version":1,"failed":[{"file":…,"name":…,"ordinal":…}]}`, sorted.
    public var json: JSONValue {
        [
            "version": 1,
            "failed": .array(
                failed.sorted().map { key in
                    [
                        "file": .string(key.file), "name": .string(key.name),
                        "ordinal": .integer(Int64(key.ordinal)),
                    ]
                }),
        ]
    }

    /// Nil for what is none.
    public init?(json: JSONValue) {
        guard json["version"]?.integerValue == 1, let rows = json["failed"]?.arrayValue else { return nil }
        let keys = rows.compactMap { row -> ScenarioKey? in
            guard let file = row["file"]?.stringValue, let name = row["name"]?.stringValue else { return nil }
            return ScenarioKey(file: file, name: name, ordinal: Int(clamping: row["ordinal"]?.integerValue ?? 1))
        }
        guard keys.count == rows.count else { return nil }
        failed = Set(keys)
    }
}
