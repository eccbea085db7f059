public import BridgePrimitives

/// The log of one world: typed events in the order in which they happened, secrets already masked.
///
/// Safe to write from anywhere; a write takes one short lock.
public final class TraceLog: Sendable {
    fileprivate struct State: Sendable {
        var events: [TraceEvent] = []
        var dropped = 0
        var nextHop = 1
    }

    public let masking: Masking
    private let clock: WorldClock
    private let start: Instant
    private let capacity: Int
    private let observer: (@Sendable (TraceEvent) -> Void)?
    private let state = Mutex(State())

    /// - Parameters:
    ///   - capacity: events kept; the oldest are dropped beyond it, so that a long `serve` stays small.
    ///   - observer: is told of each event as it is recorded, outside the lock and by whoever recorded it: it must not
    ///     take long, and two at the same time may come in either order.
    public init(
        clock: WorldClock, masking: Masking, capacity: Int = 100_000,
        observer: (@Sendable (TraceEvent) -> Void)? = nil
    ) {
        (self.clock, self.masking, self.capacity, self.observer) = (clock, masking, max(capacity, 1), observer)
        start = clock.systemTime
    }

    public func record(_ kind: TraceEvent.Kind, by actor: TraceActor) {
        let (at, elapsed) = (clock.now, clock.systemTime - start)
        let event = state.withLock { state in
            let sequence = state.dropped + state.events.count
            if state.events.count >= capacity {
                // A tenth at a time: dropping one by one would move the whole array for each event.
                let excess = max(capacity / 10, 1)
                state.events.removeFirst(excess)
                state.dropped += excess
            }
            let event = TraceEvent(sequence: sequence, at: at, elapsed: elapsed, actor: actor, kind: kind)
            state.events.append(event)
            return event
        }
        observer?(event)
    }

    /// Takes in what somebody else saw meanwhile: each event gets its place by its time, among those from `mark` on, and
    /// new numbers follow that order. Of one time, what was seen elsewhere comes first, but for answers, since whoever
    /// gave one noted before what led to it.
    ///
    /// Nobody may have kept a number from `mark` on; observers are not told.
    ///
    /// - Parameters:
    ///   - others: in order.
    ///   - offset: what their clock lacks to the world's.
    public func merge(_ others: [TraceEvent], from mark: Int, shiftedBy offset: Duration) {
        state.withLock { state in
            let start = max(mark - state.dropped, 0)
            var own = state.events[min(start, state.events.count)...]
            var merged: [TraceEvent] = []
            for other in others {
                let at = other.at + offset
                while let next = own.first, next.at < at || (next.at == at && other.isAnswer) {
                    merged.append(own.removeFirst())
                }
                // Nobody moves the clock while somebody else looks on: what lies between two events is real time.
                let before = merged.last ?? state.events[..<min(start, state.events.count)].last
                let elapsed = before.map { $0.elapsed + max(at - $0.at, .zero) } ?? .zero
                merged.append(
                    TraceEvent(sequence: 0, at: at, elapsed: elapsed, actor: other.actor, kind: other.kind))
            }
            merged += own
            state.events.removeSubrange(min(start, state.events.count)...)
            for event in merged {
                state.events.append(
                    TraceEvent(
                        sequence: state.dropped + state.events.count, at: event.at, elapsed: event.elapsed,
                        actor: event.actor, kind: event.kind))
            }
        }
    }

    /// A number that joins a ``RequestEvent`` to its ``ResponseEvent``.
    public func nextHop() -> Int {
        state.withLock { state in
            defer { state.nextHop += 1 }
            return state.nextHop
        }
    }

    /// What is in the log now.
    public var events: [TraceEvent] { state.withLock { $0.events } }

    /// What the log holds and how far it has counted.
    package struct Checkpoint: Sendable {
        fileprivate let state: State
    }

    package var checkpoint: Checkpoint { Checkpoint(state: state.withLock { $0 }) }

    /// The log is again as it was then; observers are not told.
    package func restore(_ checkpoint: Checkpoint) { state.withLock { $0 = checkpoint.state } }

    /// Forgets everything and counts from 0 again, as after a first start.
    public func removeAll() { state.withLock { $0 = State() } }

    /// Events from `sequence` on.
    public func events(from sequence: Int) -> [TraceEvent] {
        state.withLock { state in Array(state.events.drop { $0.sequence < sequence }) }
    }

    /// The last `count` events, for whoever has just recorded them.
    ///
    /// - Complexity: O(`count`).
    package func events(latest count: Int) -> [TraceEvent] { state.withLock { Array($0.events.suffix(max(count, 0))) } }

    /// The sequence number that the next event will get: a mark for ``events(from:)``.
    public var mark: Int { state.withLock { $0.dropped + $0.events.count } }
}

extension TraceEvent {
    fileprivate var isAnswer: Bool { if case .response = kind { true } else { false } }
}
