import BridgePrimitives
import BridgeTrace

/// A session cookie outlived its user's session: signature and time were good, and nobody asked the auth service.
struct EndedSessionAccepted: FindingDetector {
    static let kinds = [FindingKind(HandoffReason.endedSessionAccepted, .fragile)]
    private(set) var findings: [Finding] = []
    /// When each session cookie was made.
    private var made: [MaskedText: Int] = [:]
    /// When the auth service last ended the sessions of each user.
    private var ends: [String: Int] = [:]

    init(_ handoff: HandoffFindings) {}

    mutating func take(_ event: TraceEvent) {
        switch event.kind {
        case .account(let account) where event.actor == .auth:
            guard let uid = account.uid, account.reasons.contains(AccountChangeReason.sessionsEnded.code) else {
                return
            }
            ends[uid] = event.sequence
        case .token(let token) where event.actor == .backend && token.form == .sessionCookie:
            if token.action == .issued { made[token.token] = event.sequence }
            guard token.action == .accepted, findings.isEmpty, let uid = token.uid, let end = ends[uid],
                let beginning = made[token.token], beginning < end
            else { return }
            findings = [
                Finding(
                    HandoffReason.endedSessionAccepted,
                    "The sessions of \(uid) were ended, and the server still takes the session cookie from before: it"
                        + " looks at its signature and its time alone.",
                    evidence: [end, event.sequence])
            ]
        default: break
        }
    }
}
