import Reasons

/// Finds the import and export declarations of a module (ECMA-262 §16.2), and what has to be written in their place
/// for the rest to run as a function's body.
///
/// Replacements have the length of what they replace wherever that can be, so that places in messages are those of the
/// file.
struct ModuleReader {
    struct Problem: Error, Hashable, Sendable {
        let reason: GuardModuleReason
        let line: Int
        let message: String
        /// Empty for the reason's own.
        var fix = ""
    }

    private let text: [UInt8]
    let tokens: [ScriptToken]
    var index = 0
    var found = ModuleDeclarations()

    private init(_ text: [UInt8], _ tokens: [ScriptToken]) { (self.text, self.tokens) = (text, tokens) }

    static func read(_ text: [UInt8]) throws(Problem) -> ModuleDeclarations {
        let tokens: [ScriptToken]
        do throws(ScriptTokenProblem) { tokens = try ScriptTokenizer.tokens(of: text) } catch {
            throw Problem(reason: .notJavaScript, line: error.line, message: error.message)
        }
        var reader = ModuleReader(text, tokens)
        try reader.run()
        return reader.found
    }

    private mutating func run() throws(Problem) {
        while index < tokens.count {
            let start = index
            let isMember = start > 0 && word(start - 1) == "."
            if tokens[start].kind == .word, !isMember {
                switch word(start) {
                case "import" where word(start + 1) == "(" || word(start + 1) == ".": expressionImport()
                case "import" where tokens[start].depth == 0: try importDeclaration()
                case "export" where tokens[start].depth == 0: try exportDeclaration()
                case "await" where tokens[start].depth == 0 && !isInArrowFunction(start):
                    throw Problem(
                        reason: .awaitOutsideFunction, line: tokens[start].line,
                        message: "await stands at the module's top level")
                default: break
                }
            }
            index = max(index, start + 1)
        }
    }

    /// `import.meta` and `import(…)` become names that stand for the same.
    private mutating func expressionImport() {
        if word(index + 1) == ".", word(index + 2) == "meta" {
            let range = tokens[index].range.lowerBound..<tokens[index + 2].range.upperBound
            found.edits.append(.init(range: range, text: "$importMeta"))
            index += 3
        } else if word(index + 1) == "(", !isMethod {
            found.edits.append(.init(range: tokens[index].range, text: "impor$"))
            index += 1
        }
    }

    /// Whether the word is the name of an object's or a class's method: behind its parentheses comes a brace.
    private var isMethod: Bool {
        let depth = tokens[index].depth
        guard depth > 0,
            let end = tokens[(index + 2)...].firstIndex(where: { $0.depth <= depth && text[$0.range] == [41] })
        else { return false }
        return word(end + 1) == "{"
    }

    /// Whether a token outside of all brackets belongs to the body of an arrow function, which needs none.
    private func isInArrowFunction(_ token: Int) -> Bool {
        var index = token
        while index > 0, !(tokens[index].depth == 0 && beginsStatement(index)) {
            index -= 1
            guard tokens[index].depth == 0 else { continue }
            if word(index) == "=>" { return true }
            if [";", ","].contains(word(index)) { return false }
        }
        return false
    }

    /// Whether a line's end before this token ends what stands before it (ECMA-262 §12.10).
    func beginsStatement(_ index: Int) -> Bool {
        guard index > 0, tokens[index].beginsLine, tokens[index].kind == .word,
            !["in", "instanceof"].contains(word(index))
        else { return false }
        return tokens[index - 1].kind != .mark || [")", "]", "}", "++", "--"].contains(word(index - 1))
    }

    // MARK: - Imports

