import BridgePrimitives

/// A text of a trace without what differs between two runs of the same: ports and secrets are numbered, times are counted
/// from the event.
struct NormalText: Hashable, Sendable {
    /// What is compared word by word: a time is `<time>` in it.
    var words = ""
    /// The times in it, in milliseconds after the event.
    var times: [Int64] = []

    /// The same but for times that are less than a minute apart, as those of a slower machine are.
    func isSame(as other: NormalText) -> Bool {
        words == other.words && times.count == other.times.count
            && zip(times, other.times).allSatisfy { abs($0 - $1) < Self.tolerance }
    }

    private static let tolerance: Int64 = 60_000

    /// For people.
    var shown: String {
        let pieces = words.split(separator: "<time>", omittingEmptySubsequences: false)
        var text = ""
        for (index, piece) in pieces.enumerated() {
            if index > 0, index <= times.count { text += Self.shown(times[index - 1]) }
            text += piece
        }
        return text
    }

    private static func shown(_ milliseconds: Int64) -> String {
        let seconds = (milliseconds + (milliseconds < 0 ? -500 : 500)) / 1000
        let (sign, size) = (seconds < 0 ? "-" : "+", seconds.magnitude)
        return switch size {
        case 172_800...: "<\(sign)\((size + 43_200) / 86_400)d>"
        case 7200...: "<\(sign)\((size + 1800) / 3600)h>"
        case 120...: "<\(sign)\((size + 30) / 60)m>"
        default: "<\(sign)\(size)s>"
        }
    }
}

/// Makes texts of one trace comparable with those of another.
struct Normaliser: Sendable {
    private var numbers: [String: Int] = [:]
    private var counts: [String: Int] = [:]

    /// - Complexity: O(n) in the bytes.
    mutating func text(_ text: String, at now: Instant) -> NormalText {
        let bytes = Array(text.utf8)
        var (output, result) = ([UInt8](), NormalText())
        var index = 0
        while index < bytes.count {
            let (byte, rest) = (bytes[index], bytes[index...])
            if Self.isDigit(byte), let time = Self.time(rest) {
                result.times.append(
                    time.instant.millisecondsSinceEpoch.subtractingReportingOverflow(now.millisecondsSinceEpoch)
                        .partialValue.clamped)
                output += "<time>".utf8
                index = time.end
            } else if byte == UInt8(ascii: "#"), let mark = Self.mark(rest, in: bytes) {
                output += number(mark.value, after: mark.kind).utf8
                index = mark.end
            } else if byte == UInt8(ascii: ":"), let port = Self.port(rest, in: bytes) {
                output += ":<port ".utf8
                output += number(port.value, after: "port of " + port.host).dropFirst().utf8
                output.append(UInt8(ascii: ">"))
                index = port.end
            } else {
                output.append(byte)
                // What somebody wrote must not pass for a time.
                if byte == UInt8(ascii: "<"), rest.starts(with: "<time>".utf8) { output.append(0x20) }
                index += 1
            }
        }
        result.words = String(decoding: output, as: UTF8.self)
        return result
    }

    /// `#1`, `#2` …, each kind counted by itself: a secret more in one of the two runs leaves the others their numbers.
    private mutating func number(_ value: String, after kind: String) -> String {
        let key = kind + "\u{0}" + value
        if let number = numbers[key] { return "#\(number)" }
        let number = counts[kind, default: 0] + 1
        (counts[kind], numbers[key]) = (number, number)
        return "#\(number)"
    }

    /// RFC 3339, UTC.
    private static func time(_ bytes: ArraySlice<UInt8>) -> (instant: Instant, end: Int)? {
        let head = bytes.prefix(20)
        guard head.count == 20, let first = head.first, isDigit(first),
            head[head.startIndex + 4] == UInt8(ascii: "-"), head[head.startIndex + 10] == UInt8(ascii: "T")
        else { return nil }
        let tail = bytes.dropFirst(19).prefix { isDigit($0) || $0 == UInt8(ascii: ".") }.prefix(11)
        guard tail.endIndex < bytes.endIndex, bytes[tail.endIndex] == UInt8(ascii: "Z"),
            let instant = Instant(rfc3339: String(decoding: bytes[bytes.startIndex...tail.endIndex], as: UTF8.self))
        else { return nil }
        return (instant, tail.endIndex + 1)
    }

    /// The fingerprint of a masked value, ` #1a2b3c` before `>`. Tokens with claims are told apart by these: two that are
    /// issued within one second are one token, and whether that happens is chance.
    private static func mark(_ bytes: ArraySlice<UInt8>, in whole: [UInt8]) -> (value: String, kind: String, end: Int)?
    {
        let digits = bytes.dropFirst().prefix { isHexadecimal($0) }.prefix(17)
        guard bytes.first == UInt8(ascii: "#"), digits.count == 6, digits.endIndex < bytes.endIndex,
            bytes[digits.endIndex] == UInt8(ascii: ">"),
            let opening = whole[max(0, bytes.startIndex - 300)..<bytes.startIndex].lastIndex(of: UInt8(ascii: "<"))
        else { return nil }
        let kind = String(decoding: whole[opening..<bytes.startIndex], as: UTF8.self)
        guard !kind.contains(" uid=") else { return ("", "token", digits.endIndex) }
        return (String(decoding: digits, as: UTF8.self), kind, digits.endIndex)
    }

    /// `:` and a number of four or five digits behind a host.
    private static func port(_ bytes: ArraySlice<UInt8>, in whole: [UInt8]) -> (value: String, host: String, end: Int)?
    {
        let digits = bytes.dropFirst().prefix { isDigit($0) }.prefix(6)
        guard bytes.first == UInt8(ascii: ":"), (4...5).contains(digits.count),
            digits.endIndex == bytes.endIndex || !isWord(bytes[digits.endIndex])
        else { return nil }
        let before = whole[max(0, bytes.startIndex - 255)..<bytes.startIndex]
        let host = before.suffix(from: (before.lastIndex { !isOfHost($0) } ?? before.startIndex - 1) + 1)
        guard let last = host.last, isWord(last) || last == UInt8(ascii: "]") else { return nil }
        return (String(decoding: digits, as: UTF8.self), String(decoding: host, as: UTF8.self), digits.endIndex)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    private static func isHexadecimal(_ byte: UInt8) -> Bool { isDigit(byte) || (0x61...0x66).contains(byte) }
    private static func isWord(_ byte: UInt8) -> Bool {
        isDigit(byte) || (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte)
    }
    private static func isOfHost(_ byte: UInt8) -> Bool {
        isWord(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "]")
    }
}

extension Int64 {
    /// Far from where sums of two overflow.
    fileprivate var clamped: Int64 { Swift.min(Swift.max(self, .min / 4), .max / 4) }
}
