import BridgeTrace
import Reasons

/// A fixed script puts an old value back over a newer one from the server.
struct ValueClobbered: FindingDetector {
    static let kinds = [FindingKind(StoreReason.valueClobbered, .failure)]
    private(set) var findings: [Finding] = []
    private let handoff: HandoffFindings
    private var fromServer: [String: (sequence: Int, value: MaskedText)] = [:]

    init(_ handoff: HandoffFindings) { self.handoff = handoff }

    mutating func take(_ event: TraceEvent) {
        guard findings.isEmpty, case .cookieWrite(let write) = event.kind, write.name == handoff.cookieName else {
            return
        }
        if write.source == .response { fromServer[write.host] = (event.sequence, write.value) }
        guard write.source == .script, write.outcome == .replaced, let newer = fromServer[write.host],
            newer.value != write.value
        else { return }
        findings = [
            Finding(
                StoreReason.valueClobbered,
                "The user script wrote its old \(handoff.cookieName) over the one that the server of \(write.host) had"
                    + " just set.",
                evidence: [newer.sequence, event.sequence])
        ]
    }
}
