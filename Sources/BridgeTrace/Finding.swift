public import BridgePrimitives

/// Something that a person should know after a run: it may work today and break tomorrow, or it explains why it broke.
public struct Finding: Hashable, Sendable {
    public let code: ReasonCode
    /// What happened here, one sentence with the names and values of this run.
    public let message: String
    /// What to do about it, one sentence.
    public let fix: String
    /// Sequence numbers of the events that show it.
    public let evidence: [Int]

    public init(code: ReasonCode, message: String, fix: String, evidence: [Int]) {
        (self.code, self.message, self.fix, self.evidence) = (code, message, fix, evidence)
    }

    /// A finding whose fix is the reason's own.
    public init(_ reason: some Reason, _ message: String, evidence: [Int]) {
        self.init(code: reason.code, message: message, fix: reason.fix, evidence: evidence)
    }

    /// A cause among findings.
    package init(_ cause: RootCause) {
        self.init(
            code: cause.code, message: cause.message, fix: cause.fix, evidence: cause.evidence.map { [$0] } ?? [])
    }

    public var json: JSONValue {
        [
            "code": .string(code.rawValue), "message": .string(message), "fix": .string(fix),
            "evidence": .array(evidence.map { .integer(Int64($0)) }),
        ]
    }
}
