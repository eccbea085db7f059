import BridgePrimitives
import BridgeTrace
import Captures
import PageEngines
import Scenarios
import TraceReports

/// What ``CaptureExplanation`` found, for people.
public enum CaptureText: Sendable {
    /// The finding that matters with its fix, each request, where recording and model differ, tokens, and the other findings.
    ///
    /// - Parameter isBrief: the first alone.
    public static func lines(for explanation: CaptureExplanation, isBrief: Bool = false) -> [String] {
        var lines = RootCauseText.lines(explanation.cause)
        guard !isBrief else { return lines }
        lines += CookieFlowText.lines(for: explanation.events)
        lines += explanation.differences.map { "    differs   \($0.text)" }
        let count = explanation.events.count { if case .request = $0.kind { true } else { false } }
        if explanation.differences.isEmpty, count > 0, !explanation.capture.hasNoCredentials {
            lines.append("    model     profile \(explanation.profile) would have sent the same cookies")
        }
        let refresh = explanation.refreshTokens
        if !explanation.tokens.isEmpty || !refresh.isEmpty { lines.append("Tokens") }
        lines += explanation.tokens.map { "    \($0.text(explanation.masking))" }
        lines += refresh.map { "    \($0.text)" }
        lines += CookieFlowText.lines(for: explanation.findings)
        return lines
    }
}
