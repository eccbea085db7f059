import BridgePrimitives
import BridgeTrace

/// The page's own request went without the cookie although a jar knows it: each reason once.
struct WithheldCookie: FindingDetector {
    /// That it lies in the app's own storage, that a script wrote it too late, and that several have its name is told in
    /// full by others.
    private static let reasons = SendReason.allCases.filter {
        ![.otherStore, .setAfterRequest, .severalOfOneName].contains($0)
    }
    static let kinds = reasons.map { FindingKind($0, .failure) }
    private let handoff: HandoffFindings
    private var found: [SendReason: Finding] = [:]

    init(_ handoff: HandoffFindings) { self.handoff = handoff }

    mutating func take(_ event: TraceEvent) {
        guard let request = event.navigationRequest, !request.carries(handoff.cookieName) else { return }
        for cookie in request.withheld where cookie.name == handoff.cookieName {
            for reason in cookie.reasons.compactMap({ SendReason(rawValue: $0.rawValue) })
            where Self.reasons.contains(reason) && found[reason] == nil {
                found[reason] = Finding(
                    reason, "The page's own request went without \(handoff.cookieName). \(reason.meaning)",
                    evidence: [event.sequence])
            }
        }
    }

    var findings: [Finding] { Self.reasons.compactMap { found[$0] } }
}
