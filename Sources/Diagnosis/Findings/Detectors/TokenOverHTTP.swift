import BridgeTrace
import Cookies
import Reasons

/// A request without TLS carried the token's cookie to another machine.
struct TokenOverHTTP: FindingDetector {
    static let kinds = [FindingKind(HandoffReason.tokenOverHTTP, .leak)]
    private(set) var findings: [Finding] = []
    private let handoff: HandoffFindings

    init(_ handoff: HandoffFindings) { self.handoff = handoff }

    mutating func take(_ event: TraceEvent) {
        guard findings.isEmpty, case .request(let request) = event.kind, request.carries(handoff.cookieName),
            request.url.text.hasPrefix("http:"), let url = try? CookieURL(request.url.text),
            // What stays on this machine crosses no network.
            !CookieURL.isLoopback(url.host)
        else { return }
        findings = [
            Finding(
                HandoffReason.tokenOverHTTP,
                "\(handoff.cookieName) went to \(url.host) over http, where anybody on the way can read it.",
                evidence: [event.sequence])
        ]
    }
}
