import BridgePrimitives
public import BridgeTrace
import Captures
import Diagnosis
import Tokens

extension CaptureExplanation {
    /// The recording as a trace: what the model says of each of its requests, with the finding that matters as
    /// root cause where something is wrong.
    /// A recording tells no verdict.
    ///
    /// - Parameters:
    ///   - name: of the trace; the file's, say.
    ///   - cookie: the name of the cookie that hands the session over.
    ///   - id: among those of its file.
    public func recording(named name: String, cookie: String, id: String = "1") -> RecordedTrace {
        var head = TraceHead(id: id, name: masking.text(name).text)
        (head.cookie, head.profile) = (handoffCookie(cookie), profile)
        (head.started, head.producer) = (events.first?.at, masking.text(capture.producer).text)
        head.seenFrom = .network
        head.showsSecrets = masking.showsSecrets
        var outcome = TraceOutcome()
        // That all is as the model has it is no failure's cause.
        outcome.rootCause = cause.code == CaptureFindingReason.asModelled.code ? nil : cause
        outcome.findings = findings
        return RecordedTrace(head: head, events: events, outcome: outcome)
    }

    /// The cookie that was asked for, or, where the recording has none of that name, the one that has a custom token.
    private func handoffCookie(_ name: String) -> String {
        let isThere = events.contains { event in
            switch event.kind {
            case .request(let request): (request.sent + request.withheld).contains { $0.name == name }
            case .cookieWrite(let write): write.name == name
            default: false
            }
        }
        return isThere ? name : tokens.first { $0.inspected.kind == .customToken }?.cookie ?? name
    }
}
