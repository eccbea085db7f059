import BridgePrimitives
import BridgeTrace

/// A service worker adds the token to requests, and cannot to those that brought the page which registers it.
struct WorkerTooLate: FindingDetector {
    static let kinds = [FindingKind(HandoffReason.workerTooLate, .fragile)]
    private(set) var findings: [Finding] = []
    /// The first request for a page.
    private var first: (sequence: Int, url: MaskedText)?
    private var isDone = false

    init(_ handoff: HandoffFindings) {}

    mutating func take(_ event: TraceEvent) {
        guard !isDone else { return }
        guard event.reasons.contains(ServiceWorkerReason.headersAdded.code) else {
            if first == nil, let request = event.navigationRequest { first = (event.sequence, request.url) }
            return
        }
        isDone = true
        guard let first else { return }
        findings = [
            Finding(
                HandoffReason.workerTooLate,
                "The service worker adds the token from here on; the first request, for \(first.url), left without it.",
                evidence: [first.sequence, event.sequence])
        ]
    }
}
