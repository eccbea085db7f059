import BridgeTrace
import Reasons

/// The cookie that is for a custom token holds an ID token.
struct OtherTokenInCookie: FindingDetector {
    static let kinds = [FindingKind(HandoffReason.idTokenInCookie, .failure)]
    private(set) var findings: [Finding] = []
    private let handoff: HandoffFindings
    private let masking: Masking?

    init(_ handoff: HandoffFindings) { (self.handoff, masking) = (handoff, handoff.masking) }

    mutating func take(_ event: TraceEvent) {
        guard findings.isEmpty, let write = event.viewWrite(of: handoff.cookieName),
            let token = ShownToken(write.value, masking), token.form == .idToken
        else { return }
        findings = [
            Finding(
                HandoffReason.idTokenInCookie,
                "\(handoff.cookieName) holds an ID token of \(token.uid): signInWithCustomToken refuses it, and whoever"
                    + " reads it can act as that user at the backend.",
                evidence: [event.sequence])
        ]
    }
}
