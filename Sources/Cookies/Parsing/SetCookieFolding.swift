/// Several `Set-Cookie` lines as one text, for dictionaries that hold one value a name.
///
/// Commas also stand inside dates and values, so no rule takes a folded text apart reliably; this is the one that
/// Foundation uses.
public enum SetCookieFolding: Sendable {
    /// Joins lines as `URLSession` does.
    public static func folded(_ lines: [[UInt8]]) -> [UInt8] { Array(lines.joined(separator: ", ".utf8)) }

    /// Splits at each comma that is followed by `token=`, blanks around the token allowed.
    ///
    /// `Expires=Wed, 09 Jun 2027 …` stays whole; a value with such a comma (`a=x,y=z`) does not.
    /// - Returns: the parts without blanks at their starts; empty ones are left out.
    /// - Complexity: O(n) in bytes.
    public static func unfolded(_ field: [UInt8]) -> [[UInt8]] {
        var parts: [[UInt8]] = []
        var start = field.startIndex
        var index = start
        func take(upTo end: Int) {
            let part = field[start..<end].drop { isSpace($0) }
            if !part.isEmpty { parts.append(Array(part)) }
        }
        while index < field.endIndex {
            guard field[index] == Byte.comma else {
                index += 1
                continue
            }
            // What was looked at holds no comma, so no byte is visited more than twice.
            let next = endOfName(in: field, from: index + 1)
            if next.isSeparator {
                take(upTo: index)
                start = index + 1
            }
            index = next.end
        }
        take(upTo: field.endIndex)
        return parts
    }

    /// Where a name with an equals sign behind it ends, or the first byte that speaks against one.
    private static func endOfName(in field: [UInt8], from start: Int) -> (isSeparator: Bool, end: Int) {
        var index = start
        func skip(_ belongs: (UInt8) -> Bool) -> Int {
            let before = index
            while index < field.endIndex, belongs(field[index]) { index += 1 }
            return index - before
        }
        _ = skip(isSpace)
        let length = skip(isToken)
        _ = skip(isSpace)
        return (length > 0 && index < field.endIndex && field[index] == Byte.equals, index)
    }

    static func isSpace(_ byte: UInt8) -> Bool { byte.isBlank || (0x0A...0x0D).contains(byte) }

    /// RFC 9110 §5.6.2.
    private static func isToken(_ byte: UInt8) -> Bool {
        byte.isDigit || (byte < 0x80 && byte.isLetter) || "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
}
