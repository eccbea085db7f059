import BridgePrimitives
import BridgeTrace
import PageEngines

/// What ``EngineTracing`` found, for people.
public enum EngineTraceText: Sendable {
    /// The cookie flow, what the page said, and where the engine differs from the model.
    ///
    /// - Parameter isBrief: only the differences and the verdict.
    public static func lines(for trace: EngineTrace, isBrief: Bool) -> [String] {
        let differences = trace.differences.map { row("differs", $0.text) }
        let count = trace.requestCount
        let ending = trace.failure.map(\.code.rawValue) ?? trace.status.map(String.init) ?? "shown"
        let verdict = "\(ending)  \(trace.url)  after \(count) request\(count == 1 ? "" : "s") in \(trace.engine)"
        guard !isBrief else { return differences + [verdict] }
        var lines = CookieFlowText.lines(for: trace.events)
        for event in trace.events {
            guard case .message(let message) = event.kind else { continue }
            lines.append(row("page", "\(message.handler): \(message.body)"))
        }
        for other in trace.others {
            let reasons = other.exchange.reasons.map(\.rawValue).joined(separator: ", ")
            lines.append(
                row(other.exchange.handling.rawValue, "\(other.url)" + (reasons.isEmpty ? "" : "  \(reasons)")))
        }
        if !trace.title.text.isEmpty { lines.append(row("title", "\(trace.title)")) }
        let same = "the engine sent what profile \(trace.profile) would have sent"
        lines += differences.isEmpty && count > 0 ? [row("model", same)] : differences
        return lines + [verdict]
    }

    private static func row(_ title: String, _ text: String) -> String {
        "    \(title)\(String(repeating: " ", count: max(0, 8 - title.count)))  \(text)"
    }
}
