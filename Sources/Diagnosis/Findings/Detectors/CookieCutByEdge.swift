import BridgeTrace
import Cookies
import Reasons

/// The web view sent the cookie, and a server in front of the web app or the backend kept it.
struct CookieCutByEdge: FindingDetector {
    static let kinds = [FindingKind(EdgeReason.cookieNotForwarded, .failure)]
    private(set) var findings: [Finding] = []
    private let handoff: HandoffFindings

    init(_ handoff: HandoffFindings) { self.handoff = handoff }

    mutating func take(_ event: TraceEvent) {
        guard findings.isEmpty, case .edge(let edge) = event.kind, edge.dropped.contains(handoff.cookieName) else {
            return
        }
        findings = [
            Finding(
                EdgeReason.cookieNotForwarded,
                "The web view sent \(handoff.cookieName), and \(edge.edge) did not pass it on: the server behind it sees"
                    + " nobody.",
                evidence: [event.sequence])
        ]
    }
}
