/// Puts events into the order of their numbers, which a log gives without a gap, as they come from those who recorded them
/// in whatever order.
package struct OrderedEvents: Sendable {
    private var next = 0
    private var waiting: [Int: TraceEvent] = [:]

    package init() {}

    /// What an event leads to.
    package struct Arrival: Sendable {
        /// What was waited for in vain, since the log has been emptied and counts anew; nil where it goes on.
        package var left: [TraceEvent]?
        /// What is in order now.
        package var events: [TraceEvent] = []
    }

    /// - Complexity: O(1) on average.
    package mutating func take(_ event: TraceEvent) -> Arrival {
        var arrival = Arrival()
        if event.sequence < next || waiting[event.sequence] != nil {
            arrival.left = takeAll()
            next = 0
        }
        waiting[event.sequence] = event
        while let event = waiting.removeValue(forKey: next) {
            next += 1
            arrival.events.append(event)
        }
        return arrival
    }

    /// What waits for an event that has not come.
    package mutating func takeAll() -> [TraceEvent] {
        defer { waiting = [:] }
        return waiting.values.sorted { $0.sequence < $1.sequence }
    }
}
