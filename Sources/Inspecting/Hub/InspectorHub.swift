import BridgePrimitives
package import BridgeTrace

/// The traces that an inspector shows, and whoever looks on.
///
/// Safe to use from anywhere. Events may come in any order; they are shown in theirs.
package final class InspectorHub: Sendable {
    private struct Entry {
        var trace: RecordedTrace
        var causes = TraceCauses()
        var order = OrderedEvents()
        var isLive: Bool
        var file: String?
    }

    private struct State {
        var entries: [Entry] = []
        var feed = LiveFeed()
    }

    private let state = Mutex(State())
    private let capacity: Int
    private let isNewestFirst: Bool

    /// - Parameters:
    ///   - capacity: events kept of one trace that goes on; beyond it the oldest tenth is dropped.
    ///   - isNewestFirst: how traces are listed; else as they were added, as files that somebody named.
    package init(capacity: Int = 20_000, isNewestFirst: Bool = true) {
        (self.capacity, self.isNewestFirst) = (max(capacity, 10), isNewestFirst)
    }

    /// Changes what is shown, and lets go of those who cannot follow.
    private func update<Value: Sendable>(_ change: (inout State) -> Value) -> Value {
        let (value, leaving) = state.withLock { state in (change(&state), state.feed.takeLeaving()) }
        for listener in leaving { listener.finish() }
        return value
    }

    // MARK: Traces

    /// A trace that has its outcome.
    ///
    /// - Parameters:
    ///   - file: where it was read from.
    ///   - goesOn: whether more events come all the same, by ``append(_:to:)``.
    /// - Returns: what the inspector calls it.
    @discardableResult
    package func add(_ trace: RecordedTrace, file: String? = nil, goesOn: Bool = false) -> String {
        update { state in
            let place = Self.begin(trace.head, isLive: goesOn, file: file, in: &state)
            state.entries[place].trace.events = trace.events
            state.entries[place].trace.outcome = trace.outcome
            for event in goesOn ? trace.events : [] {
                _ = state.entries[place].order.take(event)
                _ = state.entries[place].causes.cause(of: event)
            }
            let row = Self.row(state.entries[place])
            Self.tell("trace", row, in: &state)
            return state.entries[place].trace.head.id
        }
    }

    /// A trace that goes on.
    ///
    /// - Returns: what the inspector calls it.
    package func begin(_ head: TraceHead) -> String {
        update { state in
            let place = Self.begin(head, isLive: true, file: nil, in: &state)
            let row = Self.row(state.entries[place])
            Self.tell("trace", row, in: &state)
            return state.entries[place].trace.head.id
        }
    }

    /// An event of a trace that goes on. One with a number that was there before says that its log was emptied: the trace
    /// begins anew.
    package func append(_ event: TraceEvent, to id: String) {
        update { state in
            guard let place = Self.place(of: id, in: state) else { return }
            let arrival = state.entries[place].order.take(event)
            if arrival.left != nil {
                state.entries[place].trace.events = []
                state.entries[place].causes = TraceCauses()
                Self.tell("reset", ["trace": .string(id)], in: &state)
            }
            for event in arrival.events {
                state.entries[place].trace.events.append(event)
                let cause = state.entries[place].causes.cause(of: event)
                let count = Int64(state.entries[place].trace.events.count)
                Self.tell(
                    "line",
                    ["trace": .string(id), "line": event.shownLine(cause: cause), "events": .integer(count)], in: &state
                )
            }
            let excess = state.entries[place].trace.events.count - capacity
            if excess > 0 { state.entries[place].trace.events.removeFirst(max(excess, capacity / 10)) }
        }
    }

    /// The log of a trace that goes on was emptied: whoever looks on begins anew, and does not wait for its next event.
    package func empty(_ id: String) {
        update { state in
            guard let place = Self.place(of: id, in: state) else { return }
            state.entries[place].trace.events = []
            (state.entries[place].causes, state.entries[place].order) = (TraceCauses(), OrderedEvents())
            Self.tell("reset", ["trace": .string(id)], in: &state)
        }
    }

    private static func begin(_ head: TraceHead, isLive: Bool, file: String?, in state: inout State) -> Int {
        var head = head
        head.id = "\(state.entries.count + 1)"
        state.entries.append(Entry(trace: RecordedTrace(head: head), isLive: isLive, file: file))
        return state.entries.count - 1
    }

    private static func place(of id: String, in state: State) -> Int? {
        guard let number = Int(id), state.entries.indices.contains(number - 1) else { return nil }
        return number - 1
    }

    // MARK: Answers

    /// Nil for an id that nobody gave.
    func trace(_ id: String) -> RecordedTrace? {
        state.withLock { state in Self.place(of: id, in: state).map { state.entries[$0].trace } }
    }

    /// `{"traces":[…]}`.
    var list: JSONValue {
        let rows = state.withLock { $0.entries.map(Self.row) }
        return ["traces": .array(isNewestFirst ? rows.reversed() : rows)]
    }

    private static func row(_ entry: Entry) -> JSONValue {
        .object(entry.trace.summary(isLive: entry.isLive, file: entry.file))
    }

    // MARK: Whoever looks on

    /// What happens from now on, as messages of an event stream.
    ///
    /// - Parameter last: the number of the last message that was seen; what has happened since comes first, or word that
    ///   it is not known any more.
    func feed(after last: Int?) -> AsyncStream<String> {
        let (stream, continuation) = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingOldest(50_000))
        let number = update { $0.feed.join(continuation, after: last) }
        let waking = Task { [weak self] in
            while (try? await Task.sleep(for: .seconds(15))) != nil {
                self?.state.withLock { $0.feed.stayAwake(number) }
            }
        }
        continuation.onTermination = { [weak self] _ in
            waking.cancel()
            self?.state.withLock { $0.feed.leave(number) }
        }
        return stream
    }

    /// Lets go of everybody who looks on.
    package func close() { update { $0.feed.close() } }

    private static func tell(
        _ name: String, _ data: @escaping @Sendable @autoclosure () -> JSONValue, in state: inout State
    ) {
        state.feed.tell(name) { data().text() }
    }
}
