public import BridgePrimitives
import BridgeTrace

extension ReportedScenario {
    /// The scenario as a report has it, and `run --json` on a line of its own.
    public var json: JSONValue {
        var object = JSONObject([("name", .string(name)), ("source", .string(source.description))])
        if key.file != source.plainFile { object["file"] = .string(key.file) }
        if key.ordinal != 1 { object["ordinal"] = .integer(Int64(key.ordinal)) }
        object["repetition"] = repetition.map { .integer(Int64($0)) }
        object["shard"] = shard.map { .integer(Int64($0)) }
        for (name, value) in ending.members { object[name] = value }
        if isFlaky { object["flaky"] = true }
        if !tags.isEmpty { object["tags"] = .array(tags.map { .string($0) }) }
        object["profile"] = profile.map { .string($0) }
        object["engine"] = engine.map { .string($0) }
        if !earlier.isEmpty { object["attempts"] = .array(earlier.map { .object($0.members) }) }
        if !events.isEmpty { object["events"] = .array(events) }
        return .object(object)
    }
}

extension ReportedEnding {
    fileprivate var members: JSONObject {
        var object = JSONObject([
            ("milliseconds", .integer(elapsed.wholeMilliseconds)), ("outcome", .string(outcome.rawValue)),
        ])
        if let cause {
            var cause = cause.json
            if let faultyStep {
                var step = JSONObject([
                    ("name", .string(faultyStep.name)), ("file", .string(faultyStep.place.file)),
                    ("line", .integer(Int64(faultyStep.place.line))),
                    ("column", .integer(Int64(faultyStep.place.column))),
                ])
                step["used_at"] = faultyStep.usedAtJSON
                cause["step"] = .object(step)
            }
            object["root_cause"] = .object(cause)
        }
        object["proof"] = proof.map { .object($0.json) }
        if outcome == .failed { object["mismatches"] = .array(mismatches.map(\.json)) }
        if let failure {
            object["error"] = [
                "code": .string(failure.code.rawValue), "message": .string(failure.message),
                "fix": .string(failure.fix), "exit_code": .integer(Int64(failure.exitCode)),
            ]
        }
        if let knownFailure {
            var known = JSONObject([("reason", .string(knownFailure.reason.rawValue))])
            known["note"] = knownFailure.note.map { .string($0) }
            object["known_failure"] = .object(known)
        }
        if let hint { object["hint"] = hint.json }
        object["findings"] = .array(findings.map(\.json))
        if !steps.isEmpty { object["steps"] = .array(steps.map(\.json)) }
        return object
    }
}

extension ReportedEnding.Mismatch {
    fileprivate var json: JSONValue {
        var object = JSONObject([
            ("expected", .string(expected)), ("happened", .string(happened)), ("reasons", .codes(reasons)),
        ])
        object["source"] = place.map { .string($0.description) }
        return .object(object)
    }
}

extension ReportedEnding.Step {
    fileprivate var json: JSONValue {
        var object = JSONObject([("name", .string(name)), ("source", .string(place.description))])
        object["milliseconds"] = elapsed.map { .number($0.milliseconds) }
        if hasFailed { object["faulty"] = true }
        object["used_at"] = usedAtJSON
        return .object(object)
    }

    /// Nil for a step of the scenario's own file.
    fileprivate var usedAtJSON: JSONValue? {
        usedAt.isEmpty ? nil : .array(usedAt.map { .string($0.description) })
    }
}
