public import BridgePrimitives

/// One trace of a trace file: what it is of, what happened, how it came out.
public struct RecordedTrace: Hashable, Sendable {
    public var head: TraceHead
    public var events: [TraceEvent]
    /// Nil where the run was ended from outside, or goes on still.
    public var outcome: TraceOutcome?

    public init(head: TraceHead, events: [TraceEvent] = [], outcome: TraceOutcome? = nil) {
        (self.head, self.events, self.outcome) = (head, events, outcome)
    }

    /// The trace as lines of a trace file, each with its end.
    ///
    /// - Complexity: O(n) in the size of the events.
    public var text: String {
        var causes = TraceCauses()
        var text = head.json.text() + "\n"
        for event in events { text += event.line(cause: causes.cause(of: event)).text() + "\n" }
        if let outcome { text += outcome.json.text() + "\n" }
        return text
    }
}

extension TraceEvent {
    /// The event as a line of a trace file.
    ///
    /// - Parameter cause: from the trace's ``TraceCauses``.
    public func line(cause: Int?) -> JSONValue {
        var object = JSONObject([("entry", "event")])
        for (name, value) in json.objectValue ?? JSONObject() {
            object[name] = value
            if name == "at" { object["elapsed"] = .number(elapsed.milliseconds) }
        }
        object["cause"] = cause.map { .integer(Int64($0)) }
        return .object(object)
    }
}
