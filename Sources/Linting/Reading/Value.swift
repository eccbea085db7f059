/// What an expression is worth, as far as the source alone tells.
enum Value: Hashable, Sendable {
    case text(PartialText)
    case number(Double)
    case bool(Bool)
    /// A moment so many seconds from now.
    case moment(secondsFromNow: Double)
    case url(PartialText)
    /// Anything else, by the names in it.
    case unknown(words: [String])

    var text: PartialText? { if case .text(let text) = self { text } else { nil } }
    var isUnknown: Bool { if case .unknown = self { true } else { false } }
}

/// Text of which pieces may be known only when the program runs.
struct PartialText: Hashable, Sendable {
    enum Piece: Hashable, Sendable {
        case known(String)
        case unknown(words: [String])
    }

    var pieces: [Piece] = []

    init(_ pieces: [Piece]) { self.pieces = pieces }
    init(_ text: String) { pieces = [.known(text)] }

    init(_ literal: StringLiteral) {
        pieces = literal.pieces.map { piece in
            switch piece {
            case .text(let text, _): .known(text)
            case .expression(let words, _): .unknown(words: words)
            }
        }
    }

    /// The whole text; nil where a piece of it is unknown.
    var known: String? {
        var text = ""
        for piece in pieces {
            guard case .known(let part) = piece else { return nil }
            text += part
        }
        return text
    }

    func joined(marker: String) -> String {
        pieces.map { piece in if case .known(let text) = piece { text } else { marker } }.joined()
    }

    /// The names in what is unknown.
    var words: [String] {
        pieces.flatMap { piece in if case .unknown(let words) = piece { words } else { [] as [String] } }
    }

    static func + (a: Self, b: Self) -> Self { PartialText(a.pieces + b.pieces) }
}

extension Code {
    /// Names that stand for one value in the whole file: constants that are given a literal, and given it once.
    func findConstants() -> [String: Value] {
        var found: [String: Value] = [:], seen: Set<String> = []
        for index in tokens.indices {
            // Python gives a name to something without a word of its own for it.
            let isKeyword = ["let", "const"].contains(text(index))
            guard file.language == .python ? isAssigned(index) : isKeyword else { continue }
            let place = isKeyword ? index + 1 : index
            guard tokens.indices.contains(place), tokens[place].kind == .word else { continue }
            let name = text(place)
            guard seen.insert(name).inserted else {
                found[name] = nil
                continue
            }
            var at = place + 1
            // A type in between: `: String`, `: TimeInterval`.
            if text(at) == ":" { while at < place + 7, text(at) != "=", !text(at).isEmpty { at += 1 } }
            guard text(at) == "=" else { continue }
            let end = expressionEnd(from: at + 1)
            guard end - at <= 12 else { continue }
            let value = value(of: (at + 1)..<end)
            if !value.isUnknown { found[name] = value }
        }
        return found
    }

    /// Whether a line begins with `NAME =`, as Python's do that give a name to something.
    private func isAssigned(_ index: Int) -> Bool {
        tokens[index].kind == .word && tokens[index].beginsLine && text(index + 1) == "="
    }

    /// - Complexity: O(n) in the range's tokens.
    func value(of range: Range<Int>, depth: Int = 0) -> Value {
        let range = stripped(range)
        guard let first = range.first, depth < 20 else { return .unknown(words: []) }
        if range.count == 1 { return single(first) }
        let sum = parts(range, at: "+")
        if sum.count > 1 { return added(sum.map { value(of: $0, depth: depth + 1) }) ?? unknown(range) }
        let product = parts(range, at: "*")
        if product.count > 1 {
            let factors = product.map { value(of: $0, depth: depth + 1) }
            var result = 1.0
            for factor in factors {
                guard case .number(let number) = factor else { return unknown(range) }
                result *= number
            }
            return .number(result)
        }
        if text(first) == "-", range.count == 2, case .number(let number) = single(first + 1) {
            return .number(-number)
        }
        if text(first) == "(", partner(of: first) == range.upperBound - 1 {
            return value(of: (first + 1)..<(range.upperBound - 1), depth: depth + 1)
        }
        return moment(range, depth: depth) ?? url(range, depth: depth) ?? unknown(range)
    }

