import BridgePrimitives
import BridgeTrace

/// A lenient service took what production refuses: one finding for each reason.
struct AcceptedAgainstReasons: FindingDetector {
    private static let reasons = TokenReason.allCases.filter { !UsedTooEarly.reasons.contains($0) }
    static let kinds = reasons.map { FindingKind($0, ofTheEmulator.contains($0) ? .note : .fragile) }
    /// How tokens of the Firebase Auth Emulator are: so is each of them, whatever became of the handoff.
    private static let ofTheEmulator: Set<TokenReason> = [
        .wrongAlgorithm, .noKeyID, .mintedForEmulator, .unknownServiceAccount,
    ]
    private(set) var findings: [Finding] = []
    private var told: Set<TokenReason>

    init(_ handoff: HandoffFindings) { told = handoff.expectsEmulatorTokens ? Self.ofTheEmulator : [] }

    mutating func take(_ event: TraceEvent) {
        guard case .token(let token) = event.kind, token.action == .accepted else { return }
        for reason in token.reasons.compactMap({ TokenReason(rawValue: $0.rawValue) })
        where Self.reasons.contains(reason) && told.insert(reason).inserted {
            findings.append(Self.finding(reason, token, event))
        }
    }

    static func finding(_ reason: TokenReason, _ token: TokenEvent, _ event: TraceEvent) -> Finding {
        Finding(
            reason,
            "The \(event.actor.rawValue) accepted \(token.form == .idToken ? "an" : "a") \(token.form.rawValue) that"
                + " production refuses, because this world is lenient: \(reason.meaning)",
            evidence: [event.sequence])
    }
}
