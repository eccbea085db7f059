import BridgeTrace

/// The backend kept the token from scripts, and the copy in the web view does not.
struct HTTPOnlyLost: FindingDetector {
    // A token that a script is to trade cannot be HttpOnly.
    static let kinds = [FindingKind(HandoffReason.httpOnlyLost, .note)]
    private let handoff: HandoffFindings
    private var fromBackend: Int?
    private var copy: Int?

    init(_ handoff: HandoffFindings) { self.handoff = handoff }

    mutating func take(_ event: TraceEvent) {
        guard fromBackend == nil || copy == nil, case .cookieWrite(let write) = event.kind,
            write.name == handoff.cookieName
        else { return }
        let isHTTPOnly = write.attributeNames.contains("httponly")
        if write.source == .response {
            if fromBackend == nil, isHTTPOnly { fromBackend = event.sequence }
        } else if copy == nil, !isHTTPOnly, !write.isNativeStorage, write.isInStore {
            copy = event.sequence
        }
    }

    var findings: [Finding] {
        guard let fromBackend, let copy else { return [] }
        return [
            Finding(
                HandoffReason.httpOnlyLost,
                "The backend set \(handoff.cookieName) with HttpOnly; the copy in the web view has lost it, so every"
                    + " script on the page can read the token.",
                evidence: [fromBackend, copy])
        ]
    }
}
