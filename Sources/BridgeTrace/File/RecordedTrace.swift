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
    public var text: String { text { $0.line(cause: $1) } }

    /// The same with more members.
    ///
    /// - Parameter line: an event's, with the `sequence` of its cause.
    package func text(of line: (TraceEvent, Int?) -> JSONValue) -> String {
        var causes = TraceCauses()
        var text = head.json.text() + "\n"
        for event in events { text += line(event, causes.cause(of: event)).text() + "\n" }
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
