import BridgePrimitives
import BridgeTrace
import Cookies

/// The store has the cookie, and the script that is to trade it cannot see it.
struct HiddenFromScript: FindingDetector {
    static let kinds = ScriptReason.allCases.map { FindingKind($0, .failure) }
    private(set) var findings: [Finding] = []
    private let handoff: HandoffFindings

    init(_ handoff: HandoffFindings) { self.handoff = handoff }

    mutating func take(_ event: TraceEvent) {
        guard findings.isEmpty, case .cookieRead(let read) = event.kind,
            let hidden = read.hidden.first(where: { $0.name == handoff.cookieName }),
            let reason = hidden.reasons.lazy.compactMap({ ScriptReason(rawValue: $0.rawValue) }).first,
            !read.visible.contains(where: { $0.name == handoff.cookieName })
        else { return }
        findings = [
            Finding(
                reason,
                "The web view's store has \(handoff.cookieName), and the guard's script cannot see it: \(reason.meaning)",
                evidence: [event.sequence])
        ]
    }
}
