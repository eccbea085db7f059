import BridgePrimitives
import BridgeTrace

/// The backend took an ID token that was nearly over: the app had kept it.
struct IDTokenNearItsEnd: FindingDetector {
    static let kinds = [FindingKind(HandoffReason.idTokenNearItsEnd, .fragile)]
    /// What Firebase's clients fetch a new token within, by themselves.
    private static let margin = Duration.seconds(300)
    private(set) var findings: [Finding] = []
    private let masking: Masking?

    init(_ handoff: HandoffFindings) { masking = handoff.masking }

    mutating func take(_ event: TraceEvent) {
        guard findings.isEmpty, event.actor == .backend, case .token(let token) = event.kind,
            token.action == .accepted, token.form == .idToken,
            let expiry = ShownToken(token.token, masking)?.expiry, event.at < expiry,
            expiry < event.at + Self.margin
        else { return }
        let seconds = expiry.secondsSinceEpoch - event.at.secondsSinceEpoch
        findings = [
            Finding(
                HandoffReason.idTokenNearItsEnd,
                "The app posted an ID token that had \(seconds) s left; on a slow network the backend would have refused"
                    + " it.",
                evidence: [event.sequence])
        ]
    }
}
