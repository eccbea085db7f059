import BridgeTrace
import Reasons

/// The page's first request left before the script that writes the cookie could run.
struct SetAfterRequest: FindingDetector {
    static let kinds = [FindingKind(SendReason.setAfterRequest, .fragile)]
    private(set) var findings: [Finding] = []
    private let handoff: HandoffFindings
    private var request: (sequence: Int, hasCookie: Bool)?

    init(_ handoff: HandoffFindings) { self.handoff = handoff }

    mutating func take(_ event: TraceEvent) {
        if let sent = event.navigationRequest {
            request = (event.sequence, sent.carries(handoff.cookieName))
            return
        }
        guard findings.isEmpty, case .cookieWrite(let write) = event.kind, write.source == .script,
            write.name == handoff.cookieName, write.host == handoff.appHost, write.outcome == .stored,
            let request, !request.hasCookie
        else { return }
        findings = [
            Finding(
                SendReason.setAfterRequest,
                "The page's own request carried no \(handoff.cookieName): a script writes it when the document exists,"
                    + " after its request. A server that looks for the cookie there sees nobody.",
                evidence: [request.sequence, event.sequence])
        ]
    }
}
