import BridgeTrace
import Reasons

/// The user has signed out of the app, and a user script wrote that user's token once more.
struct ScriptStillInstalled: FindingDetector {
    static let kinds = [FindingKind(HandoffReason.scriptStillInstalled, .leak)]
    private(set) var findings: [Finding] = []
    private let handoff: HandoffFindings
    private let masking: Masking?
    private var left: (uid: String, sequence: Int)?

    init(_ handoff: HandoffFindings) { (self.handoff, masking) = (handoff, handoff.masking) }

    mutating func take(_ event: TraceEvent) {
        guard findings.isEmpty else { return }
        switch event.kind {
        case .account(let account) where event.actor == .app:
            guard let uid = account.uid else { return }
            if account.action == .signedOut { left = (uid, event.sequence) }
            if account.action == .signedIn, uid == left?.uid { left = nil }
        // The user is back, or a phone that was set back never heard of the sign-out.
        case .token(let token) where token.action == .issued && token.uid == left?.uid: left = nil
        case .device(let device) where device.action == .restore: left = nil
        case .cookieWrite(let write) where write.source == .script && write.name == handoff.cookieName:
            guard let left, write.isInStore, ShownToken(write.value, masking)?.uid == left.uid else { return }
            findings = [
                Finding(
                    HandoffReason.scriptStillInstalled,
                    "\(left.uid) signed out of the app, and a user script that is still installed wrote"
                        + " \(handoff.cookieName) of that user on \(write.host) again.",
                    evidence: [left.sequence, event.sequence])
            ]
        default: break
        }
    }
}
