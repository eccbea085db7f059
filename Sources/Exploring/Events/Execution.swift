/// One run, as a scheduler saw it: at each moment, which events could have happened, and which one did.
public struct Execution: Sendable {
    public struct Moment: Sendable {
        /// In the program's order; has `chosen`.
        public let enabled: [RaceEvent]
        public let chosen: RaceEvent
        /// What had to happen before, whatever the order: the event that came before it in its task, or that posted it.
        public let causes: [RaceEvent]
        /// What it has touched up to the next moment.
        public let footprint: Footprint

        public init(enabled: [RaceEvent], chosen: RaceEvent, causes: [RaceEvent], footprint: Footprint) {
            (self.enabled, self.chosen, self.causes, self.footprint) = (enabled, chosen, causes, footprint)
        }
    }

    public let moments: [Moment]

    public init(_ moments: [Moment]) { self.moments = moments }

    public var order: [RaceEvent] { moments.map(\.chosen) }

    /// Which moments each one rests on, by causes alone: the order that is promised.
    var promised: Precedence { precedence { _, _ in false } }

    /// The same by causes and conflicts: all runs with this precedence end alike.
    var happensBefore: Precedence {
        precedence { moments[$0].footprint.conflicts(with: moments[$1].footprint) }
    }

    private func precedence(_ isOrdered: (Int, Int) -> Bool) -> Precedence {
        var places: [RaceEvent: Int] = [:]
        var precedence = Precedence(count: moments.count)
        for (later, moment) in moments.enumerated() {
            for cause in moment.causes { if let place = places[cause] { precedence.add(place, before: later) } }
            for earlier in 0..<later where isOrdered(earlier, later) { precedence.add(earlier, before: later) }
            places[moment.chosen] = later
        }
        return precedence
    }

    /// Neighbours of which either could come first, and whose order is of no matter: `a and b`.
    public var commutingPairs: [String] {
        let (before, promised) = (happensBefore, promised)
        var pairs: [String] = []
        for later in moments.indices {
            for earlier in 0..<later
            where !before.holds(earlier, before: later) && !promised.holds(earlier, before: later) {
                pairs.append("\(moments[earlier].chosen.name) and \(moments[later].chosen.name)")
            }
        }
        return pairs
    }

    /// The order that ends like this one and is nearest to the program's: neighbours that commute change places as long
    /// as that brings them nearer.
    public var settled: [RaceEvent] {
        let before = happensBefore
        var places = Array(moments.indices)
        var hasChanged = true
        while hasChanged {
            hasChanged = false
            for position in places.indices.dropLast() {
                let (first, second) = (places[position], places[position + 1])
                guard moments[second].chosen < moments[first].chosen, !before.holds(first, before: second) else {
                    continue
                }
                places.swapAt(position, position + 1)
                hasChanged = true
            }
        }
        return places.map { moments[$0].chosen }
    }
}

/// Which of some things, numbered in an order that they allow, come before which.
struct Precedence: Sendable {
    /// Of each thing, all that come before it.
    private(set) var predecessors: [Set<Int>]

    init(count: Int) { predecessors = Array(repeating: [], count: count) }

    /// To be called with ascending `later`, so that what comes before `earlier` is known.
    mutating func add(_ earlier: Int, before later: Int) {
        guard !predecessors[later].contains(earlier) else { return }
        predecessors[later].formUnion(predecessors[earlier])
        predecessors[later].insert(earlier)
    }

    func holds(_ earlier: Int, before later: Int) -> Bool { predecessors[later].contains(earlier) }
}
