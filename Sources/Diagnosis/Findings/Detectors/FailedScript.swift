import BridgePrimitives
import BridgeTrace

/// A script of the app's ended with an exception: each time is a fault of its own.
struct FailedScript: FindingDetector {
    static let kinds = ScriptFailureReason.allCases.map { FindingKind($0, .failure) }
    private(set) var findings: [Finding] = []

    init(_ handoff: HandoffFindings) {}

    mutating func take(_ event: TraceEvent) {
        guard case .script(let script) = event.kind, let exception = script.exception,
            let code = script.reasons.first, let reason = ScriptFailureReason(rawValue: code.rawValue)
        else { return }
        let place = script.line.map { " at line \($0)\(script.column.map { ", column \($0)" } ?? "")" } ?? ""
        findings.append(
            Finding(reason, "\(script.origin.inSentence) failed\(place): \(exception)", evidence: [event.sequence]))
    }
}

extension ScriptEvent.Origin {
    /// At the beginning of a sentence: a call has no article.
    fileprivate var inSentence: String {
        switch self {
        case .documentStart, .documentEnd: "A \(rawValue)"
        case .evaluated, .serviceWorkerRegistration: rawValue
        }
    }
}
