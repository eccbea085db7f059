public import BridgePrimitives
import BridgeTrace

extension Report {
    /// One object a scenario.
    ///
    /// - Parameter hasEvents: whether the trace of a scenario that failed is part of it.
    public static func json(for result: ScenarioResult, hasEvents: Bool = false) -> JSONValue {
        var object = JSONObject([
            ("name", .string(result.scenario.name)), ("source", .string(result.scenario.source.description)),
            ("milliseconds", .integer(result.elapsed.wholeMilliseconds)),
        ])
        switch result.outcome {
        case .passed:
            object["outcome"] = "passed"
            if let known = result.knownFailure {
                object["known_failure"] = .object(
                    JSONObject([
                        ("reason", .string(known.reason.rawValue)), ("note", known.note.map { .string($0) } ?? .null),
                    ]))
            }
        case .failed(let mismatches):
            object["outcome"] = "failed"
            if let cause = result.rootCause { object["root_cause"] = json(for: cause, step: result.faultyStep) }
            object["mismatches"] = .array(
                mismatches.map { mismatch in
                    [
                        "expected": .string(mismatch.expected), "happened": .string(mismatch.happened),
                        "reasons": .codes(mismatch.because),
                    ]
                })
        case .broken(let failure):
            object["outcome"] = "error"
            object["error"] = [
                "code": .string(failure.code.rawValue), "message": .string(failure.cause), "fix": .string(failure.fix),
            ]
        }
        if let hint = result.hint { object["hint"] = hint.json }
        object["findings"] = .array(result.findings.map(\.json))
        if hasEvents, !result.hasPassed { object["events"] = .array(result.events.map(\.json)) }
        return .object(object)
    }

    /// `{"code":…,"message":…,"fix":…,"evidence":[…],"followed_by":[…],"step":{"name":…,"file":…,"line":…}}`.
    private static func json(for cause: RootCause, step: TakenStep?) -> JSONValue {
        var object = cause.json
        if let step {
            var place = JSONObject([
                ("name", .string(step.step.name)), ("file", .string(step.location.file)),
                ("line", .integer(Int64(step.location.line))),
            ])
            if !step.usedAt.isEmpty {
                place["used_at"] = .array(step.usedAt.map { .string($0.description) })
            }
            object["step"] = .object(place)
        }
        return .object(object)
    }
}
