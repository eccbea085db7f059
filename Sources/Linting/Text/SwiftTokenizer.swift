import BridgePrimitives

/// Tells Swift source apart: nested comments, strings of every form with their interpolations, words and marks.
///
/// It knows no grammar and refuses nothing: where a text ends too early, what is open ends with it. A parser of the whole
/// language would have to be built, and follow each release, for the few forms that are looked for here.
/// - Complexity: O(n) in bytes; interpolations within interpolations are followed to ``depthLimit``.
struct SwiftTokenizer {
    static let depthLimit = 32

    private let text: [UInt8]
    private var position = 0
    private var beginsLine = true
    private var source = TokenizedSource()

    private init(_ text: [UInt8]) { self.text = text }

    static func source(of text: [UInt8]) -> TokenizedSource {
        var tokenizer = SwiftTokenizer(text)
        while tokenizer.position < text.count { tokenizer.step() }
        tokenizer.source.problem = tokenizer.source.problem ?? tokenizer.problem
        return tokenizer.source
    }

    /// Where a text is no Swift that could be told apart: what is no text, and brackets that do not meet.
    private var problem: (offset: Int, message: String)? {
        if let place = text.firstIndex(of: 0) { return (place, "a NUL byte is in no source") }
        if String(validating: text, as: UTF8.self) == nil { return (0, "it is no UTF-8") }
        // Branches of a condition may each open what only one of them closes.
        guard !source.tokens.contains(where: { $0.text == "if" && isBehindHash($0) }) else { return nil }
        var open: [SourceToken] = []
        let closing = ["}": "{", ")": "(", "]": "["]
        for token in source.tokens where token.kind == .mark {
            if closing.values.contains(token.text) {
                open.append(token)
            } else if let opening = closing[token.text] {
                guard let last = open.popLast() else {
                    return (token.range.lowerBound, "nothing opens this \(token.text)")
                }
                guard last.text == opening else { return (last.range.lowerBound, "this \(last.text) is not closed") }
            }
        }
        return open.last.map { ($0.range.lowerBound, "this \($0.text) is not closed") }
    }

    private func isBehindHash(_ token: SourceToken) -> Bool {
        token.range.lowerBound > 0 && text[token.range.lowerBound - 1] == UInt8(ascii: "#")
    }

    private mutating func step() {
        let start = position
        let byte = text[position]
        switch byte {
        case 0x0A, 0x0D:
            (position, beginsLine) = (position + 1, true)
        case 0x20, 0x09, 0x0B, 0x0C: position += 1
        case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"): skipLine()
        case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"): skipComment()
        case UInt8(ascii: "/") where beginsPattern:
            position = patternEnd ?? position + 1
            add(.pattern, start)
        case UInt8(ascii: "\""), UInt8(ascii: "#"):
            if let pieces = literal(depth: 0) {
                source.addLiteral(pieces, start..<position, beginsLine: beginsLine)
                beginsLine = false
            } else {
                position += 1
                addMark(start)
            }
        case UInt8(ascii: "`"): position += 1
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            skipWord()
            if peek(0) == UInt8(ascii: "."), let next = peek(1), ASCIIText.isDigit(next) {
                position += 1
                skipWord()
            }
            add(.number, start)
        case _ where Self.isOfWord(byte):
            skipWord()
            add(.word, start)
        default:
            position += 1
            addMark(start)
        }
    }

    // MARK: - Strings

    /// The string that begins here; nil where none does.
    private mutating func literal(depth: Int) -> [StringLiteral.Piece]? {
        var hashes = 0
        while peek(hashes) == UInt8(ascii: "#") { hashes += 1 }
        guard peek(hashes) == UInt8(ascii: "\"") else { return nil }
        position += hashes + 1
        let isLong = peek(0) == UInt8(ascii: "\"") && peek(1) == UInt8(ascii: "\"")
        if isLong { position += 2 }
        var pieces: [StringLiteral.Piece] = []
        var start = position
        func close(_ pieces: inout [StringLiteral.Piece], upTo end: Int) {
            guard start < end else { return }
            pieces.append(.text(String(decoding: text[start..<end], as: UTF8.self), at: start))
        }
        while let byte = peek(0) {
            switch byte {
            case UInt8(ascii: "\"") where isClosing(hashes: hashes, isLong: isLong):
                close(&pieces, upTo: position)
                position += (isLong ? 3 : 1) + hashes
                return pieces
            case 0x0A, 0x0D:
                guard isLong else {
                    // No string goes over a line's end: this one was never closed.
                    close(&pieces, upTo: position)
                    return pieces
                }
                position += 1
            case UInt8(ascii: "\\") where hasHashes(hashes, at: 1):
                close(&pieces, upTo: position)
                let escape = position
                position += 1 + hashes
                pieces += escaped(from: escape, isLong: isLong, depth: depth)
                start = position
            default: position += 1
            }
        }
        close(&pieces, upTo: position)
        return pieces
    }

