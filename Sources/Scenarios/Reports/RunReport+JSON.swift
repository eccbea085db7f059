public import BridgePrimitives

extension RunReport {
    /// The version of the form that is written, and the highest that is read.
    public static let version: Int64 = 1

    /// The whole run: what `run --report json=FILE` writes and `report` reads. Members may be added to version 1; none is
    /// taken away or changes its meaning.
    public var json: JSONValue {
        .object(
            JSONObject([
                ("version", .integer(Self.version)), ("session_bridge", .string(facts.version)), ("run", run),
                ("scenarios", .array(scenarios.map(\.json))), ("errors", .array(errors.map(\.json))),
            ]))
    }

    private var run: JSONValue {
        var object = JSONObject()
        object["started"] = facts.started.map { .string($0.rfc3339) }
        object["milliseconds"] = .integer(facts.elapsed.wholeMilliseconds)
        // As a text: half of the seeds are beyond what JSON's readers keep of a number.
        object["seed"] = facts.seed.map { .string(String($0)) }
        object["profile"] = facts.profile.map { .string($0) }
        object["engine"] = facts.engine.map { .string($0) }
        object["strictness"] = facts.strictness.map { .string($0) }
        object["shard"] = facts.shard.map(\.json)
        object["scenarios_of_all_shards"] = facts.scenariosOfAllShards.map { .integer(Int64($0)) }
        if !facts.mergedShards.isEmpty { object["shards"] = .array(facts.mergedShards.map(\.json)) }
        if facts.failsOnFlaky { object["fail_on_flaky"] = true }
        if facts.failsWithoutEffect { object["strict_effects"] = true }
        let tally = tally
        object["totals"] = .object(
            JSONObject(
                [
                    ("scenarios", tally.count), ("passed", tally.passed), ("flaky", tally.flaky),
                    ("failed", tally.failed), ("errors", tally.errors), ("not_run", tally.notRun),
                ].map { ($0, .integer(Int64($1))) }))
        object["exit_code"] = .integer(Int64(exitCode))
        return .object(object)
    }
}

extension Shard {
    fileprivate var json: JSONValue { ["index": .integer(Int64(index)), "count": .integer(Int64(count))] }
}
