/// Inputs that look like what is read, and then do not: one seed gives one sequence.
public struct FuzzGenerator<Subject: FuzzSubject>: Sendable {
    private var chance: FuzzChance

    public init(seed: UInt64) { chance = FuzzChance(seed: seed) }

    /// The next input: made by grammar, often spoilt afterwards.
    public mutating func next() -> [UInt8] {
        var input = Subject.example(&chance)
        if !chance.once(in: 3) { for _ in 0...chance.below(4) { input = mutated(input) } }
        return input
    }

    /// One change: a byte, a word, a piece less, a piece twice, two pieces swapped.
    private mutating func mutated(_ input: [UInt8]) -> [UInt8] {
        let start = min(Subject.headerLength, input.count), end = input.count
        let low = start + chance.below(end - start + 1), length = chance.below(min(24, end - low) + 1)
        let (piece, high) = (Array(input[low..<(low + length)]), low + length)
        switch chance.below(7) {
        case 0: return Array(input[..<low]) + word() + input[low...]
        case 1: return Array(input[..<low]) + [chance.byte()] + input[low...]
        case 2: return Array(input[..<low] + input[high...])
        case 3: return Array(input[..<high]) + piece + input[high...]
        case 4 where low < end:
            var changed = input
            changed[low] ^= 1 << UInt8(chance.below(8))
            return changed
        case 5: return Array(input[..<low]) + word() + input[high...]
        default: return Array(input[..<low] + input[high...] + piece)
        }
    }

    private mutating func word() -> [UInt8] { Array(chance.pick(Subject.words).utf8) }
}