    /// What stands for an escape, behind whose backslash and signs the position is.
    private mutating func escaped(from escape: Int, isLong: Bool, depth: Int) -> [StringLiteral.Piece] {
        guard let byte = peek(0) else { return [] }
        position += 1
        switch byte {
        case UInt8(ascii: "("):
            return [.expression(words: expression(isLong: isLong, depth: depth + 1), at: escape)]
        case UInt8(ascii: "n"): return [.text("\n", at: escape)]
        case UInt8(ascii: "r"): return [.text("\r", at: escape)]
        case UInt8(ascii: "t"): return [.text("\t", at: escape)]
        case UInt8(ascii: "0"): return [.text("\0", at: escape)]
        case UInt8(ascii: "u") where peek(0) == UInt8(ascii: "{"):
            let start = position + 1
            while let byte = peek(0), byte != UInt8(ascii: "}"), position < start + 8 { position += 1 }
            let digits = String(decoding: text[start..<max(start, position)], as: UTF8.self)
            if peek(0) == UInt8(ascii: "}") { position += 1 }
            let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
            return scalar.map { [.text(String($0), at: escape)] } ?? []
        case 0x0A, 0x0D:
            // In a long string it joins two lines; elsewhere the string was never closed.
            if !isLong { position -= 1 }
            return []
        default:
            position -= 1
            let start = position
            position += 1
            while let byte = peek(0), byte & 0xC0 == 0x80 { position += 1 }
            return [.text(String(decoding: text[start..<position], as: UTF8.self), at: start)]
        }
    }

    /// The names in an interpolation, up to its closing parenthesis.
    private mutating func expression(isLong: Bool, depth: Int) -> [String] {
        var words: [String] = []
        var open = 1
        while let byte = peek(0) {
            switch byte {
            case UInt8(ascii: "("):
                open += 1
                position += 1
            case UInt8(ascii: ")"):
                open -= 1
                position += 1
                if open == 0 { return words }
            case 0x0A where !isLong, 0x0D where !isLong: return words
            case UInt8(ascii: "\"") where depth < Self.depthLimit, UInt8(ascii: "#") where depth < Self.depthLimit:
                for case .expression(let inner, _) in literal(depth: depth) ?? [] { words += inner }
                if peek(0) == byte, byte == UInt8(ascii: "#") { position += 1 }
            case _ where Self.isOfWord(byte):
                let start = position
                skipWord()
                words.append(String(decoding: text[start..<position], as: UTF8.self))
            default: position += 1
            }
        }
        return words
    }

    private func isClosing(hashes: Int, isLong: Bool) -> Bool {
        guard isLong else { return hasHashes(hashes, at: 1) }
        return peek(1) == UInt8(ascii: "\"") && peek(2) == UInt8(ascii: "\"") && hasHashes(hashes, at: 3)
    }

    private func hasHashes(_ count: Int, at offset: Int) -> Bool {
        for index in 0..<count where peek(offset + index) != UInt8(ascii: "#") { return false }
        return true
    }

    // MARK: - Comments, patterns, words

    private mutating func skipLine() {
        while let byte = peek(0), byte != 0x0A, byte != 0x0D { position += 1 }
    }

    private mutating func skipComment() {
        var depth = 0
        while let byte = peek(0) {
            if byte == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "*") {
                depth += 1
                position += 2
            } else if byte == UInt8(ascii: "*"), peek(1) == UInt8(ascii: "/") {
                depth -= 1
                position += 2
                if depth == 0 { return }
            } else {
                if byte == 0x0A { beginsLine = true }
                position += 1
            }
        }
    }

    /// Whether a slash begins a regular expression, and divides nothing.
    private var beginsPattern: Bool {
        guard let next = peek(1), next != 0x20, next != 0x09, next != UInt8(ascii: "="), patternEnd != nil else {
            return false
        }
        guard let last = source.tokens.last else { return true }
        return last.kind == .mark && ![")", "]", "}", "?", "!"].contains(last.text)
    }

    /// Behind the slash that closes a pattern on this line.
    private var patternEnd: Int? {
        var end = position + 1
        // Nobody writes longer ones, and a minified line must not be read again for each slash in it.
        let limit = min(text.count, end + 400)
        while end < limit, text[end] != 0x0A {
            if text[end] == UInt8(ascii: "\\") {
                end += 1
            } else if text[end] == UInt8(ascii: "/") {
                return end + 1
            }
            end += 1
        }
        return nil
    }

    private func peek(_ offset: Int) -> UInt8? {
        position + offset < text.count ? text[position + offset] : nil
    }

    private mutating func skipWord() {
        while let byte = peek(0), Self.isOfWord(byte) { position += 1 }
    }

    private mutating func add(_ kind: SourceToken.Kind, _ start: Int) {
        let isPattern = kind == .pattern
        source.tokens.append(
            SourceToken(
                kind: kind, text: isPattern ? "" : String(decoding: text[start..<position], as: UTF8.self),
                range: start..<position, beginsLine: beginsLine))
        beginsLine = false
    }

    private mutating func addMark(_ start: Int) {
        source.addMark(
            String(decoding: text[start..<position], as: UTF8.self), start..<position, beginsLine: beginsLine)
        beginsLine = false
    }

    private static func isOfWord(_ byte: UInt8) -> Bool {
        ASCIIText.isLetter(byte) || ASCIIText.isDigit(byte) || byte == UInt8(ascii: "_") || byte >= 0x80
    }
}
