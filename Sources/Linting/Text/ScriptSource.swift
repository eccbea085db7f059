import BridgePrimitives
import RouterGuard

/// Tells JavaScript and TypeScript apart, through the tokenizer that guards' modules are read with.
enum ScriptSource {
    /// - Complexity: O(n) in bytes.
    static func source(of text: [UInt8]) -> TokenizedSource {
        let (tokens, problem) = ScriptTokenizer.readableTokens(of: text)
        var reader = Reader(text: text, tokens: tokens)
        reader.run()
        if let problem {
            let offset = tokens.first { $0.line >= problem.line }?.range.lowerBound ?? text.count
            reader.source.problem = (offset, problem.message)
        }
        return reader.source
    }

    /// A page's or a component's text with everything but its scripts blanked out, so that places stay.
    static func blankingMarkup(_ text: [UInt8]) -> [UInt8] {
        var output = text.map { $0 == 0x0A || $0 == 0x0D ? $0 : 0x20 }
        var position = 0
        while let start = find("<script", in: text, from: position) {
            guard let open = text[start...].firstIndex(of: UInt8(ascii: ">")) else { break }
            let end = find("</script", in: text, from: open) ?? text.count
            // A comment may stand around a script, and a script of another type is data; both are read all the same.
            for index in (open + 1)..<max(open + 1, end) { output[index] = text[index] }
            position = max(end, open + 1)
        }
        return output
    }

    private static func find(_ word: String, in text: [UInt8], from start: Int) -> Int? {
        let word = Array(word.utf8)
        guard let first = word.first, text.count >= word.count, start <= text.count - word.count else { return nil }
        for place in start...(text.count - word.count)
        where text[place] == first && ASCIIText.isSame(text[place..<(place + word.count)], word) { return place }
        return nil
    }

    private struct Reader {
        let text: [UInt8]
        let tokens: [ScriptToken]
        var source = TokenizedSource()
        private var index = 0

        init(text: [UInt8], tokens: [ScriptToken]) { (self.text, self.tokens) = (text, tokens) }

        mutating func run() {
            while index < tokens.count {
                let token = tokens[index]
                switch token.kind {
                case .word, .number:
                    source.tokens.append(
                        SourceToken(
                            kind: token.kind == .word ? .word : .number, text: string(token.range), range: token.range,
                            beginsLine: token.beginsLine))
                case .regularExpression:
                    source.tokens.append(
                        SourceToken(
                            kind: .pattern, text: string(token.range), range: token.range,
                            beginsLine: token.beginsLine))
                case .mark: source.addMark(string(token.range), token.range, beginsLine: token.beginsLine)
                case .string:
                    let inner =
                        (token.range.lowerBound + 1)..<max(token.range.lowerBound + 1, token.range.upperBound - 1)
                    source.addLiteral(
                        JavaScriptEscapes.pieces(text, inner), token.range, beginsLine: token.beginsLine)
                case .template: template()
                }
                index += 1
            }
        }

        /// A template's parts and what is in between are one literal.
        private mutating func template() {
            let first = tokens[index]
            var pieces: [StringLiteral.Piece] = []
            var end = first.range.upperBound
            while index < tokens.count, tokens[index].kind == .template {
                let part = tokens[index].range
                end = part.upperBound
                let opens = part.count >= 2 && text[end - 2] == UInt8(ascii: "$") && text[end - 1] == UInt8(ascii: "{")
                let isFirst = part.lowerBound == first.range.lowerBound
                let from = part.lowerBound + (isFirst ? 1 : 0)
                pieces += JavaScriptEscapes.pieces(text, from..<max(from, end - (opens ? 2 : 1)))
                guard opens else { break }
                // Up to the brace that closes the substitution: what is in it is deeper.
                let depth = tokens[index].depth + 1
                let at = end
                var words: [String] = []
                index += 1
                while index < tokens.count, tokens[index].depth >= depth || tokens[index].kind != .mark {
                    if tokens[index].kind == .template, tokens[index].depth < depth { break }
                    if tokens[index].kind == .word { words.append(string(tokens[index].range)) }
                    end = tokens[index].range.upperBound
                    index += 1
                }
                pieces.append(.expression(words: words, at: at))
                // The brace itself, with the next part right behind it.
                if index < tokens.count, tokens[index].kind == .mark { index += 1 }
                guard index < tokens.count, tokens[index].kind == .template else {
                    index -= 1
                    break
                }
            }
            source.addLiteral(pieces, first.range.lowerBound..<end, beginsLine: first.beginsLine)
        }

        private func string(_ range: Range<Int>) -> String { String(decoding: text[range], as: UTF8.self) }
    }
}

/// Escapes of JavaScript's strings and templates (ECMA-262 §12.9.4).
enum JavaScriptEscapes {
    static func pieces(_ text: [UInt8], _ range: Range<Int>) -> [StringLiteral.Piece] {
        var pieces: [StringLiteral.Piece] = []
        var (position, start) = (range.lowerBound, range.lowerBound)
        func close() {
            guard start < position else { return }
            pieces.append(.text(String(decoding: text[start..<position], as: UTF8.self), at: start))
        }
        while position < range.upperBound {
            guard text[position] == UInt8(ascii: "\\") else {
                position += 1
                continue
            }
            close()
            let escape = position
            position += 1
            guard position < range.upperBound else {
                start = position
                break
            }
            let byte = text[position]
            position += 1
            switch byte {
            case UInt8(ascii: "n"): pieces.append(.text("\n", at: escape))
            case UInt8(ascii: "r"): pieces.append(.text("\r", at: escape))
            case UInt8(ascii: "t"): pieces.append(.text("\t", at: escape))
            case UInt8(ascii: "0"): pieces.append(.text("\0", at: escape))
            case UInt8(ascii: "x"), UInt8(ascii: "u"):
                let digits = byte == UInt8(ascii: "x") ? 2 : 4
                let end = min(position + digits, range.upperBound)
                let value = UInt32(String(decoding: text[position..<end], as: UTF8.self), radix: 16)
                if let scalar = value.flatMap(Unicode.Scalar.init) { pieces.append(.text(String(scalar), at: escape)) }
                position = end
            case 0x0A, 0x0D: break
            default: position -= 1
            }
            start = position
            // What stands for itself, such as a quote, belongs to the text that follows.
            if start < range.upperBound, start == escape + 1 { position += 1 }
        }
        position = max(start, range.upperBound)
        close()
        return pieces
    }
}
