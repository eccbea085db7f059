import BridgePrimitives
import BridgeTrace

/// A step of the page's guard that is a mistake in itself: each kind once.
struct GuardDefect: FindingDetector {
    private static let defects: [GuardReason] = [
        .neverCalledNext, .returnIgnored, .neverDecided, .nextCalledTwice, .redirectLoop, .cookieUnreadable,
        .threw, .staleRedirect, .authNotReady, .readBeforeDocumentEnd, .pathOutsideHash, .otherCookie,
        .tokenNotUsed, .signInNotAwaited, .cookieNotRead,
    ]
    static let kinds = defects.map { FindingKind($0, $0 == .nextCalledTwice ? .fragile : .failure) }
    private var found: [GuardReason: Finding] = [:]

    init(_ handoff: HandoffFindings) {}

    mutating func take(_ event: TraceEvent) {
        guard case .routing(let routing) = event.kind else { return }
        for reason in routing.reasons.compactMap({ GuardReason(rawValue: $0.rawValue) })
        where Self.defects.contains(reason) && found[reason] == nil {
            found[reason] = Finding(reason, "At \(routing.path): \(reason.meaning)", evidence: [event.sequence])
        }
    }

    var findings: [Finding] { Self.defects.compactMap { found[$0] } }
}
