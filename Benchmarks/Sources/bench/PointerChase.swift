import BridgePrimitives

/// Loads of which each says where the next one goes, in a random order over a working set: what memory alone costs.
struct PointerChase {
    /// Numbers of eight bytes in a cache line.
    private static let lineWords = 8
    private var words: [UInt64]
    private var position = 0

    /// - Parameter bytes: the working set, of which each cache line is visited once a round.
    init(bytes: Int) {
        let lines = max(bytes / (8 * Self.lineWords), 2)
        var generator = SeededGenerator(seed: 64)
        let order = (0..<lines).shuffled(using: &generator)
        words = Array(repeating: 0, count: lines * Self.lineWords)
        for (place, line) in order.enumerated() {
            words[line * Self.lineWords] = UInt64(order[(place + 1) % lines] * Self.lineWords)
        }
    }

    /// Nanoseconds of one load, in the best of several passes.
    mutating func nanosecondsPerLoad() -> Double {
        let loads = 100_000
        var best = Double.infinity
        for _ in 0..<10 {
            let elapsed = ContinuousClock().measure {
                for _ in 0..<loads { position = Int(words[position]) }
            }
            best = min(best, elapsed.inSeconds * 1e9 / Double(loads))
        }
        return best
    }
}
