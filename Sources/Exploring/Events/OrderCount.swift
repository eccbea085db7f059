/// How many orders some events have.
public enum OrderCount: Hashable, Sendable {
    case exactly(UInt64)
    /// Nobody counts further.
    case moreThan(UInt64)

    /// Of states that are kept while counting.
    static let stateLimit = 100_000

    /// The orders that the promised precedence of a run's events allows.
    ///
    /// - Complexity: with the number of sets of events that can have happened at one time, up to ``stateLimit``.
    public init(of execution: Execution) {
        let predecessors = execution.promised.predecessors
        self = Self.count(predecessors)
    }

    /// - Parameter predecessors: of each thing, all that come before it.
    static func count(_ predecessors: [Set<Int>]) -> OrderCount {
        guard predecessors.count < 64 else { return .moreThan(UInt64.max) }
        let masks = predecessors.map { $0.reduce(UInt64(0)) { $0 | 1 << UInt64($1) } }
        // Sets of events that can have happened, with the number of ways to have come there; a layer for each size.
        var layer: [UInt64: UInt64] = [0: 1]
        var states = 1
        for _ in masks {
            var next: [UInt64: UInt64] = [:]
            for (done, ways) in layer {
                for (position, mask) in masks.enumerated() {
                    let bit = UInt64(1) << UInt64(position)
                    guard done & bit == 0, mask & ~done == 0 else { continue }
                    let (sum, overflow) = next[done | bit, default: 0].addingReportingOverflow(ways)
                    guard !overflow else { return .moreThan(UInt64.max) }
                    next[done | bit] = sum
                }
            }
            states += next.count
            guard states <= stateLimit else { return .moreThan(next.values.max() ?? 0) }
            layer = next
        }
        return .exactly(layer.values.first ?? 1)
    }
}
