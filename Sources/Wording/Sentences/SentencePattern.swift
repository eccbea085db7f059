/// A pattern in the form in which it is looked for: fixed pieces with values between them.
struct SentencePattern: Sendable {
    /// At least one; the first begins the pattern, and the last may be empty.
    let pieces: [[UInt8]]
    /// The names of the values between them; empty for a value without a meaning.
    let names: [String]

    /// How many bytes a value may have. It also bounds the work at each place.
    private static let longestValue = 512

    init(_ text: String) {
        var pieces: [[UInt8]] = [[]]
        var names: [String] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "{"), let end = rest.firstIndex(of: UInt8(ascii: "}")) {
                names.append(String(decoding: rest[..<end], as: UTF8.self))
                pieces.append([])
                rest = rest[(end + 1)...]
            } else {
                pieces[pieces.count - 1].append(byte)
            }
        }
        self.pieces = pieces
        self.names = names
    }

    /// The range and the values of the pattern at a place; nil if it does not stand there.
    ///
    /// Each piece is looked for once, from where the last one ended, so nothing is tried twice.
    func match(in text: [UInt8], at start: Int) -> (range: Range<Int>, values: [Range<Int>])? {
        guard Self.stands(pieces[0], in: text, at: start), Self.isEdge(pieces[0].first, before: start, in: text) else {
            return nil
        }
        var end = start + pieces[0].count
        var values: [Range<Int>] = []
        for piece in pieces.dropFirst() {
            guard let next = piece.isEmpty ? Self.valueEnd(in: text, from: end) : Self.find(piece, in: text, from: end)
            else { return nil }
            values.append(end..<next)
            end = next + piece.count
        }
        guard Self.isEdge(after: end, in: text) else { return nil }
        return (start..<end, values)
    }

    private static func stands(_ piece: [UInt8], in text: [UInt8], at start: Int) -> Bool {
        guard start + piece.count <= text.count else { return false }
        for index in piece.indices where text[start + index] != piece[index] { return false }
        return true
    }

    private static func find(_ piece: [UInt8], in text: [UInt8], from start: Int) -> Int? {
        var index = start
        let last = min(text.count - piece.count, start + longestValue)
        while index <= last {
            if text[index] == piece[0], stands(piece, in: text, at: index) { return index }
            index += 1
        }
        return nil
    }

    /// Where a value ends that nothing follows: at white space, or at what closes a quotation or a bracket. The full
    /// stop at its end belongs to the sentence.
    private static func valueEnd(in text: [UInt8], from start: Int) -> Int? {
        var index = start
        while index < text.count, opening.contains(text[index]) { index += 1 }
        while index < text.count, index - start < longestValue, !closing.contains(text[index]) { index += 1 }
        while index > start, text[index - 1] == UInt8(ascii: ".") { index -= 1 }
        return index
    }

    private static let opening = Set("[\"'` ".utf8)
    private static let closing = Set("]\"'` ,;)}<>".utf8)

    /// Whether no word goes on to the left: `TOKEN_EXPIRED` does not stand in `MY_TOKEN_EXPIRED`.
    private static func isEdge(_ first: UInt8?, before start: Int, in text: [UInt8]) -> Bool {
        guard let first, isWord(first), start > 0 else { return true }
        return !isWord(text[start - 1])
    }

    private static func isEdge(after end: Int, in text: [UInt8]) -> Bool {
        guard end > 0, isWord(text[end - 1]), end < text.count else { return true }
        return !isWord(text[end])
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "_") || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
    }
}
