/// Tells a script's text apart, so that no word in a comment, a string, a template or a regular expression is taken for
/// code.
///
/// It knows no grammar: whether a slash divides or begins a regular expression is told from what stands before it, as
/// syntax highlighters do (ECMA-262 §12.9). What it takes wrongly the script engine refuses later, at its place.
/// - Complexity: O(n) in the text's length.
package struct ScriptTokenizer {
    /// Deeper brackets are nobody's code.
    static let depthLimit = 1_000

    enum Bracket {
        /// Behind its end comes an expression's rest, such as a division, or a new statement.
        case brace(isBlock: Bool)
        case parenthesis(isHead: Bool)
        case square
        /// `${`, in a template that goes on behind the brace.
        case substitution
    }

    let text: [UInt8]
    var position = 0
    var line = 1
    var brackets: [Bracket] = []
    private(set) var tokens: [ScriptToken] = []
    private var beginsLine = true
    /// Whether a slash here begins a regular expression.
    private var expectsOperand = true

    private init(_ text: [UInt8]) { self.text = text }

    static func tokens(of text: [UInt8]) throws(ScriptTokenProblem) -> [ScriptToken] {
        var tokenizer = ScriptTokenizer(text)
        try tokenizer.run()
        return tokenizer.tokens
    }

    /// What can be told of a text with mistakes in it, or of a language that is nearly this one, such as TypeScript: after
    /// a problem it goes on behind it.
    ///
    /// - Returns: also the first problem.
    package static func readableTokens(of text: [UInt8]) -> (tokens: [ScriptToken], problem: ScriptTokenProblem?) {
        var tokenizer = ScriptTokenizer(text)
        var first: ScriptTokenProblem?
        while tokenizer.position < text.count {
            let start = tokenizer.position
            do throws(ScriptTokenProblem) { try tokenizer.step() } catch {
                first = first ?? error
                if tokenizer.position == start { tokenizer.position += 1 }
            }
        }
        return (tokenizer.tokens, first)
    }

    private mutating func run() throws(ScriptTokenProblem) {
        if text.starts(with: "#!".utf8) { skipToLineEnd() }
        while position < text.count { try step() }
        guard brackets.isEmpty else { throw problem("a bracket is open at the end of the text") }
    }

    private mutating func step() throws(ScriptTokenProblem) {
        if skipSpace() { return }
        let start = position
        let byte = text[position]
        switch byte {
        case UInt8(ascii: "/") where next == UInt8(ascii: "/"): skipToLineEnd()
        case UInt8(ascii: "/") where next == UInt8(ascii: "*"): try skipComment()
        case UInt8(ascii: "/") where expectsOperand: try regularExpression()
        case UInt8(ascii: "\""), UInt8(ascii: "'"): try string(closedBy: byte)
        case UInt8(ascii: "`"): try template()
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            skip { Self.isOfWord($0) || $0 == UInt8(ascii: ".") }
            add(.number, from: start, expectsOperand: false)
        case _ where Self.isOfWord(byte):
            skip { Self.isOfWord($0) }
            let isMember = lastMark == UInt8(ascii: ".")
            add(.word, from: start, expectsOperand: !isMember && Self.precedesOperand(text[start..<position]))
        default: try mark()
        }
    }

    // MARK: - Marks

    private mutating func mark() throws(ScriptTokenProblem) {
        let start = position
        let byte = text[position]
        switch byte {
        case UInt8(ascii: "{"): try open(.brace(isBlock: beginsBlock))
        case UInt8(ascii: "("): try open(.parenthesis(isHead: isHeadOfStatement))
        case UInt8(ascii: "["): try open(.square)
        case UInt8(ascii: "}"), UInt8(ascii: ")"), UInt8(ascii: "]"): try close(byte)
        default:
            position += 1
            if byte == UInt8(ascii: "="), here == UInt8(ascii: ">") { position += 1 }
            if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-"), here == byte {
                position += 1
                return add(.mark, from: start, expectsOperand: false)
            }
            if byte == UInt8(ascii: "."), here == byte, next == byte { position += 2 }
            add(.mark, from: start, expectsOperand: byte != UInt8(ascii: "."))
        }
    }

    private mutating func open(_ bracket: Bracket) throws(ScriptTokenProblem) {
        guard brackets.count < Self.depthLimit else { throw problem("brackets are nested too deeply") }
        position += 1
        add(.mark, from: position - 1, expectsOperand: true)
        brackets.append(bracket)
    }

    private mutating func close(_ byte: UInt8) throws(ScriptTokenProblem) {
        let start = position
        guard let bracket = brackets.popLast() else { throw problem("this bracket closes nothing") }
        position += 1
        switch (bracket, byte) {
        case (.substitution, UInt8(ascii: "}")):
            add(.mark, from: start, expectsOperand: false)
            try templatePart(from: position)
        case (.brace(let isBlock), UInt8(ascii: "}")): add(.mark, from: start, expectsOperand: isBlock)
        case (.parenthesis(let isHead), UInt8(ascii: ")")): add(.mark, from: start, expectsOperand: isHead)
        case (.square, UInt8(ascii: "]")): add(.mark, from: start, expectsOperand: false)
        default: throw problem("this bracket closes another one than is open")
        }
    }

    /// Whether the brace that comes begins a block, and not an object.
    private var beginsBlock: Bool {
        guard let last = tokens.last else { return true }
        let text = text[last.range]
        switch last.kind {
        case .mark: return ["=>", ")", ";", "{", "}"].contains { text.elementsEqual($0.utf8) }
        case .word: return ["else", "do", "try", "finally"].contains { text.elementsEqual($0.utf8) }
        case .number, .string, .template, .regularExpression: return false
        }
    }

    /// Whether the parenthesis that comes is a statement's, so that behind it a new one begins.
    private var isHeadOfStatement: Bool {
        guard let last = tokens.last, last.kind == .word else { return false }
        return ["if", "while", "for", "with"].contains { text[last.range].elementsEqual($0.utf8) }
    }

    // MARK: - Space

    private mutating func skipComment() throws(ScriptTokenProblem) {
        let first = line
        position += 2
        while position + 1 < text.count {
            if text[position] == UInt8(ascii: "*"), text[position + 1] == UInt8(ascii: "/") {
                position += 2
                return
            }
            if !skipLineEnd() { position += 1 }
        }
        throw ScriptTokenProblem(line: first, message: "a comment is open")
    }

    private mutating func skipToLineEnd() {
        while position < text.count, !skipLineEnd() { position += 1 }
    }

    /// White space, or one line's end (ECMA-262 §12.2, §12.3).
    private mutating func skipSpace() -> Bool {
        if skipLineEnd() { return true }
        let rest = text[position...]
        if rest.starts(with: [0xC2, 0xA0]) {
            position += 2
        } else if rest.starts(with: [0xEF, 0xBB, 0xBF]) {
            position += 3
        } else if [0x20, 0x09, 0x0B, 0x0C].contains(text[position]) {
            position += 1
        } else {
            return false
        }
        return true
    }

    mutating func skipLineEnd() -> Bool {
        guard let byte = here else { return false }
        switch byte {
        case 0x0A: position += 1
        case 0x0D: position += next == 0x0A ? 2 : 1
        case 0xE2 where text[position...].starts(with: [0xE2, 0x80, 0xA8]): position += 3
        case 0xE2 where text[position...].starts(with: [0xE2, 0x80, 0xA9]): position += 3
        default: return false
        }
        (line, beginsLine) = (line + 1, true)
        return true
    }

    // MARK: - Pieces

    var here: UInt8? { position < text.count ? text[position] : nil }
    var next: UInt8? { position + 1 < text.count ? text[position + 1] : nil }

    private var lastMark: UInt8? {
        guard let last = tokens.last, last.kind == .mark, last.range.count == 1 else { return nil }
        return text[last.range.lowerBound]
    }

    mutating func skip(while isPart: (UInt8) -> Bool) {
        while let byte = here, isPart(byte), !isAtSeparator { position += 1 }
    }

    /// Whether a space or a line's end stands here that takes several bytes.
    private var isAtSeparator: Bool {
        guard let byte = here, byte >= 0x80 else { return false }
        return Self.separators.contains { text[position...].starts(with: $0) }
    }

    /// U+00A0, U+2028, U+2029 and U+FEFF.
    private static let separators: [[UInt8]] = [
        [0xC2, 0xA0], [0xE2, 0x80, 0xA8], [0xE2, 0x80, 0xA9], [0xEF, 0xBB, 0xBF],
    ]

    mutating func add(_ kind: ScriptToken.Kind, from start: Int, at first: Int? = nil, expectsOperand: Bool) {
        tokens.append(
            ScriptToken(
                kind: kind, range: start..<position, line: first ?? line, beginsLine: beginsLine,
                depth: brackets.count))
        (beginsLine, self.expectsOperand) = (false, expectsOperand)
    }

    func problem(_ message: String) -> ScriptTokenProblem { ScriptTokenProblem(line: line, message: message) }

    static func isOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: "#"),
            UInt8(ascii: "\\"), 0x80...:
            true
        default: false
        }
    }

    /// Keywords behind which an operand comes.
    private static func precedesOperand(_ word: ArraySlice<UInt8>) -> Bool {
        [
            "return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "do", "else", "instanceof",
            "yield", "await", "default", "extends",
        ].contains { word.elementsEqual($0.utf8) }
    }
}
