import BridgePrimitives

/// A text of another program as its reader sees it: without colours, markup and escapes, in lines.
struct PlainText: Sendable {
    /// The first bytes, which are the only ones that are looked at.
    static let byteLimit = 1 << 20

    /// With one space in place of each run of white space, line breaks too.
    let folded: [UInt8]
    /// Places in `folded` where a line break stood, ascending.
    private let breaks: [Int]

    init(_ text: String) {
        let bytes = Array(text.utf8.prefix(Self.byteLimit))
        var folded: [UInt8] = []
        var breaks: [Int] = []
        folded.reserveCapacity(bytes.count)
        for byte in Self.plain(bytes) {
            let isBreak = byte == 0x0A || byte == 0x0D
            guard isBreak || byte <= 0x20 else {
                folded.append(byte)
                continue
            }
            if folded.last != 0x20 { folded.append(0x20) }
            if isBreak, breaks.last != folded.count - 1 { breaks.append(folded.count - 1) }
        }
        self.folded = folded
        self.breaks = breaks
    }

    /// - Complexity: O(log n).
    func lineBreaks(in range: Range<Int>) -> Int {
        firstBreak(from: range.upperBound) - firstBreak(from: range.lowerBound)
    }

    /// The whole lines that a range touches, as one, at most 2000 bytes of them.
    func lines(around range: Range<Int>) -> String {
        let (before, after) = (firstBreak(from: range.lowerBound), firstBreak(from: range.upperBound))
        let start = before > 0 ? breaks[before - 1] + 1 : 0
        let end = after < breaks.count ? breaks[after] : folded.count
        // A line without an end is quoted from where the sentence begins.
        let isLong = end - start > Self.longestQuote
        let from = isLong ? range.lowerBound : start
        return ASCIIText.trimmed(folded[from..<min(end, from + Self.longestQuote)])
    }

    private static let longestQuote = 2000

    private func firstBreak(from place: Int) -> Int {
        var (low, high) = (0, breaks.count)
        while low < high {
            let middle = (low + high) / 2
            if breaks[middle] < place { low = middle + 1 } else { high = middle }
        }
        return low
    }

    // MARK: - What stands around the words

    private static func plain(_ bytes: [UInt8]) -> [UInt8] {
        if let texts = strings(inJSON: bytes) { return withoutMarkup(Array(texts.joined(separator: [0x0A]))) }
        var lines: [UInt8] = []
        lines.reserveCapacity(bytes.count)
        for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
            if let texts = strings(inJSON: line) {
                for text in texts { lines += text + [0x0A] }
            } else {
                lines += line
                lines.append(0x0A)
            }
        }
        return withoutMarkup(withoutEscapes(withoutColours(lines)))
    }

    /// The texts of a JSON object or array, in their order; nil if it is not one.
    static func strings(inJSON bytes: some Collection<UInt8>) -> [[UInt8]]? {
        guard let first = bytes.first(where: { $0 > 0x20 }), first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
            let json = try? JSONValue(parsing: bytes, valueLimit: 100_000)
        else { return nil }
        var texts: [[UInt8]] = []
        var waiting = [json]
        while let value = waiting.popLast() {
            switch value {
            case .string(let text): texts.append(withoutEscapes(withoutColours(Array(text.utf8))))
            case .array(let elements): waiting += elements.reversed()
            case .object(let object): waiting += object.members.reversed().map(\.value)
            case .null, .bool, .integer, .number: continue
            }
        }
        return texts
    }

    /// Without what colours a terminal: ESC, `[`, parameters, and the letter that ends them.
    static func withoutColours(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(0x1B) else { return bytes }
        var output: [UInt8] = []
        var index = 0
        while index < bytes.count {
            guard bytes[index] == 0x1B, index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "[") else {
                output.append(bytes[index])
                index += 1
                continue
            }
            index += 2
            while index < bytes.count, (0x20...0x3F).contains(bytes[index]) { index += 1 }
            index += 1
        }
        return output
    }

    /// Quotation marks that were escaped on the way, by JSON in a log line or by Python's `repr`.
    private static func withoutEscapes(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(UInt8(ascii: "\\")) else { return bytes }
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        for byte in bytes {
            let isQuote = byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
            if isQuote { while output.last == UInt8(ascii: "\\") { output.removeLast() } }
            output.append(byte)
        }
        return output
    }

    /// Tags become line breaks if there are any, and the references that stand for quotation marks and brackets are read.
    private static func withoutMarkup(_ bytes: [UInt8]) -> [UInt8] {
        let hasTags = ASCIIText.contains(bytes, Array("</".utf8)) || ASCIIText.contains(bytes, Array("<br".utf8))
        guard hasTags || bytes.contains(UInt8(ascii: "&")) else { return bytes }
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if hasTags, byte == UInt8(ascii: "<"), let end = tagEnd(in: bytes, from: index) {
                output.append(0x0A)
                index = end
            } else if byte == UInt8(ascii: "&"), let (text, end) = reference(in: bytes, from: index) {
                output.append(text)
                index = end
            } else {
                output.append(byte)
                index += 1
            }
        }
        return output
    }

    /// A tag has at most a thousand bytes here, so that a text of opening brackets costs no more than its length.
    private static func tagEnd(in bytes: [UInt8], from start: Int) -> Int? {
        guard start + 1 < bytes.count else { return nil }
        let next = bytes[start + 1]
        guard ASCIIText.isLetter(next) || next == UInt8(ascii: "/") || next == UInt8(ascii: "!") else { return nil }
        var index = start + 1
        while index < min(bytes.count, start + 1000), bytes[index] != UInt8(ascii: "<") {
            if bytes[index] == UInt8(ascii: ">") { return index + 1 }
            index += 1
        }
        return nil
    }

    private static let references: [(name: [UInt8], byte: UInt8)] = [
        ("quot", 0x22), ("#34", 0x22), ("#x22", 0x22), ("#39", 0x27), ("#039", 0x27), ("#x27", 0x27), ("apos", 0x27),
        ("lt", 0x3C), ("gt", 0x3E), ("amp", 0x26), ("nbsp", 0x20), ("#160", 0x20),
    ].map { (Array($0.0.utf8), $0.1) }

    private static func reference(in bytes: [UInt8], from start: Int) -> (UInt8, end: Int)? {
        guard let end = bytes[start..<min(bytes.count, start + 8)].firstIndex(of: UInt8(ascii: ";")) else { return nil }
        let name = bytes[(start + 1)..<end]
        return references.first { $0.name.elementsEqual(name) }.map { ($0.byte, end + 1) }
    }
}
