// What a module exports.
import Reasons

extension ModuleReader {
    mutating func exportDeclaration() throws(Problem) {
        let first = index
        let line = tokens[first].line
        index += 1
        switch word(index) {
        case "default": defaultExport(first)
        case "*": try passAll(first, line)
        case "{": try exportList(first, line)
        case "const", "let", "var":
            let mayChange = word(index) != "const"
            replaceWord(first)
            index += 1
            try variables(line, mayChange: mayChange)
        case "function", "class", "async":
            replaceWord(first)
            let name = word(index) == "async" ? index + 2 : index + 1
            let named = word(name) == "*" ? name + 1 : name
            guard isName(named) else { throw unknownForm(line) }
            found.exports.append(.init(name: word(named), local: word(named)))
            index = named + 1
        case "type", "interface", "enum", "declare", "abstract", "namespace":
            throw Problem(reason: .notJavaScript, line: line, message: "`export \(word(index))` is TypeScript")
        default: throw unknownForm(line)
        }
    }

    private mutating func defaultExport(_ first: Int) {
        var rest = index + 1
        if word(rest) == "async", word(rest + 1) == "function", !tokens[rest + 1].beginsLine { rest += 1 }
        let isFunction = word(rest) == "function"
        guard isFunction || word(rest) == "class" else {
            // An expression.
            replace(first, through: index, with: ";var \(ModuleDeclarations.defaultName) =")
            found.exports.append(.init(name: "default", local: ModuleDeclarations.defaultName))
            index += 1
            return
        }
        replace(first, through: index, with: ";")
        let name = word(rest + 1) == "*" ? rest + 2 : rest + 1
        if isName(name), isFunction || word(name) != "extends" {
            found.exports.append(.init(name: "default", local: word(name)))
        } else {
            let end = tokens[name - 1].range.upperBound
            found.edits.append(.init(range: end..<end, text: " \(ModuleDeclarations.defaultName) "))
            found.exports.append(.init(name: "default", local: ModuleDeclarations.defaultName))
        }
        index = name
    }

    private mutating func passAll(_ first: Int, _ line: Int) throws(Problem) {
        index += 1
        var name = "*"
        if word(index) == "as" {
            guard isName(index + 1) else { throw unknownForm(line) }
            name = word(index + 1)
            index += 2
        }
        guard word(index) == "from" else { throw unknownForm(line) }
        index += 1
        found.passings.append(.init(specifier: try specifier(line), line: line, exported: "*", name: name))
        replace(first, with: ";")
    }

    private mutating func exportList(_ first: Int, _ line: Int) throws(Problem) {
        let names = try list(line)
        if word(index) == "from" {
            index += 1
            let specifier = try specifier(line)
            for (exported, name) in names {
                found.passings.append(.init(specifier: specifier, line: line, exported: exported, name: name))
            }
        } else {
            if word(index) == ";" { index += 1 }
            for (local, name) in names { found.exports.append(.init(name: name, local: local)) }
        }
        replace(first, with: ";")
    }

    /// The names of `const a = 1, b = 2`; the values are read on from the first one.
    private mutating func variables(_ line: Int, mayChange: Bool) throws(Problem) {
        let first = index
        defer { index = first + 1 }
        while true {
            guard isName(index) else {
                throw Problem(
                    reason: .unsupported, line: line, message: "an export that takes a value apart is not read",
                    fix: "export the names in a list: export { a, b }")
            }
            found.exports.append(.init(name: word(index), local: word(index), mayChange: mayChange))
            index += 1
            while tokens.indices.contains(index), tokens[index].depth > 0 || !endsDeclaration {
                if tokens[index].depth == 0, word(index) == "," { break }
                index += 1
            }
            guard tokens.indices.contains(index), word(index) == ",", tokens[index].depth == 0 else { return }
            index += 1
        }
    }

    /// Whether the declaration is over before this token: by a semicolon, or by a line's end where the next word can
    /// be no part of the value (ECMA-262 §12.10).
    private var endsDeclaration: Bool {
        if word(index) == ";" || (word(index) == "export" && word(index - 1) != ".") { return true }
        return beginsStatement(index)
    }
}
