import BridgePrimitives

/// Tells Python source apart, as far as calls, strings and numbers go: comments, literals of every form, words and marks.
///
/// It refuses nothing: where a text ends too early, what is open ends with it. `True`, `False` and `None` become the words
/// that Swift and JavaScript have for them, so that one reader serves all.
/// - Complexity: O(n) in bytes.
struct PythonTokenizer {
    private let text: [UInt8]
    private var position = 0
    private var beginsLine = true
    private var source = TokenizedSource()

    private init(_ text: [UInt8]) { self.text = text }

    static func source(of text: [UInt8]) -> TokenizedSource {
        var tokenizer = PythonTokenizer(text)
        while tokenizer.position < text.count { tokenizer.step() }
        if let place = text.firstIndex(of: 0) { tokenizer.source.problem = (place, "a NUL byte is in no source") }
        return tokenizer.source
    }

    private mutating func step() {
        let start = position
        let byte = text[position]
        switch byte {
        case 0x0A, 0x0D: (position, beginsLine) = (position + 1, true)
        case 0x20, 0x09, 0x0B, 0x0C: position += 1
        // A line that goes on.
        case UInt8(ascii: "\\"): position += 1
        case UInt8(ascii: "#"): while position < text.count, text[position] != 0x0A { position += 1 }
        case UInt8(ascii: "\""), UInt8(ascii: "'"): literal(from: start, prefix: [])
        case _ where Self.beginsWord(byte): word()
        case _ where ASCIIText.isDigit(byte):
            while position < text.count, Self.isWord(text[position]) || text[position] == UInt8(ascii: ".") {
                position += 1
            }
            add(.number, start)
        default:
            position += 1
            source.addMark(
                String(decoding: text[start..<position], as: UTF8.self), start..<position, beginsLine: beginsLine)
            beginsLine = false
        }
    }

    private mutating func word() {
        let start = position
        while position < text.count, Self.isWord(text[position]) { position += 1 }
        let word = text[start..<position]
        // `f"…"`, `rb'…'`: letters that say how the literal behind them is read.
        if position < text.count, text[position] == UInt8(ascii: "\"") || text[position] == UInt8(ascii: "'"),
            word.count <= 2, word.allSatisfy({ "rRbBfFuUtT".utf8.contains($0) })
        {
            return literal(from: start, prefix: word.map { $0 | 0x20 })
        }
        add(.word, start)
    }

    /// Up to the quotes that close it; a literal of one line ends with its line.
    private mutating func literal(from start: Int, prefix: [UInt8]) {
        let quote = text[position]
        let isLong = text[position...].starts(with: [quote, quote, quote])
        let (isRaw, isFormatted) = (prefix.contains(UInt8(ascii: "r")), prefix.contains(UInt8(ascii: "f")))
        position += isLong ? 3 : 1
        var pieces: [StringLiteral.Piece] = []
        var part = position
        func close(_ end: Int) {
            guard part < end else { return }
            pieces +=
                isRaw
                ? [.text(String(decoding: text[part..<end], as: UTF8.self), at: part)]
                : JavaScriptEscapes.pieces(text, part..<end)
        }
        /// Of two braces that stand for one, the first is kept.
        func passDoubled() {
            close(position + 1)
            position += 2
            part = position
        }
        scan: while position < text.count {
            let isDoubled = position + 1 < text.count && text[position + 1] == text[position]
            switch text[position] {
            case UInt8(ascii: "\\"): position = min(position + 2, text.count)
            case 0x0A where !isLong: break scan
            case quote where !isLong || text[position...].starts(with: [quote, quote, quote]): break scan
            case UInt8(ascii: "{") where isFormatted:
                guard !isDoubled else {
                    passDoubled()
                    continue
                }
                close(position)
                pieces.append(expression(endingBefore: quote))
                part = position
            case UInt8(ascii: "}") where isFormatted && isDoubled: passDoubled()
            default: position += 1
            }
        }
        close(position)
        if position < text.count, text[position] == quote { position += isLong ? 3 : 1 }
        source.addLiteral(pieces, start..<position, beginsLine: beginsLine)
        beginsLine = false
    }

    /// `{name.member!r:>10}`, by the words in it.
    private mutating func expression(endingBefore quote: UInt8) -> StringLiteral.Piece {
        let start = position
        var (depth, words) = (0, [String]())
        while position < text.count {
            let byte = text[position]
            if Self.beginsWord(byte) {
                let first = position
                while position < text.count, Self.isWord(text[position]) { position += 1 }
                words.append(String(decoding: text[first..<position], as: UTF8.self))
                continue
            }
            if byte == quote || byte == 0x0A { break }
            position += 1
            if byte == UInt8(ascii: "{") { depth += 1 }
            if byte == UInt8(ascii: "}") { depth -= 1 }
            if depth == 0 { break }
        }
        return .expression(words: words, at: start)
    }

    private mutating func add(_ kind: SourceToken.Kind, _ start: Int) {
        let text = String(decoding: text[start..<position], as: UTF8.self)
        let known = ["True": "true", "False": "false", "None": "nil"][text] ?? text
        source.tokens.append(
            SourceToken(kind: kind, text: known, range: start..<position, beginsLine: beginsLine))
        beginsLine = false
    }

    private static func beginsWord(_ byte: UInt8) -> Bool {
        ASCIIText.isLetter(byte) || byte == UInt8(ascii: "_") || byte >= 0x80
    }

    private static func isWord(_ byte: UInt8) -> Bool { beginsWord(byte) || ASCIIText.isDigit(byte) }
}
