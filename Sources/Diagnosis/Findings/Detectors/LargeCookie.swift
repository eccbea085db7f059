import BridgePrimitives
import BridgeTrace

/// The cookie is near the size that engines take, or beyond it (RFC 6265bis §5.6, step 5).
struct LargeCookie: FindingDetector {
    static let kinds = [
        FindingKind(HandoffReason.cookieNearlyTooLarge, .fragile), FindingKind(StoreReason.pairTooLarge, .failure),
    ]
    /// Of name and value together, in bytes.
    private static let limit = 4096
    private let handoff: HandoffFindings
    private var large: Finding?
    private var refused: Finding?

    init(_ handoff: HandoffFindings) { self.handoff = handoff }

    mutating func take(_ event: TraceEvent) {
        guard case .cookieWrite(let write) = event.kind, write.name == handoff.cookieName else { return }
        if refused == nil, write.reasons.contains(StoreReason.pairTooLarge.code) {
            refused = Finding(
                StoreReason.pairTooLarge,
                "The store \(write.store) did not take \(handoff.cookieName): its name and value are more than"
                    + " \(Self.limit) bytes.",
                evidence: [event.sequence])
        }
        if large == nil, write.isInStore, let size = write.size, size * 5 > Self.limit * 4 {
            large = Finding(
                HandoffReason.cookieNearlyTooLarge,
                "\(handoff.cookieName) has \(size) of the \(Self.limit) bytes that engines take for name and value, which"
                    + " is \(size * 100 / Self.limit) %.",
                evidence: [event.sequence])
        }
    }

    var findings: [Finding] { [large, refused].compactMap(\.self) }
}
