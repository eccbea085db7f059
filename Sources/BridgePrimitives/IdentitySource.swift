/// Where a world's ids come from: one seed gives one sequence (SplitMix64), so two runs agree.
///
/// Not for keys, salts or anything an attacker must not guess.
public final class IdentitySource: Sendable {
    private let seed: UInt64
    private let generator: Mutex<SeededGenerator>

    public init(seed: UInt64) {
        self.seed = seed
        generator = Mutex(SeededGenerator(seed: seed))
    }

    /// Goes on with another sequence of the same seed.
    ///
    /// Whoever keeps ids longer than a process lives counts its starts, so that no start gives ids again that an
    /// earlier one has given.
    /// - Parameter epoch: 0 for the sequence that a new source begins with.
    public func begin(epoch: UInt64) {
        var mixer = SeededGenerator(seed: epoch)
        let sequence = epoch == 0 ? seed : seed ^ mixer.next()
        generator.withLock { $0 = SeededGenerator(seed: sequence) }
    }

    /// A source for a part of the world with a name, whose ids do not depend on what others have asked for.
    public func derived(for name: String) -> IdentitySource {
        // FNV-1a, which spreads names well enough for a seed.
        let hash = name.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
        return IdentitySource(seed: seed ^ hash)
    }

    /// `count` characters of `[A-Za-z0-9]`, the alphabet of Firebase's `localId`.
    public func alphanumeric(count: Int) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
        let bytes = generator.withLock { generator in
            (0..<count).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &generator)] }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A number in `range`, uniformly.
    public func number(in range: ClosedRange<Int>) -> Int {
        generator.withLock { Int.random(in: range, using: &$0) }
    }
}

/// SplitMix64: small, fast, and the same on every platform.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(seed: UInt64) { state = seed }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
