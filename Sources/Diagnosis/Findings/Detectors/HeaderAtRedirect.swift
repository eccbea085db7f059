import BridgePrimitives
import BridgeTrace

/// What a redirect made of a Cookie header of the app's own: it is lost there, or another host gets it.
struct HeaderAtRedirect: FindingDetector {
    static let kinds = [
        FindingKind(LoadReason.manualCookieDropped, .failure), FindingKind(LoadReason.manualCookieLeaked, .leak),
    ]
    private(set) var findings: [Finding] = []
    private let handoff: HandoffFindings
    /// The last request that carried the app's own header.
    private var written: Int?

    init(_ handoff: HandoffFindings) { self.handoff = handoff }

    mutating func take(_ event: TraceEvent) {
        guard let request = event.navigationRequest else { return }
        defer {
            if request.sent.contains(where: { $0.name == handoff.cookieName && $0.writer == .app }) {
                written = event.sequence
            }
        }
        guard let written else { return }
        for reason in [LoadReason.manualCookieDropped, .manualCookieLeaked]
        where request.notes.contains(reason.code) && !findings.contains(where: { $0.code == reason.code }) {
            let words =
                reason == .manualCookieDropped
                ? "is not sent again where the redirect leads: \(request.url.text) was asked without it."
                : "is sent again where the redirect leads: \(request.url.text) has the token now."
            findings.append(
                Finding(
                    reason, "The app's own Cookie header with \(handoff.cookieName) \(words)",
                    evidence: [written, event.sequence]))
        }
    }
}