    /// Without an unwrapping at the end, and without `as Type`.
    private func stripped(_ range: Range<Int>) -> Range<Int> {
        var end = range.upperBound
        if let cast = range.first(where: { tokens[$0].kind == .word && text($0) == "as" }), cast > range.lowerBound {
            end = cast
        }
        while end > range.lowerBound, ["!", "?"].contains(text(end - 1)) { end -= 1 }
        return range.lowerBound..<end
    }

    private func single(_ index: Int) -> Value {
        let token = tokens[index]
        switch token.kind {
        case .string: return literal(index).map { .text(PartialText($0)) } ?? .unknown(words: [])
        case .number:
            let digits = token.text.filter { $0 != "_" }
            return Double(digits).map { .number($0) } ?? .unknown(words: [])
        case .word where token.text == "true" || token.text == "false": return .bool(token.text == "true")
        case .word: return constants[token.text] ?? .unknown(words: [token.text])
        case .pattern, .mark: return .unknown(words: [])
        }
    }

    private func added(_ values: [Value]) -> Value? {
        if values.allSatisfy({ if case .number = $0 { true } else { false } }) {
            return .number(
                values.reduce(0) { sum, value in
                    if case .number(let number) = value { sum + number } else { sum }
                })
        }
        guard values.contains(where: { $0.text != nil }) else { return nil }
        return .text(
            values.reduce(PartialText([])) { sum, value in
                switch value {
                case .text(let text), .url(let text): sum + text
                case .number(let number):
                    sum + PartialText(Int64(exactly: number).map { String($0) } ?? String(number))
                case .bool(let bool): sum + PartialText(bool ? "true" : "false")
                case .moment: sum + PartialText([.unknown(words: ["date"])])
                case .unknown(let words): sum + PartialText([.unknown(words: words)])
                }
            })
    }

    /// `Date(timeIntervalSinceNow: 60)`, one with an interval added, `Date.distantFuture`.
    private func moment(_ range: Range<Int>, depth: Int) -> Value? {
        guard ["Date", "NSDate", ".", "distantFuture", "Calendar"].contains(text(range.lowerBound)) else { return nil }
        if range.contains(where: { text($0) == "distantFuture" }) { return .moment(secondsFromNow: 4e9) }
        if range.contains(where: { text($0) == "distantPast" }) { return .moment(secondsFromNow: -4e9) }
        var seconds: Double?
        for index in range where text(index) == "(" {
            let (name, end) = (text(index - 1), close(of: index))
            guard end < range.upperBound else { return nil }
            switch name {
            case "Date", "NSDate":
                if end == index + 1 {
                    seconds = 0
                } else if text(index + 1) == "timeIntervalSinceNow",
                    case .number(let number) = value(of: (index + 3)..<end, depth: depth + 1)
                {
                    seconds = number
                } else {
                    return nil
                }
            case "addingTimeInterval":
                guard case .number(let number) = value(of: (index + 1)..<end, depth: depth + 1) else { return nil }
                seconds = (seconds ?? 0) + number
            default: continue
            }
        }
        return seconds.map { .moment(secondsFromNow: $0) }
    }

    /// `URL(string: "https://app.example.com")!`
    private func url(_ range: Range<Int>, depth: Int) -> Value? {
        guard ["URL", "NSURL"].contains(text(range.lowerBound)), text(range.lowerBound + 1) == "(",
            text(range.lowerBound + 2) == "string", text(range.lowerBound + 3) == ":"
        else { return nil }
        let end = close(of: range.lowerBound + 1)
        guard end <= range.upperBound - 1,
            case .text(let text) = value(of: (range.lowerBound + 4)..<end, depth: depth + 1)
        else { return nil }
        return .url(text)
    }

    private func unknown(_ range: Range<Int>) -> Value {
        .unknown(words: words(in: range))
    }

    /// The names in a range, those within strings' interpolations among them.
    func words(in range: Range<Int>) -> [String] {
        range.flatMap { index -> [String] in
            if tokens[index].kind == .word { return [text(index)] }
            return literal(index)?.pieces.flatMap { piece in
                if case .expression(let words, _) = piece { words } else { [] as [String] }
            } ?? []
        }
    }
}
