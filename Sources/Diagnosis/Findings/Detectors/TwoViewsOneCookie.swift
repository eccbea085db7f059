import BridgeTrace
import Reasons

/// Scripts of two views write the cookie in turns: a token comes back after another one was there.
struct TwoViewsOneCookie: FindingDetector {
    static let kinds = [FindingKind(HandoffReason.twoViewsOneCookie, .fragile)]
    private(set) var findings: [Finding] = []
    private let handoff: HandoffFindings
    private var current: [String: Value] = [:]
    private var former: [String: Set<MaskedText>] = [:]

    private struct Value {
        let text: MaskedText
        let sequence: Int
    }

    init(_ handoff: HandoffFindings) { self.handoff = handoff }

    mutating func take(_ event: TraceEvent) {
        guard findings.isEmpty, let write = event.viewWrite(of: handoff.cookieName), write.source == .script else {
            return
        }
        let place = "\(write.store) \(write.host)"
        let now = Value(text: write.value, sequence: event.sequence)
        guard let before = current.updateValue(now, forKey: place), before.text != now.text else { return }
        if former[place, default: []].contains(now.text) {
            findings = [
                Finding(
                    HandoffReason.twoViewsOneCookie,
                    "A script wrote an earlier \(handoff.cookieName) over the newer one on \(write.host): two views, each"
                        + " with a script of its own, write one cookie in turns.",
                    evidence: [before.sequence, event.sequence])
            ]
        }
        former[place, default: []].insert(before.text)
    }
}
