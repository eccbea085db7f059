import BridgePrimitives

/// An event of one kind: the members by which it is written, read, checked and documented.
protocol ShapedEvent: Sendable {
    static var shape: EventShape<Self> { get }
    /// Why it came out as it did; empty for a kind that has no reasons.
    var reasons: [ReasonCode] { get }
    /// The event's reasons and those of its parts, such as cookies, in the order of the checks.
    var allReasons: [ReasonCode] { get }
}

extension ShapedEvent {
    var reasons: [ReasonCode] { [] }
    var allReasons: [ReasonCode] { reasons }
}

/// One member of an event.
struct EventMember<Event, Value: TraceValue>: Sendable {
    let listed: TraceSchema.Member
    let value: @Sendable (Event) -> Value
    let read: @Sendable (TraceReader) throws(TraceDefect) -> Value
}

extension ShapedEvent {
    /// - Parameters:
    ///   - words: for the reference; empty if the name says it.
    ///   - missing: what a file without the member means; nil if there must be one, or if its type knows.
    static func member<Value: TraceValue>(
        _ name: String, _ value: @escaping @Sendable (Self) -> Value, _ words: String = "", or missing: Value? = nil
    ) -> EventMember<Self, Value> {
        EventMember(
            listed: TraceSchema.Member(
                name, Value.form, isRequired: Value.isRequired && missing == nil, words), value: value
        ) { (reader) throws(TraceDefect) in
            guard let missing else { return try Value(reader, name) }
            return try Value?(reader, name) ?? missing
        }
    }
}

struct EventShape<Event>: Sendable {
    let name: String
    let members: [TraceSchema.Member]
    /// What happened, for the reference; empty if the name says it.
    let words: String
    let write: @Sendable (Event) -> [(String, JSONValue)]
    /// The texts from outside.
    let texts: @Sendable (Event) -> [MaskedText]
    let read: @Sendable (TraceReader) throws(TraceDefect) -> Event

    init<each Value>(
        _ name: String, words: String = "", _ member: repeat EventMember<Event, each Value>,
        make: @escaping @Sendable (repeat each Value) -> Event
    ) {
        var members: [TraceSchema.Member] = []
        repeat members.append((each member).listed)
        self.name = name
        self.words = words
        self.members = members
        write = { event in
            var written: [(String, JSONValue)] = []
            repeat written.append(((each member).listed.name, (each member).value(event).traced))
            return written
        }
        texts = { event in
            var texts: [MaskedText] = []
            repeat texts += (each member).value(event).texts
            return texts
        }
        read = { (reader) throws(TraceDefect) in make(repeat try (each member).read(reader)) }
    }
}

/// One kind of event, whatever its type.
struct EventKind: Sendable {
    let name: String
    var members: [TraceSchema.Member]
    let words: String
    let read: @Sendable (TraceReader) throws(TraceDefect) -> TraceEvent.Kind

    init<Event: ShapedEvent>(_ kind: @escaping @Sendable (Event) -> TraceEvent.Kind) {
        let shape = Event.shape
        name = shape.name
        members = shape.members
        words = shape.words
        read = { (reader) throws(TraceDefect) in kind(try shape.read(reader)) }
    }
}

extension ShapedEvent {
    /// The event's name and all its members, empty ones included.
    var written: (name: String, members: [(String, JSONValue)]) { (Self.shape.name, Self.shape.write(self)) }
    var name: String { Self.shape.name }
    var texts: [MaskedText] { Self.shape.texts(self) }
}
