import BridgePrimitives
import BridgeTrace

/// The exchange came to nothing because the body has the ID token under a name that the backend does not read.
struct FieldMismatch: FindingDetector {
    static let kinds = [FindingKind(HandoffReason.fieldMismatch, .failure)]
    private(set) var findings: [Finding] = []

    init(_ handoff: HandoffFindings) {}

    mutating func take(_ event: TraceEvent) {
        guard findings.isEmpty, event.reasons.contains(BackendReason.missingField.code) else { return }
        let read = TokenField.allCases.map { "`\($0.rawValue)`" }.joined(separator: " and ")
        findings = [
            Finding(
                HandoffReason.fieldMismatch,
                "The app posted the ID token under a name that the backend does not read; it reads \(read).",
                evidence: [event.sequence])
        ]
    }
}
