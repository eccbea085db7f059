import BridgePrimitives
public import BridgeTrace
import Captures

extension CaptureExplanation {
    /// The recording as a trace: what the model says of each of its requests, with the finding that matters as
    /// root cause where something is wrong.
    /// A recording tells no verdict.
    ///
    /// - Parameters:
    ///   - name: of the trace; the file's, say.
    ///   - cookie: the name of the cookie that hands the session over.
    public func recording(named name: String, cookie: String) -> RecordedTrace {
        var head = TraceHead(id: "1", name: masking.text(name).text)
        (head.cookie, head.profile) = (cookie, profile)
        (head.started, head.producer) = (events.first?.at, masking.text(capture.producer).text)
        head.showsSecrets = masking.showsSecrets
        var outcome = TraceOutcome()
        // That all is as the model has it is no failure's cause.
        outcome.rootCause = cause.code == CaptureFindingReason.asModelled.code ? nil : cause
        outcome.findings = findings
        return RecordedTrace(head: head, events: events, outcome: outcome)
    }
}
