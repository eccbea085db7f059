import BridgePrimitives
import BridgeTrace

/// A script's cookie that is to live longer than the engine lets it, where nobody uses the site.
struct DeletedAfterInactivity: FindingDetector {
    static let kinds = [FindingKind(StoreReason.deletedAfterInactivity, .fragile)]
    private(set) var findings: [Finding] = []
    private let handoff: HandoffFindings

    init(_ handoff: HandoffFindings) { self.handoff = handoff }

    mutating func take(_ event: TraceEvent) {
        guard findings.isEmpty, case .cookieWrite(let write) = event.kind, write.source == .script,
            write.name == handoff.cookieName, write.reasons.contains(StoreReason.deletedAfterInactivity.code)
        else { return }
        findings = [
            Finding(
                StoreReason.deletedAfterInactivity,
                "The script wrote \(handoff.cookieName) to live for more than seven days. WebKit deletes what script"
                    + " wrote on a site that nobody has touched for seven days of use.",
                evidence: [event.sequence])
        ]
    }
}
