import BridgePrimitives

/// Why a route pattern could not be compiled.
struct PatternProblem: Error, Hashable {
    let cause: String
}

/// Reads the source of a custom `(pattern)`, after path-to-regexp has escaped `= ! : $ / ( )` in it.
struct PatternParser {
    static let nestingLimit = 8
    static let countLimit = 1000

    private let units: [UInt16]
    private var position = 0
    private var depth = 0

    static func parse(_ source: [UInt16]) throws(PatternProblem) -> PatternNode {
        var parser = PatternParser(units: source)
        let node = try parser.alternatives()
        guard parser.position == source.count else { throw PatternProblem(cause: "an unmatched ')'") }
        return node
    }

    private init(units: [UInt16]) { self.units = units }

    private var next: UInt16? { position < units.count ? units[position] : nil }
    private func peeks(_ character: Unicode.Scalar) -> Bool { next == UInt16(truncatingIfNeeded: character.value) }

    private mutating func take() -> UInt16? {
        guard let unit = next else { return nil }
        position += 1
        return unit
    }

    private mutating func takes(_ character: Unicode.Scalar) -> Bool {
        guard peeks(character) else { return false }
        position += 1
        return true
    }

    private mutating func alternatives() throws(PatternProblem) -> PatternNode {
        var choices = [try sequence()]
        while takes("|") { choices.append(try sequence()) }
        return choices.count == 1 ? choices[0] : .alternatives(choices)
    }

    private mutating func sequence() throws(PatternProblem) -> PatternNode {
        var parts: [PatternNode] = []
        while let unit = next, unit != 0x7C, unit != 0x29 { parts.append(try quantified()) }
        return parts.count == 1 ? parts[0] : .sequence(parts)
    }

    private mutating func quantified() throws(PatternProblem) -> PatternNode {
        let before = position
        let atom = try atom()
        guard let (atLeast, upTo) = try quantifier() else { return atom }
        switch atom {
        case .start, .end, .wordBoundary: throw PatternProblem(cause: "nothing to repeat at offset \(before)")
        default: break
        }
        let greedy = !takes("?")
        if peeks("*") || peeks("+") || peeks("?") {
            throw PatternProblem(cause: "nothing to repeat at offset \(position)")
        }
        return .repeated(atom, atLeast: atLeast, upTo: upTo, greedy: greedy)
    }

    private mutating func quantifier() throws(PatternProblem) -> (Int, Int?)? {
        if takes("*") { return (0, nil) }
        if takes("+") { return (1, nil) }
        if takes("?") { return (0, 1) }
        let before = position
        guard takes("{"), let least = number() else {
            position = before  // a brace that starts no count is a literal brace
            return nil
        }
        var most: Int? = least
        if takes(",") { most = number() }
        guard takes("}") else {
            position = before
            return nil
        }
        guard least <= Self.countLimit, (most ?? 0) <= Self.countLimit else {
            throw PatternProblem(cause: "a count above \(Self.countLimit)")
        }
        if let most, most < least { throw PatternProblem(cause: "a count whose limits are out of order") }
        return (least, most)
    }

    private mutating func number() -> Int? {
        var value: Int?
        while let unit = next, (0x30...0x39).contains(unit) {
            value = min((value ?? 0) * 10 + Int(unit - 0x30), 1_000_000)
            position += 1
        }
        return value
    }

    private mutating func atom() throws(PatternProblem) -> PatternNode {
        guard let unit = take() else { return .empty }
        switch unit {
        case 0x2E: return .set(.notLineEnd)
        case 0x5E: return .start
        case 0x24: return .end
        case 0x28: return try group()
        case 0x5B: return .set(try characterClass())
        case 0x5C: return try escape()
        case 0x2A, 0x2B, 0x3F: throw PatternProblem(cause: "nothing to repeat at offset \(position - 1)")
        default: return .unit(unit)
        }
    }

    private mutating func group() throws(PatternProblem) -> PatternNode {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.nestingLimit else { throw PatternProblem(cause: "groups nested too deeply") }
        guard !peeks("?") else { throw PatternProblem(cause: "an invalid group") }
        let inner = try alternatives()
        guard takes(")") else { throw PatternProblem(cause: "an unterminated group") }
        return .capture(inner)
    }

    private mutating func escape() throws(PatternProblem) -> PatternNode {
        if takes("b") { return .wordBoundary(true) }
        if takes("B") { return .wordBoundary(false) }
        if let unit = next, (0x31...0x39).contains(unit) {
            throw PatternProblem(cause: "a back-reference, which is not supported")
        }
        return try classEscape()
    }

    /// An escape that names one unit or a set, inside a class or outside.
    private mutating func classEscape() throws(PatternProblem) -> PatternNode {
        guard let unit = take() else { throw PatternProblem(cause: "a backslash at the end") }
        switch Unicode.Scalar(unit) {
        case "d": return .set(.digits)
        case "D": return .set(.digits.negated)
        case "w": return .set(.word)
        case "W": return .set(.word.negated)
        case "s": return .set(.space)
        case "S": return .set(.space.negated)
        case "t": return .unit(0x09)
        case "n": return .unit(0x0A)
        case "v": return .unit(0x0B)
        case "f": return .unit(0x0C)
        case "r": return .unit(0x0D)
        case "0": return .unit(0)
        case "x": return .unit(hexadecimal(2) ?? unit)
        case "u": return .unit(hexadecimal(4) ?? unit)
        default: return .unit(unit)
        }
    }

    private mutating func hexadecimal(_ count: Int) -> UInt16? {
        guard position + count <= units.count else { return nil }
        var value: UInt16 = 0
        for unit in units[position..<(position + count)] {
            guard let byte = UInt8(exactly: unit), let digit = Hexadecimal.value(byte) else { return nil }
            value = value << 4 | UInt16(digit)
        }
        position += count
        return value
    }

    private mutating func characterClass() throws(PatternProblem) -> UnitSet {
        var set = UnitSet()
        set.isNegated = takes("^")
        while !takes("]") {
            let first = try classAtom()
            guard peeks("-"), position + 1 < units.count, units[position + 1] != 0x5D else {
                set.ranges += first.positiveRanges
                continue
            }
            position += 1
            let last = try classAtom()
            if let low = first.onlyUnit, let high = last.onlyUnit {
                guard low <= high else { throw PatternProblem(cause: "a range out of order in a class") }
                set.ranges.append(low...high)
            } else {
                // A set such as \d at either end makes the hyphen literal.
                set.ranges += first.positiveRanges + last.positiveRanges + [0x2D...0x2D]
            }
        }
        return set
    }

    private mutating func classAtom() throws(PatternProblem) -> UnitSet {
        guard let unit = take() else { throw PatternProblem(cause: "an unterminated class") }
        guard unit == 0x5C else { return UnitSet(ranges: [unit...unit]) }
        if takes("b") { return UnitSet(ranges: [0x08...0x08]) }
        switch try classEscape() {
        case .unit(let escaped): return UnitSet(ranges: [escaped...escaped])
        case .set(let set): return set
        default: throw PatternProblem(cause: "an escape that a class cannot hold")
        }
    }
}

extension UnitSet {
    /// The unit, if the set holds exactly one by its spelling.
    fileprivate var onlyUnit: UInt16? {
        guard !isNegated, ranges.count == 1, let range = ranges.first, range.lowerBound == range.upperBound else {
            return nil
        }
        return range.lowerBound
    }
}
