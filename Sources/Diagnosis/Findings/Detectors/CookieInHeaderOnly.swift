import BridgeTrace
import Reasons

/// The app wrote the cookie into a header: that one request carried it, and scripts and later requests do not.
struct CookieInHeaderOnly: FindingDetector {
    static let kinds = [FindingKind(HandoffReason.cookieInHeaderOnly, .failure)]
    private(set) var findings: [Finding] = []
    private let handoff: HandoffFindings

    init(_ handoff: HandoffFindings) { self.handoff = handoff }

    mutating func take(_ event: TraceEvent) {
        guard findings.isEmpty, let request = event.navigationRequest,
            request.sent.contains(where: { $0.name == handoff.cookieName && $0.writer == .app }),
            // The store has it as well, and only this header kept it at home.
            !request.withheld.contains(where: { $0.name == handoff.cookieName })
        else { return }
        findings = [
            Finding(
                HandoffReason.cookieInHeaderOnly,
                "The app wrote \(handoff.cookieName) into the request's Cookie header: the server sees it once, and"
                    + " neither scripts nor later requests have it.",
                evidence: [event.sequence])
        ]
    }
}
