/// One piece of a path pattern as path-to-regexp 1.x cuts it.
enum PathToken: Sendable {
    case text([UInt16])
    case parameter(PathParameter)
}

/// A parameter of a path pattern: `:name`, `:name(pattern)`, `(pattern)` or `*`, with its prefix and modifier.
struct PathParameter: Sendable {
    enum Name: Hashable, Sendable {
        case named(String)
        /// Unnamed groups and asterisks count from 0.
        case numbered(Int)
    }

    let name: Name
    /// `/`, `.` or empty.
    let prefix: [UInt16]
    let delimiter: [UInt16]
    let isOptional: Bool
    let isRepeated: Bool
    /// The parameter covers only a part of its segment, so an absent one leaves its prefix in place.
    let isPartial: Bool
    let isAsterisk: Bool
    let pattern: PatternNode

    /// The key under which a matched value appears in a route's params.
    var routeKey: String {
        switch name {
        case .named(let name): name
        case .numbered(0): "pathMatch"
        case .numbered(let number): String(number)
        }
    }

    /// The key under which a value is looked up when a path is filled.
    var fillKey: String {
        switch name {
        case .named(let name): name
        case .numbered(let number): String(number)
        }
    }

    /// The name by which a required parameter is inherited from the current route; unnamed ones never are.
    var inheritedName: String? {
        if case .named(let name) = name, !isOptional { name } else { nil }
    }
}

/// Cuts a path pattern into tokens.
///
/// - Note: the grammar is path-to-regexp 1.x's: escaped characters, parameters with an optional prefix, asterisks;
///   everything else is literal text.
struct PathTokenizer {
    private let units: [UInt16]
    private let defaultDelimiter: [UInt16]
    private var position = 0
    private var tokens: [PathToken] = []
    private var text: [UInt16] = []
    private var unnamed = 0

    static func tokens(of path: String, delimiter: String) throws(PatternProblem) -> [PathToken] {
        let units = Array(path.utf16)
        guard units.count <= PathPattern.lengthLimit else {
            throw PatternProblem(cause: "a path longer than \(PathPattern.lengthLimit) characters")
        }
        var tokenizer = PathTokenizer(units: units, defaultDelimiter: Array(delimiter.utf16))
        return try tokenizer.run()
    }

    private init(units: [UInt16], defaultDelimiter: [UInt16]) {
        (self.units, self.defaultDelimiter) = (units, defaultDelimiter)
    }

    private mutating func run() throws(PatternProblem) -> [PathToken] {
        while position < units.count {
            if units[position] == 0x5C, position + 1 < units.count, !isLineEnd(units[position + 1]) {
                text.append(units[position + 1])
                position += 2
            } else if let found = parameter(at: position) {
                try append(found)
            } else {
                text.append(units[position])
                position += 1
            }
        }
        flush()
        return tokens
    }

    private struct Found {
        var prefix: [UInt16] = []
        var name: String?
        var source: ArraySlice<UInt16>?
        var modifier: UInt16?
        var isAsterisk = false
        var end = 0
    }

    private func parameter(at start: Int) -> Found? {
        var found = Found()
        var at = start
        if let unit = unit(at), unit == 0x2F || unit == 0x2E {
            found.prefix = [unit]
            at += 1
        }
        switch unit(at) {
        case 0x3A?:  // :name, perhaps with (pattern)
            var end = at + 1
            while let unit = unit(end), UnitSet.word.contains(unit, ignoringCase: false) { end += 1 }
            guard end > at + 1 else { return nil }
            found.name = String(decoding: units[(at + 1)..<end], as: UTF16.self)
            at = end
            if let group = group(at: at) {
                found.source = group
                at += group.count + 2
            }
        case 0x28?:  // (pattern)
            guard let group = group(at: at) else { return nil }
            found.source = group
            at += group.count + 2
        case 0x2A?:  // an asterisk takes no modifier
            found.isAsterisk = true
            found.end = at + 1
            return found
        default: return nil
        }
        if let unit = unit(at), unit == 0x2B || unit == 0x2A || unit == 0x3F {
            found.modifier = unit
            at += 1
        }
        found.end = at
        return found
    }

    /// The source between parentheses that start at `start`: escaped pairs, and anything but `\`, `(` and `)`.
    private func group(at start: Int) -> ArraySlice<UInt16>? {
        guard unit(start) == 0x28 else { return nil }
        var at = start + 1
        while let unit = unit(at), unit != 0x29 {
            if unit == 0x28 { return nil }
            if unit == 0x5C {
                guard let escaped = self.unit(at + 1), !isLineEnd(escaped) else { return nil }
                at += 1
            }
            at += 1
        }
        guard unit(at) == 0x29, at > start + 1 else { return nil }
        return units[(start + 1)..<at]
    }

    private mutating func append(_ found: Found) throws(PatternProblem) {
        flush()
        position = found.end
        let next = unit(position).map { [$0] }
        let delimiter = found.prefix.isEmpty ? defaultDelimiter : found.prefix
        let name: PathParameter.Name
        if let given = found.name {
            name = .named(given)
        } else {
            name = .numbered(unnamed)
            unnamed += 1
        }
        let pattern: PatternNode
        if let source = found.source {
            pattern = try PatternParser.parse(Self.escaped(source))
        } else if found.isAsterisk {
            pattern = .repeated(.set(.notLineEnd), atLeast: 0, upTo: nil, greedy: true)
        } else {
            let others = UnitSet(ranges: delimiter.map { $0...$0 }, isNegated: true)
            pattern = .repeated(.set(others), atLeast: 1, upTo: nil, greedy: false)
        }
        let isStar = found.modifier == 0x2A
        tokens.append(
            .parameter(
                PathParameter(
                    name: name, prefix: found.prefix, delimiter: delimiter,
                    isOptional: isStar || found.modifier == 0x3F, isRepeated: isStar || found.modifier == 0x2B,
                    isPartial: !found.prefix.isEmpty && next != nil && next != found.prefix,
                    isAsterisk: found.isAsterisk, pattern: pattern)))
    }

    private mutating func flush() {
        if !text.isEmpty { tokens.append(.text(text)) }
        text = []
    }

    private func unit(_ at: Int) -> UInt16? { at < units.count ? units[at] : nil }

    private func isLineEnd(_ unit: UInt16) -> Bool { !UnitSet.notLineEnd.contains(unit, ignoringCase: false) }

    /// Puts a backslash before `= ! : $ / ( )`, whether or not there is one already: that is what makes
    /// look-ahead and `$` literal inside a custom pattern.
    private static func escaped(_ source: ArraySlice<UInt16>) -> [UInt16] {
        source.flatMap { [0x3D, 0x21, 0x3A, 0x24, 0x2F, 0x28, 0x29].contains($0) ? [0x5C, $0] : [$0] }
    }
}
