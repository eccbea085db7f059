/// A piece of a source text. Swift and JavaScript are told apart into the same pieces, so that one reader serves both.
struct SourceToken: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case word, number
        /// A string or a template; its content is `literals[index]` of the code.
        case string(index: Int)
        case pattern
        /// Everything else; operators of several characters are one.
        case mark
    }

    let kind: Kind
    /// Of a word, a number or a mark; empty for the rest.
    let text: String
    /// In bytes of the file.
    let range: Range<Int>
    /// Whether a line ends between the token before and this one.
    let beginsLine: Bool

    func `is`(_ text: String) -> Bool { self.text == text }
    var isString: Bool { if case .string = kind { true } else { false } }
}

/// What a string literal says, as far as the source tells.
struct StringLiteral: Hashable, Sendable {
    enum Piece: Hashable, Sendable {
        /// Text, and where it begins in the file; within a piece places run on byte by byte.
        case text(String, at: Int)
        /// An interpolation, by the names in it.
        case expression(words: [String], at: Int)
    }

    let pieces: [Piece]

    /// The text with each interpolation as `marker`, and where each byte of it stands in the file.
    func joined(marker: String) -> (text: String, places: [Int]) {
        var text = "", places: [Int] = []
        for piece in pieces {
            switch piece {
            case .text(let part, let at):
                text += part
                places += at..<(at + part.utf8.count)
            case .expression(_, let at):
                text += marker
                places += repeatElement(at, count: marker.utf8.count)
            }
        }
        return (text, places)
    }

    /// The text where all of it is known.
    var known: String? {
        var text = ""
        for piece in pieces {
            guard case .text(let part, _) = piece else { return nil }
            text += part
        }
        return text
    }

    /// The known text, without what is interpolated.
    var visible: String { joined(marker: "").text }
}

/// A text in pieces.
struct TokenizedSource {
    var tokens: [SourceToken] = []
    var literals: [StringLiteral] = []
    /// Where reading had to guess: an offset, and what was wrong there.
    var problem: (offset: Int, message: String)?

    /// Operators that are one token.
    static let operators: Set<String> = [
        "==", "!=", "<=", ">=", "&&", "||", "->", "=>", "??", "+=", "-=", "===", "!==", "?.", "...",
    ]

    /// Adds a mark, joined with those right before it where together they are one operator.
    mutating func addMark(_ text: String, _ range: Range<Int>, beginsLine: Bool) {
        if let last = tokens.last, last.kind == .mark, last.range.upperBound == range.lowerBound,
            Self.operators.contains(last.text + text)
        {
            tokens[tokens.count - 1] = SourceToken(
                kind: .mark, text: last.text + text, range: last.range.lowerBound..<range.upperBound,
                beginsLine: last.beginsLine)
        } else {
            tokens.append(SourceToken(kind: .mark, text: text, range: range, beginsLine: beginsLine))
        }
    }

    mutating func addLiteral(_ pieces: [StringLiteral.Piece], _ range: Range<Int>, beginsLine: Bool) {
        tokens.append(
            SourceToken(kind: .string(index: literals.count), text: "", range: range, beginsLine: beginsLine))
        literals.append(StringLiteral(pieces: pieces))
    }
}
