/// Walks through the orders of a program's events, one run after the other: says what to run next, and is told what
/// happened.
///
/// Either all orders, or one of each set of orders that end alike. Two orders end alike when they differ only in the
/// places of events that commute (Mazurkiewicz traces). The reduction is source-set DPOR (Abdulla, Aronis, Jonsson and
/// Sagonas, 2014) with sleep sets (Godefroid): each run shows which of its events raced, and only their reversals are
/// run; what was run from a moment on sleeps until something happens that it conflicts with. What an event touches is
/// what it was seen to touch, so no order is left out on a guess.
public struct OrderSearch: Sendable {
    public enum Strategy: Sendable {
        case all
        case reduced
    }

    /// A moment of the run that was last, and what is to be tried there.
    private struct Node: Sendable {
        let enabled: [RaceEvent]
        var chosen: RaceEvent
        var tried: [RaceEvent: Footprint] = [:]
        var wanted: Set<RaceEvent>
        /// Asleep as the moment came.
        let asleep: [RaceEvent: Footprint]
    }

    private let strategy: Strategy
    private let depth: Int
    private var nodes: [Node] = []
    private var hasBegun = false
    /// Runs that came to their end.
    public private(set) var completeRuns = 0
    /// Runs that were left where every way on had been gone before.
    public private(set) var cutRuns = 0
    /// Whether there were other orders behind the depth.
    public private(set) var isShallow = false

    /// - Parameter depth: how many moments from the first on are varied; later ones go as the program has them.
    ///   With a depth all orders of these choices are run: a run that goes on as the program has it shows the races of
    ///   that one way on, from which nothing can be left out.
    public init(_ strategy: Strategy, depth: Int = .max) {
        (self.strategy, self.depth) = (depth == .max ? strategy : .all, depth)
    }

    /// How to run next; nil when all is done.
    public mutating func next() -> OrderPolicy? {
        guard hasBegun else {
            hasBegun = true
            return .program
        }
        while var node = nodes.popLast() {
            let known = node.asleep.merging(node.tried) { first, _ in first }
            guard let event = node.wanted.filter({ known[$0] == nil }).min() else { continue }
            node.chosen = event
            let prefix = nodes.map(\.chosen) + [event]
            nodes.append(node)
            return .prescribed(prefix, asleep: strategy == .all ? [:] : known)
        }
        return nil
    }

    /// What came of the policy that ``next()`` gave last.
    ///
    /// - Parameter isCut: whether the policy did not know how to go on.
    public mutating func ran(_ execution: Execution, isCut: Bool) {
        if isCut { cutRuns += 1 } else { completeRuns += 1 }
        var asleep: [RaceEvent: Footprint] = [:]
        for (position, moment) in execution.moments.enumerated() {
            if position >= nodes.count {
                let isVaried = position < depth
                if !isVaried, moment.enabled.count > 1 { isShallow = true }
                let wanted = strategy == .all && isVaried ? Set(moment.enabled) : [moment.chosen]
                nodes.append(
                    Node(enabled: moment.enabled, chosen: moment.chosen, wanted: wanted, asleep: asleep))
            }
            let known = nodes[position].asleep.merging(nodes[position].tried) { first, _ in first }
            nodes[position].tried[moment.chosen] = moment.footprint
            asleep = known.filter { $0.key != moment.chosen && !$0.value.conflicts(with: moment.footprint) }
            if strategy == .all { asleep = [:] }
        }
        if strategy == .reduced { wantReversals(of: execution) }
    }

    /// For each race of the run: from the moment before the first of the two on, something must be tried that leads to
    /// the second one first.
    private mutating func wantReversals(of execution: Execution) {
        let moments = execution.moments
        let before = execution.happensBefore
        let promised = execution.promised
        for later in moments.indices {
            for earlier in 0..<later where isRace(earlier, later, before, promised) {
                guard earlier < depth else {
                    isShallow = true
                    continue
                }
                // What can come first of all that need not wait for the earlier one.
                var rest = ((earlier + 1)..<later).filter { !before.holds(earlier, before: $0) }
                rest.append(later)
                let firsts = rest.filter { place in !rest.contains { before.holds($0, before: place) } }
                    .map { moments[$0].chosen }
                guard nodes[earlier].wanted.isDisjoint(with: firsts) else { continue }
                if let first = firsts.filter(nodes[earlier].enabled.contains).min() {
                    nodes[earlier].wanted.insert(first)
                } else {
                    // It could not happen there: whatever can may lead to it.
                    nodes[earlier].wanted.formUnion(nodes[earlier].enabled)
                }
            }
        }
    }

    /// Whether the two conflict, nothing promises their order, and nothing stands between them that fixes it.
    private func isRace(_ earlier: Int, _ later: Int, _ before: Precedence, _ promised: Precedence) -> Bool {
        guard before.holds(earlier, before: later), !promised.holds(earlier, before: later) else { return false }
        return !((earlier + 1)..<later).contains {
            before.holds(earlier, before: $0) && before.holds($0, before: later)
        }
    }
}
