import BridgePrimitives
import BridgeTrace

/// The store has the cookie, and the script that is to trade it cannot see it.
struct HiddenFromScript: FindingDetector {
    static let kinds = ScriptReason.allCases.map { FindingKind($0, .failure) }
    private var hidden: [Finding] = []
    /// The server has taken it for a session cookie: it is hidden as it should be.
    private var isForTheServer = false
    private let handoff: HandoffFindings

    init(_ handoff: HandoffFindings) { self.handoff = handoff }

    var findings: [Finding] { isForTheServer ? [] : hidden }

    mutating func take(_ event: TraceEvent) {
        if case .token(let token) = event.kind, event.actor == .backend, token.form == .sessionCookie {
            isForTheServer = isForTheServer || token.action == .accepted
        }
        guard hidden.isEmpty, case .cookieRead(let read) = event.kind,
            let found = read.hidden.first(where: { $0.name == handoff.cookieName }),
            let reason = found.reasons.lazy.compactMap({ ScriptReason(rawValue: $0.rawValue) }).first,
            !read.visible.contains(where: { $0.name == handoff.cookieName })
        else { return }
        hidden = [
            Finding(
                reason,
                "The web view's store has \(handoff.cookieName), and the guard's script cannot see it: \(reason.meaning)",
                evidence: [event.sequence])
        ]
    }
}
