public import BridgePrimitives

/// One row of the catalogue of findings: a code, and what it means to whoever reads it.
public struct FindingKind: Hashable, Sendable {
    public let code: ReasonCode
    public let severity: FindingSeverity
    /// One sentence, without the names and values of a run.
    public let meaning: String
    public let fix: String

    init(_ reason: some Reason, _ severity: FindingSeverity) {
        (code, self.severity, meaning, fix) = (reason.code, severity, reason.meaning, reason.fix)
    }

    public var json: JSONValue {
        [
            "code": .string(code.rawValue), "severity": .string(severity.rawValue), "meaning": .string(meaning),
            "fix": .string(fix),
        ]
    }
}
