public import BridgePrimitives

/// What kept scenarios from being run at all, as reports have it: each is a test of its own that ended in an error.
public struct InputError: Hashable, Sendable {
    /// The file, or what was asked for.
    public let name: String
    /// `file:line:column`; nil for what stands in no file.
    public let source: SourceLocation?
    public let code: ReasonCode
    public let message: String
    public let fix: String

    public init(_ problem: ScenarioProblem) {
        (name, source, code) = (problem.location.file, problem.location, problem.code)
        (message, fix) = (problem.message, problem.hint)
    }

    public init(_ failure: BridgeFailure) {
        (name, source, code) = ("session-bridge run", nil, failure.code)
        (message, fix) = (failure.cause, failure.fix)
    }

    /// What an error that ends a run says; empty for one that is none of ours.
    public static func all(of error: any Error) -> [InputError] {
        switch error {
        case let problems as ScenarioProblems: problems.problems.map(InputError.init)
        case let failure as BridgeFailure: [InputError(failure)]
        default: []
        }
    }
}

extension InputError {
    /// Where, what and the fix, for people.
    public var line: String { "\(source?.description ?? name): \(message); \(fix)" }

    /// In the form of a scenario's result.
    public var json: JSONValue {
        var object = JSONObject([("name", .string(name))])
        if let source { object["source"] = .string(source.description) }
        object["outcome"] = "error"
        object["error"] = ["code": .string(code.rawValue), "message": .string(message), "fix": .string(fix)]
        return .object(object)
    }
}
