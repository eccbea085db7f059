import BridgePrimitives
import BridgeTrace
import Captures
import PageEngines
import Scenarios

/// What ``CaptureExplanation`` found, for people.
public enum CaptureText: Sendable {
    /// The finding that matters with its fix, each request, where recording and model differ, tokens, the other findings,
    /// and what is wrong with the file.
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
        if !explanation.tokens.isEmpty { lines.append("Tokens") }
        lines += explanation.tokens.map { "    \($0.text(explanation.masking))" }
        lines += CookieFlowText.lines(for: explanation.findings)
        lines += explanation.capture.defects.map { "    file      \($0)" }
        return lines
    }
}
