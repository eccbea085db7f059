import BridgePrimitives
import BridgeTrace

/// The web view's store is to keep the cookie when its token is worth nothing any more.
struct CookieOutlivesToken: FindingDetector {
    static let kinds = [FindingKind(HandoffReason.cookieOutlivesToken, .fragile)]
    /// Apps take the cookie's time from their own clock, a moment later.
    private static let tolerance = Duration.seconds(60)
    private let handoff: HandoffFindings
    private let masking: Masking?
    private var found: Finding?

    init(_ handoff: HandoffFindings) { (self.handoff, masking) = (handoff, handoff.masking) }

    mutating func take(_ event: TraceEvent) {
        guard case .cookieWrite(let write) = event.kind, write.name == handoff.cookieName, !write.isNativeStorage else {
            return
        }
        // Whoever deletes it once it has served need not care.
        if write.outcome == .deleted, write.source == .script { found = nil }
        guard found == nil, write.isInStore, let expiry = write.expiry,
            let end = ShownToken(write.value, masking)?.expiry, expiry > end + Self.tolerance
        else { return }
        found = Finding(
            HandoffReason.cookieOutlivesToken,
            "The web view keeps \(handoff.cookieName) until \(expiry.rfc3339.prefix(19))Z, and its token is over at"
                + " \(end.rfc3339.prefix(19))Z: after that the guard finds a cookie that signs nobody in.",
            evidence: [event.sequence])
    }

    var findings: [Finding] { found.map { [$0] } ?? [] }
}
