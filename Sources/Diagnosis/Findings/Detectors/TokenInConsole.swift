import BridgeTrace
import Reasons

/// A script printed the token, or threw an exception that quotes it.
struct TokenInConsole: FindingDetector {
    static let kinds = [FindingKind(HandoffReason.tokenInConsole, .leak)]
    private(set) var findings: [Finding] = []
    private var tokens: TokenMarks

    init(_ handoff: HandoffFindings) { tokens = TokenMarks(handoff) }

    mutating func take(_ event: TraceEvent) {
        tokens.take(event)
        guard findings.isEmpty else { return }
        switch event.kind {
        case .message(let message) where message.handler.hasPrefix("console.") && tokens.areIn(text: message.body):
            tell("A script printed the token with \(message.handler): whoever collects the page's log has it.", event)
        case .pageError(let error) where tokens.areIn(text: error.message):
            tell("An error of the page's script quotes the token: every service that collects errors has it.", event)
        case .script(let script):
            guard let exception = script.exception, tokens.areIn(text: exception) else { return }
            tell("The exception of a \(script.origin.rawValue) quotes the token: who collects errors has it.", event)
        default: break
        }
    }

    private mutating func tell(_ message: String, _ event: TraceEvent) {
        findings = [Finding(HandoffReason.tokenInConsole, message, evidence: [event.sequence])]
    }
}