    private mutating func importDeclaration() throws(Problem) {
        let first = index
        let line = tokens[first].line
        index += 1
        var names: [(exported: String, local: String)] = []
        if tokens.indices.contains(index), tokens[index].kind != .string {
            if word(index) == "type", !["from", ","].contains(word(index + 1)) {
                throw Problem(reason: .notJavaScript, line: line, message: "`import type` is TypeScript")
            }
            if isName(index) {
                names.append(("default", word(index)))
                index += 1
                if word(index) == "," { index += 1 }
            }
            if word(index) == "*" {
                guard word(index + 1) == "as", isName(index + 2) else { throw unknownForm(line) }
                names.append(("*", word(index + 2)))
                index += 3
            } else if word(index) == "{" {
                names += try list(line)
            }
            guard word(index) == "from" else { throw unknownForm(line) }
            index += 1
        }
        let specifier = try self.specifier(line)
        found.imports.append(.init(specifier: specifier, line: line, names: names))
        replace(first, with: ";")
    }

    /// `{ a, b as c }`: pairs of what is there and what it is called.
    mutating func list(_ line: Int) throws(Problem) -> [(String, String)] {
        var pairs: [(String, String)] = []
        index += 1
        while tokens.indices.contains(index), word(index) != "}" {
            guard tokens[index].kind == .word else { throw unknownForm(line) }
            let name = word(index)
            index += 1
            if word(index) == "as" {
                guard tokens.indices.contains(index + 1), tokens[index + 1].kind == .word else {
                    throw unknownForm(line)
                }
                pairs.append((name, word(index + 1)))
                index += 2
            } else {
                pairs.append((name, name))
            }
            if word(index) == "," { index += 1 } else if word(index) != "}" { throw unknownForm(line) }
        }
        index += 1
        return pairs
    }

    mutating func specifier(_ line: Int) throws(Problem) -> String {
        guard tokens.indices.contains(index), tokens[index].kind == .string else { throw unknownForm(line) }
        let quoted = text[tokens[index].range]
        let name = String(decoding: quoted.dropFirst().dropLast(), as: UTF8.self)
        guard !quoted.contains(UInt8(ascii: "\\")) else { throw unknownForm(line) }
        index += 1
        if ["with", "assert"].contains(word(index)), word(index + 1) == "{" {
            throw Problem(
                reason: .unsupported, line: line, message: "an import with attributes, of \(name), is not read")
        }
        if word(index) == ";" { index += 1 }
        return name
    }

    func unknownForm(_ line: Int) -> Problem {
        Problem(reason: .notJavaScript, line: line, message: "this is no import or export that JavaScript has")
    }

    // MARK: - Pieces

    /// The text of a token; empty behind the last one.
    func word(_ index: Int) -> String {
        tokens.indices.contains(index) ? String(decoding: text[tokens[index].range], as: UTF8.self) : ""
    }

    func isName(_ index: Int) -> Bool {
        tokens.indices.contains(index) && tokens[index].kind == .word
            && !["from", "function", "class"].contains(word(index))
            || word(index) == "from" && word(index + 1) == "from"
    }

    /// `export` before a declaration that stays.
    mutating func replaceWord(_ first: Int) { replace(first, through: first, with: ";") }

    /// A declaration's text from its first token to the one before the current one.
    mutating func replace(_ first: Int, with replacement: String) {
        replace(first, through: index - 1, with: replacement)
    }

    /// What is too short is filled up with blanks; lines' ends stay.
    mutating func replace(_ first: Int, through last: Int, with replacement: String) {
        let range = tokens[first].range.lowerBound..<tokens[last].range.upperBound
        var rest = text[range].map { $0 == 0x0A || $0 == 0x0D ? $0 : 0x20 }
        // A separator of lines that JavaScript knows besides is as good as a line feed.
        for index in range where text[index...].starts(with: [0xE2, 0x80]) && index + 2 < range.upperBound {
            if text[index + 2] == 0xA8 || text[index + 2] == 0xA9 { rest[index - range.lowerBound] = 0x0A }
        }
        let room = rest.prefix { $0 == 0x20 }.count
        rest.replaceSubrange(0..<min(room, replacement.utf8.count), with: replacement.utf8)
        found.edits.append(.init(range: range, text: String(decoding: rest, as: UTF8.self)))
    }
}
