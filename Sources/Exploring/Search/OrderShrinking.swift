/// Brings an order that fails nearer to the program's, one pair of neighbours at a time, for as long as it fails.
///
/// Says which order to run next, and is told whether it failed. What is left at the end fails, and with any two
/// neighbours put back as the program has them it does not.
public struct OrderShrinking: Sendable {
    public private(set) var smallest: [RaceEvent]
    private var position = 0

    public init(_ failing: [RaceEvent]) { smallest = failing }

    /// Nil when nothing is left to try.
    public mutating func next() -> [RaceEvent]? {
        while position + 1 < smallest.count {
            guard smallest[position + 1] < smallest[position] else {
                position += 1
                continue
            }
            var order = smallest
            order.swapAt(position, position + 1)
            return order
        }
        return nil
    }

    /// - Parameter order: as it was then, which is another one where the events did not allow what was asked for.
    public mutating func ran(_ order: [RaceEvent], failed: Bool) {
        if failed, order.inversions < smallest.inversions {
            smallest = order
            position = 0
        } else {
            position += 1
        }
    }
}
