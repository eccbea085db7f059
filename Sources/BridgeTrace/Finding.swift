public import BridgePrimitives

/// Something that a person should know after a run: it may work today and break tomorrow, or it explains why it broke.
public struct Finding: Hashable, Sendable {
    public let code: ReasonCode
    /// What happened here, one sentence with the names and values of this run.
    public let message: String
    /// What to do about it, one sentence.
    public let mend: String
    /// Sequence numbers of the events that show it.
    public let evidence: [Int]

    public init(code: ReasonCode, message: String, mend: String, evidence: [Int]) {
        (self.code, self.message, self.mend, self.evidence) = (code, message, mend, evidence)
    }

    /// A finding whose mend is the reason's own.
    public init(_ reason: some Reason, _ message: String, evidence: [Int]) {
        self.init(code: reason.code, message: message, mend: reason.mend, evidence: evidence)
    }

    public var json: JSONValue {
        [
            "code": .string(code.rawValue), "message": .string(message), "mend": .string(mend),
            "evidence": .array(evidence.map { .integer(Int64($0)) }),
        ]
    }
}
