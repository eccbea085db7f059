import BridgeTrace
import Reasons

/// The auth service took one custom token more than once.
struct TokenRedeemedTwice: FindingDetector {
    static let kinds = [FindingKind(HandoffReason.tokenRedeemedTwice, .fragile)]
    private(set) var findings: [Finding] = []
    private var redeemed: [MaskedText: Int] = [:]

    init(_ handoff: HandoffFindings) {}

    mutating func take(_ event: TraceEvent) {
        guard findings.isEmpty, event.actor == .auth, case .token(let token) = event.kind, token.action == .accepted,
            token.form == .customToken
        else { return }
        guard let first = redeemed.updateValue(event.sequence, forKey: token.token) else { return }
        findings = [
            Finding(
                HandoffReason.tokenRedeemedTwice,
                "The page signed in twice with \(token.token): it reads the cookie although a session is there, and the"
                    + " token is good for whoever finds it until its hour is over.",
                evidence: [first, event.sequence])
        ]
    }
}
