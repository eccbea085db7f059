import BridgePrimitives
import BridgeTrace

/// A token was shown to a verifier whose clock is not there yet, as far as one can tell by how much.
struct UsedTooEarly: FindingDetector {
    static let reasons: [TokenReason] = [.issuedInFuture, .notYetValid, .authTimeInFuture]
    static let kinds = reasons.map { FindingKind($0, .failure) }
    /// What Firebase's ID tokens live, and custom tokens usually.
    private static let lifetime = Duration.seconds(3600)
    private(set) var findings: [Finding] = []
    private let masking: Masking?

    init(_ handoff: HandoffFindings) { masking = handoff.masking }

    mutating func take(_ event: TraceEvent) {
        guard case .token(let token) = event.kind, token.action != .issued else { return }
        for reason in Self.reasons
        where token.reasons.contains(reason.code) && !findings.contains(where: { $0.code == reason.code }) {
            let verb = token.action == .refused ? "refused" : "accepted, because this world is lenient,"
            findings.append(
                Finding(
                    reason,
                    "The \(event.actor.rawValue) \(verb) a token from its future\(skew(of: token, at: event.at)).",
                    evidence: [event.sequence]))
        }
    }

    /// What the world's own clock says to it.
    private func skew(of token: TokenEvent, at now: Instant) -> String {
        guard let expiry = ShownToken(token.token, masking)?.expiry else { return "" }
        let ahead = expiry.secondsSinceEpoch - Self.lifetime.components.seconds - now.secondsSinceEpoch
        return ahead > 0
            ? ": whoever issued it has a clock that is \(ahead) s fast"
            : ": the verifier's clock is more than \(-ahead) s slow"
    }
}
