/// The bytes that cookie grammars name, and ASCII rules over them. Unicode's rules would merge distinct hosts.
enum Byte {
    static let tab = UInt8(ascii: "\t"), lineFeed = UInt8(ascii: "\n"), carriageReturn = UInt8(ascii: "\r")
    static let space = UInt8(ascii: " "), quote = UInt8(ascii: "\""), percent = UInt8(ascii: "%")
    static let plus = UInt8(ascii: "+"), dash = UInt8(ascii: "-"), dot = UInt8(ascii: "."), slash = UInt8(ascii: "/")
    static let colon = UInt8(ascii: ":"), semicolon = UInt8(ascii: ";"), equals = UInt8(ascii: "=")
    static let backslash = UInt8(ascii: "\\"), comma = UInt8(ascii: ",")
}

extension UInt8 {
    var isDigit: Bool { self >= 0x30 && self <= 0x39 }
    var isLetter: Bool { (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7A }
    var isBlank: Bool { self == Byte.space || self == Byte.tab }
    /// Control characters that discard a cookie: all but TAB (RFC 6265bis §5.6, step 1).
    var isForbiddenControl: Bool { (self < 0x20 && self != Byte.tab) || self == 0x7F }
    var asciiLowercased: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }
}

extension Collection<UInt8> {
    /// Whether these bytes start with `word`, letter case aside; `word` is lower-case ASCII.
    func startsIgnoringCase(_ word: String) -> Bool {
        count >= word.utf8.count && zip(self, word.utf8).allSatisfy { $0.asciiLowercased == $1 }
    }
}

/// Questions about places in a text. Those that look at all bytes have no way out early, so that several bytes are
/// looked at together.
extension Array<UInt8> {
    /// Whether a control character stands anywhere, TAB included.
    var hasControl: Bool {
        var found: UInt8 = 0
        for byte in self { found |= byte < Byte.space || byte == 0x7F ? 1 : 0 }
        return found != 0
    }

    /// The first place of `byte` in `range`; the range's end if there is none.
    func position(of byte: UInt8, in range: Range<Int>) -> Int {
        var position = range.lowerBound
        while position < range.upperBound, self[position] != byte { position += 1 }
        return position
    }

    /// The end of the attribute that `range` starts with, and its first equals sign, or its end if there is none.
    func attribute(in range: Range<Int>) -> (equals: Int, end: Int) {
        var end = range.lowerBound, equals = -1
        while end < range.upperBound, self[end] != Byte.semicolon {
            if self[end] == Byte.equals, equals < 0 { equals = end }
            end += 1
        }
        return (equals < 0 ? end : equals, end)
    }

    /// The range without spaces and tabs at both ends.
    func trimmed(_ range: Range<Int>) -> Range<Int> {
        var (low, high) = (range.lowerBound, range.upperBound)
        while low < high, self[low].isBlank { low += 1 }
        while high > low, self[high - 1].isBlank { high -= 1 }
        return low..<high
    }

    /// Whether `word`, which is lower-case ASCII, stands in `range` in any letter case.
    @inline(__always)
    func isWord(_ word: String, at range: Range<Int>) -> Bool {
        guard range.count == word.utf8.count else { return false }
        var position = range.lowerBound
        for letter in word.utf8 {
            guard self[position].asciiLowercased == letter else { return false }
            position += 1
        }
        return true
    }

    /// Whether the bytes from `start` on are those of `text`.
    func hasBytes(of text: String, at start: Int) -> Bool {
        var position = start
        for byte in text.utf8 {
            guard position < count, self[position] == byte else { return false }
            position += 1
        }
        return true
    }

    /// Whether the bytes from `start` on are those of `other` in `range`.
    @inline(__always)
    func hasBytes(of other: [UInt8], _ range: Range<Int>, at start: Int) -> Bool {
        guard start + range.count <= count else { return false }
        let offset = start - range.lowerBound
        for position in range where self[position + offset] != other[position] { return false }
        return true
    }

    /// Adds a part of another text.
    mutating func append(contentsOf other: [UInt8], in range: Range<Int>) { append(contentsOf: other[range]) }
}

extension ArraySlice<UInt8> {
    /// Without spaces and tabs at both ends.
    var trimmed: ArraySlice<UInt8> {
        var (low, high) = (startIndex, endIndex)
        while low < high, self[low].isBlank { low += 1 }
        while high > low, self[high - 1].isBlank { high -= 1 }
        return self[low..<high]
    }
}

extension String {
    /// Equality of bytes. `==` would take two spellings of one accented letter for the same name.
    func hasSameBytes(as other: String) -> Bool {
        utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
    }

    /// ASCII letters in lower case, all other bytes as they are.
    var asciiLowercased: String {
        utf8.contains { $0 >= 0x41 && $0 <= 0x5A } ? String(decoding: utf8.map(\.asciiLowercased), as: UTF8.self) : self
    }
}

/// What kinds of bytes a text has.
struct ByteSurvey {
    let isASCII: Bool
    /// Whether there is a control character other than TAB.
    let hasForbiddenControl: Bool

    init(_ text: [UInt8]) {
        var (bits, controls): (UInt8, UInt8) = (0, 0)
        for byte in text {
            bits |= byte
            controls |= (byte < Byte.space ? 1 : 0) & (byte != Byte.tab ? 1 : 0) | (byte == 0x7F ? 1 : 0)
        }
        (isASCII, hasForbiddenControl) = (bits < 0x80, controls != 0)
    }
}
