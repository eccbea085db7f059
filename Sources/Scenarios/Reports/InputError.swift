public import BridgePrimitives

/// What kept scenarios from being run at all, as reports have it: each is a test of its own that ended in an error.
public struct InputError: Hashable, Sendable {
    /// The file, or what was asked for.
    public var name: String
    /// `file:line:column`; nil for what stands in no file.
    public var source: SourceLocation?
    public var code: ReasonCode
    public var message: String
    public var fix: String
    /// Of a process that ends for it.
    public var exitCode: Int32

    public init(
        name: String, source: SourceLocation?, code: ReasonCode, message: String, fix: String, exitCode: Int32
    ) {
        (self.name, self.source, self.code, self.exitCode) = (name, source, code, exitCode)
        (self.message, self.fix) = (message, fix)
    }

    public init(_ problem: ScenarioProblem) {
        self.init(
            name: problem.location.file, source: problem.location, code: problem.code, message: problem.message,
            fix: problem.hint, exitCode: BridgeFailure.Kind.unreadableInput.exitCode)
    }

    public init(_ failure: BridgeFailure) {
        self.init(
            name: "session-bridge run", source: nil, code: failure.code, message: failure.cause, fix: failure.fix,
            exitCode: failure.kind.exitCode)
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
    public var line: String { "\(source?.description ?? name): \(message)\(fix.isEmpty ? "" : "; \(fix)")" }

    /// In the form of a scenario's result.
    public var json: JSONValue {
        var object = JSONObject([("name", .string(name))])
        if let source { object["source"] = .string(source.description) }
        object["outcome"] = "error"
        object["error"] = [
            "code": .string(code.rawValue), "message": .string(message), "fix": .string(fix),
            "exit_code": .integer(Int64(exitCode)),
        ]
        return .object(object)
    }
}
