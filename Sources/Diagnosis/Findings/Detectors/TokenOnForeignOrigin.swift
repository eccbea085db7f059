import BridgePrimitives
import BridgeTrace

/// A user script wrote the token on a page of somebody else's.
struct TokenOnForeignOrigin: FindingDetector {
    static let kinds = [FindingKind(StoreReason.tokenOnForeignOrigin, .leak)]
    private let handoff: HandoffFindings
    private var leaks: [(sequence: Int, host: String)] = []

    init(_ handoff: HandoffFindings) { self.handoff = handoff }

    mutating func take(_ event: TraceEvent) {
        guard case .cookieWrite(let write) = event.kind, write.source == .script, write.name == handoff.cookieName,
            write.host != handoff.appHost, write.isInStore
        else { return }
        leaks.append((event.sequence, write.host))
    }

    var findings: [Finding] {
        guard !leaks.isEmpty else { return [] }
        let hosts = leaks.map(\.host).uniqued().joined(separator: ", ")
        return [
            Finding(
                StoreReason.tokenOnForeignOrigin,
                "The user script wrote \(handoff.cookieName) on \(hosts): \"main frame only\" restricts frames, not"
                    + " origins, so that site has the token now.",
                evidence: leaks.map(\.sequence))
        ]
    }
}
