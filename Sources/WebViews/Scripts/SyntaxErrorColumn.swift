/// Finds the column of a syntax error, of which JavaScriptCore tells the line alone.
///
/// A text that ends before the offending token fails differently, if at all, than one that ends behind it, and the
/// token's own length is in the message. Short lines are searched from their end, since a text cut within a word can
/// fail in the same way by chance (`async f`); long ones by bisection.
struct SyntaxErrorColumn {
    /// What parsing a text says: the exception's message, or nil when there is none.
    let check: ([UInt16]) -> String?

    /// - Parameters:
    ///   - source: the whole script.
    ///   - line: where the error is, from 1.
    ///   - message: what parsing the whole script says.
    /// - Returns: the column from 1, in UTF-16 units; nil when it cannot be told.
    /// - Complexity: O(n) parses for a line of up to ``shortLine`` units, then O(log n).
    func find(in source: [UInt16], line: Int, message: String) -> Int? {
        guard let range = Self.range(ofLine: line, in: source) else { return nil }
        let kind = Self.kind(of: message)
        guard !kind.contains("Unexpected EOF"), !kind.contains("end of script") else { return range.count + 1 }
        func fails(_ end: Int) -> (hit: Bool, message: String) {
            let said = check(Array(source[..<end])) ?? ""
            return (Self.kind(of: said) == kind, said)
        }
        var low = range.lowerBound
        var high = range.upperBound
        guard low < high, !fails(low).hit, fails(high).hit else { return nil }
        while high - low > 1 {
            let middle = high - low <= Self.shortLine ? high - 1 : low + (high - low) / 2
            if fails(middle).hit {
                high = middle
            } else {
                low = middle
            }
        }
        return max(high - Self.tokenLength(in: fails(high).message) + 1 - range.lowerBound, 1)
    }

    private static let shortLine = 1000

    /// The message up to the token that it quotes.
    private static func kind(of message: String) -> String {
        String(message.prefix { $0 != "'" && $0 != "\"" })
    }

    /// In UTF-16 units; 1 when the message quotes none.
    private static func tokenLength(in message: String) -> Int {
        guard let open = message.firstIndex(where: { $0 == "'" || $0 == "\"" }),
            !message.contains("Invalid character")  // quoted as an escape, whatever it is in the text
        else { return 1 }
        let rest = message[message.index(after: open)...]
        guard let close = rest.lastIndex(of: message[open]) else { return 1 }
        let quotes = message.contains("string literal") ? 2 : 0  // its own, which the message leaves out
        return max(rest[..<close].utf16.count + quotes, 1)
    }

    /// The units of a line, without its end (ECMA-262 §12.3).
    private static func range(ofLine line: Int, in source: [UInt16]) -> Range<Int>? {
        var start = 0
        var number = 1
        var index = 0
        while index < source.count {
            guard [0x0A, 0x0D, 0x2028, 0x2029].contains(source[index]) else {
                index += 1
                continue
            }
            if number == line { return start..<index }
            let isPair = source[index] == 0x0D && index + 1 < source.count && source[index + 1] == 0x0A
            index += isPair ? 2 : 1
            (start, number) = (index, number + 1)
        }
        return number == line ? start..<source.count : nil
    }
}
