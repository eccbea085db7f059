/// Cuts a path pattern into segments as Vue Router 4 does: `:name`, `:name(pattern)`, a modifier; all else is literal.
struct ScoredPatternTokenizer {
    private enum State { case literal, name, source, afterSource }

    private var state = State.literal
    private var segments: [[ScoredPattern.Token]] = []
    private var segment: [ScoredPattern.Token] = []
    private var buffer: [UInt16] = []
    private var source: [UInt16] = []

    /// - Throws: for a path without leading slash, for `*` alone, for an open parenthesis, and where a repeated
    ///   parameter shares its segment.
    static func segments(of path: String) throws(PatternProblem) -> [[ScoredPattern.Token]] {
        let units = Array(path.utf16)
        guard units.count <= PathPattern.lengthLimit else {
            throw PatternProblem(cause: "a path longer than \(PathPattern.lengthLimit) characters")
        }
        if units.isEmpty { return [[]] }
        if units == [0x2F] { return [[.text([])]] }
        if units == [0x2A] {
            throw PatternProblem(cause: "a catch-all route \"*\", which needs a parameter: /:pathMatch(.*)*")
        }
        guard units.first == 0x2F else { throw PatternProblem(cause: "a path that does not start with a \"/\"") }
        var tokenizer = ScoredPatternTokenizer()
        return try tokenizer.run(units)
    }

    private mutating func run(_ units: [UInt16]) throws(PatternProblem) -> [[ScoredPattern.Token]] {
        var at = 0
        var isOpen = false
        while at < units.count {
            let unit = units[at]
            if unit == 0x5C, state != .source {
                // An escaped character belongs to whatever is being read.
                if at + 1 < units.count { buffer.append(units[at + 1]) }
                at += 2
                continue
            }
            switch state {
            case .literal:
                if unit == 0x2F {
                    flushText()
                    if isOpen { segments.append(segment) }
                    (segment, isOpen) = ([], true)
                } else if unit == 0x3A {
                    flushText()
                    state = .name
                } else {
                    buffer.append(unit)
                }
            case .name:
                if unit == 0x28 {
                    state = .source
                } else if UnitSet.word.contains(unit, ignoringCase: false) {
                    buffer.append(unit)
                } else {
                    try flushParameter(modifier: unit)
                    if !Self.isModifier(unit) { continue }
                }
            case .source:
                if unit == 0x29, source.last == 0x5C {
                    source[source.count - 1] = 0x29
                } else if unit == 0x29 {
                    state = .afterSource
                } else {
                    source.append(unit)
                }
            case .afterSource:
                try flushParameter(modifier: unit)
                if !Self.isModifier(unit) { continue }
            }
            at += 1
        }
        switch state {
        case .literal: flushText()
        case .source: throw PatternProblem(cause: "an unfinished custom pattern")
        case .name, .afterSource: try flushParameter(modifier: nil)
        }
        return segments + [segment]
    }

    private static func isModifier(_ unit: UInt16) -> Bool { unit == 0x2A || unit == 0x3F || unit == 0x2B }

    private mutating func flushText() {
        if !buffer.isEmpty { segment.append(.text(buffer)) }
        buffer = []
    }

    private mutating func flushParameter(modifier: UInt16?) throws(PatternProblem) {
        state = .literal
        let isRepeated = modifier == 0x2A || modifier == 0x2B
        let name = String(decoding: buffer, as: UTF16.self)
        if isRepeated, !segment.isEmpty {
            throw PatternProblem(cause: "a repeatable parameter (\(name)) that is not alone in its segment")
        }
        segment.append(
            .parameter(
                .init(
                    name: name, isRepeated: isRepeated, isOptional: modifier == 0x2A || modifier == 0x3F,
                    source: source.isEmpty ? nil : source)))
        (buffer, source) = ([], [])
    }
}
