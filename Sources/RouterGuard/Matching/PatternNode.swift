/// The parts of a regular expression that route patterns use (ECMA-262 §22.2.1, without look-around and
/// back-references, which path-to-regexp's escaping makes unreachable).
///
/// Characters are UTF-16 units, as in scripts: `.{2}` takes one emoji.
indirect enum PatternNode: Sendable {
    case empty
    case unit(UInt16)
    case set(UnitSet)
    case sequence([PatternNode])
    case alternatives([PatternNode])
    case capture(PatternNode)
    /// `upTo` nil means without limit.
    case repeated(PatternNode, atLeast: Int, upTo: Int?, greedy: Bool)
    case start
    case end
    case wordBoundary(Bool)
    /// What `(?=delimiter|$)` asserts.
    case before([UInt16])
}

/// A set of UTF-16 units: ranges, perhaps negated.
struct UnitSet: Sendable {
    var ranges: [ClosedRange<UInt16>] = []
    var isNegated = false

    static let digits = UnitSet(ranges: [0x30...0x39])
    static let word = UnitSet(ranges: [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
    static let space = UnitSet(ranges: [
        0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029, 0x202F...0x202F,
        0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
    ])
    /// What `.` matches: anything but a line terminator.
    static let notLineEnd = UnitSet(
        ranges: [0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029], isNegated: true)

    var negated: UnitSet { UnitSet(ranges: ranges, isNegated: !isNegated) }

    /// The same set with its negation worked into the ranges, for use inside a class.
    var positiveRanges: [ClosedRange<UInt16>] {
        guard isNegated else { return ranges }
        var result: [ClosedRange<UInt16>] = []
        var next = 0
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if Int(range.lowerBound) > next { result.append(UInt16(next)...(range.lowerBound - 1)) }
            next = max(next, Int(range.upperBound) + 1)
        }
        if next <= 0xFFFF { result.append(UInt16(next)...0xFFFF) }
        return result
    }

    func contains(_ unit: UInt16, ignoringCase: Bool) -> Bool {
        var found = ranges.contains { $0.contains(unit) }
        if !found, ignoringCase {
            let folded = canonicalUnit(unit)
            found = ranges.contains { range in
                range.contains(folded) || range.contains(lowerUnit(unit))
                    // Long ranges hold both cases of their letters already, so only short ones are searched.
                    || (range.count <= 64 && range.contains { canonicalUnit($0) == folded })
            }
        }
        return found != isNegated
    }
}

/// Canonicalize for the `i` flag without `u` (ECMA-262 §22.2.2.7.3): simple upper-casing of one unit, never from
/// beyond ASCII into ASCII.
func canonicalUnit(_ unit: UInt16) -> UInt16 {
    if unit < 0x80 { return (0x61...0x7A).contains(unit) ? unit - 0x20 : unit }
    guard let scalar = Unicode.Scalar(unit) else { return unit }
    let upper = scalar.properties.uppercaseMapping.utf16
    guard upper.count == 1, let mapped = upper.first, mapped >= 0x80 else { return unit }
    return mapped
}

private func lowerUnit(_ unit: UInt16) -> UInt16 {
    if unit < 0x80 { return (0x41...0x5A).contains(unit) ? unit + 0x20 : unit }
    guard let scalar = Unicode.Scalar(unit) else { return unit }
    let lower = scalar.properties.lowercaseMapping.utf16
    guard lower.count == 1, let mapped = lower.first, mapped >= 0x80 else { return unit }
    return mapped
}
