/// A call as it stands in the source.
struct Call {
    struct Argument {
        let label: String?
        let range: Range<Int>
    }

    /// The called name's token.
    let name: Int
    /// The names before it and itself, `HTTPCookieStorage`, `shared`, `setCookie`; calls in between by their names.
    let chain: [String]
    /// Where the chain begins.
    let start: Int
    let arguments: [Argument]
    /// The closing parenthesis.
    let end: Int
    /// Whether a closure follows the parentheses.
    let hasTrailingClosure: Bool

    func argument(_ label: String) -> Argument? { arguments.first { $0.label == label } }
    func isOn(_ name: String) -> Bool { chain.dropLast().contains(name) }
}

extension Code {
    /// - Complexity: O(n) in tokens, times the length of chains, which is bounded.
    func findCalls() -> [Call] {
        var found: [Call] = []
        for index in tokens.indices where tokens[index].kind == .word {
            // `call(…)`, `call?.(…)`, and Swift's `call { … }`.
            var open = index + 1
            if file.language != .swift, text(open) == "?.", text(open + 1) == "(" { open += 1 }
            // A newline before the parenthesis begins a statement in Swift.
            guard text(open) == "(", tokens[open].kind == .mark, !(file.language == .swift && tokens[open].beginsLine),
                !Self.keywords.contains(text(index)), !["func", "function", "def"].contains(text(index - 1))
            else { continue }
            let end = close(of: open)
            let (chain, start) = chain(endingAt: index)
            let arguments = end > open + 1 && end < tokens.count ? parts((open + 1)..<end).map(argument) : []
            found.append(
                Call(
                    name: index, chain: chain, start: start, arguments: arguments, end: min(end, tokens.count - 1),
                    hasTrailingClosure: file.language == .swift && text(end + 1) == "{"))
        }
        return found
    }

    private static let keywords: Set<String> = [
        "if", "for", "while", "switch", "return", "guard", "catch", "in", "await", "try", "typeof", "case", "var",
        "let", "const",
    ]

    private func argument(_ range: Range<Int>) -> Call.Argument {
        guard range.count >= 2, tokens[range.lowerBound].kind == .word,
            text(range.lowerBound + 1) == (file.language == .python ? "=" : ":"),
            file.language == .swift || file.language == .python
        else { return Call.Argument(label: nil, range: range) }
        return Call.Argument(label: text(range.lowerBound), range: (range.lowerBound + 2)..<range.upperBound)
    }

    /// The names of `a.b().c`, read backwards from the last.
    func chain(endingAt index: Int) -> (names: [String], start: Int) {
        var names = [text(index)], start = index, at = index
        while names.count < 40 {
            guard text(at - 1) == "." || text(at - 1) == "?." else { break }
            var before = at - 2
            while ["?", "!"].contains(text(before)) { before -= 1 }
            if text(before) == ")" || text(before) == "]", let open = partner(of: before) {
                before = open - 1
                while ["?", "!"].contains(text(before)) { before -= 1 }
            }
            guard tokens.indices.contains(before), tokens[before].kind == .word else {
                start = max(0, at - 1)
                break
            }
            names.insert(text(before), at: 0)
            (start, at) = (before, before)
        }
        return (names, start)
    }
}
