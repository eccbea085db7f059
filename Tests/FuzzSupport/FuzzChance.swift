import BridgePrimitives

/// What a grammar asks when it has a choice.
public struct FuzzChance: Sendable {
    private var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    package mutating func byte() -> UInt8 { UInt8(truncatingIfNeeded: generator.next()) }

    /// A number from 0 to `limit` - 1.
    package mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<max(1, limit), using: &generator) }

    /// True once in `count` times.
    package mutating func once(in count: Int) -> Bool { below(count) == 0 }

    package mutating func pick(_ texts: [String]) -> String { texts[below(texts.count)] }

    /// One to `limit` of what `make` gives.
    package mutating func list(upTo limit: Int, separator: String, _ make: (inout Self) -> String) -> String {
        (0..<(1 + below(limit))).map { _ in make(&self) }.joined(separator: separator)
    }
}
