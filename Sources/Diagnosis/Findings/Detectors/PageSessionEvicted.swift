import BridgePrimitives
import BridgeTrace
import Cookies

/// Tracking prevention removed what script had stored, and the page's session with it.
struct PageSessionEvicted: FindingDetector {
    static let kinds = [FindingKind(HandoffReason.pageSessionEvicted, .failure)]
    private(set) var findings: [Finding] = []
    /// The last removal, until something else happens.
    private var removal: Int?

    init(_ handoff: HandoffFindings) {}

    mutating func take(_ event: TraceEvent) {
        guard findings.isEmpty else { return }
        switch event.kind {
        case .cookieWrite(let write) where write.reasons.contains(SendReason.deletedByInactivity.code):
            removal = event.sequence
        case .account(let account) where event.actor == .page && account.action == .signedOut:
            guard let removal, let uid = account.uid else { return }
            findings = [
                Finding(
                    HandoffReason.pageSessionEvicted,
                    "Nobody had used the site for seven days, and WebKit removed all that script had stored there, the"
                        + " page's session of \(uid) with it.",
                    evidence: [removal, event.sequence])
            ]
        case .request, .navigation, .routing: removal = nil
        default: break
        }
    }
}
