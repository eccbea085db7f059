import BridgePrimitives
import BridgeTrace
import HTTPLoader
import PageEngines
import TraceReports

/// What ``EngineTracing`` found, for people.
enum EngineTraceText {
    /// The cookie flow, what the page said, and where the engine differs from the model.
    ///
    /// - Parameter isBrief: only the differences and the verdict.
    static func lines(for trace: EngineTrace, isBrief: Bool) -> [String] {
        let differences = trace.differences.map { row("differs", $0.text) }
        let count = trace.requestCount
        let ending = trace.failure.map(\.code.rawValue) ?? trace.status.map(String.init) ?? "shown"
        let verdict =
            "\(ending)  \(trace.url)  after \(count) request\(count == 1 ? "" : "s") in \(trace.engine)"
            + (trace.waiting.isEmpty ? "" : ", \(trace.waiting.count) without an answer")
        guard !isBrief else { return differences + [verdict] }
        var lines = CookieFlowText.lines(for: trace.events)
        for event in trace.events {
            switch event.kind {
            case .message(let message): lines.append(row("page", "\(message.handler): \(message.body)"))
            case .pageError(let error) where error.origin == .printed: continue
            case .pageError, .requestFailed, .scriptSkipped, .policyViolation:
                lines.append(row("page", EventSentence.text(event)))
            default: continue
            }
        }
        for other in trace.others {
            let reasons = other.exchange.reasons.map(\.rawValue).joined(separator: ", ")
            lines.append(
                row(other.exchange.handling.rawValue, "\(other.url)" + (reasons.isEmpty ? "" : "  \(reasons)")))
        }
        lines += trace.waiting.map { row("waiting", "\($0)") }
        if !trace.title.text.isEmpty { lines.append(row("title", "\(trace.title)")) }
        if showsUnverified(trace) {
            let words = "no certificate of a server on this machine is verified here; the model does it"
            lines.append(row("note", words))
        }
        let same = "the engine sent what profile \(trace.profile) would have sent"
        lines += differences.isEmpty && count > 0 ? [row("model", same)] : differences
        return lines + [verdict]
    }

    /// Whether servers on this machine were asked by TLS: the proxy shows the engine certificates of its own.
    private static func showsUnverified(_ trace: EngineTrace) -> Bool {
        trace.events.contains { event in
            guard case .request(let request) = event.kind, let url = try? WebURL(request.url.text) else { return false }
            let isLocal = ["localhost", "127.0.0.1", "[::1]"].contains(url.host) || url.host.hasSuffix(".localhost")
            return url.isSecure && isLocal
        }
    }

    private static func row(_ title: String, _ text: String) -> String {
        "    \(title.padded(to: 8))  \(text)"
    }
}
