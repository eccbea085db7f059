/// A source file's tokens with what rules ask of them: brackets, calls, functions, constants.
struct Code {
    let file: SourceFile
    let source: TokenizedSource
    let lines: LineIndex
    /// For a bracket the token that closes or opens it; nil for one that nothing closes, and for other tokens.
    private let partners: [Int?]
    /// The innermost brace that each token is in.
    private let braces: [Int?]
    private(set) var calls: [Call] = []
    /// Places in ``calls``, by the called name.
    private var callsByName: [String: [Int]] = [:]
    let words: Set<String>
    /// The names' tokens of `let NAME =`, `var NAME: Type =`, `const NAME =`.
    private(set) var bindings: [String: [Int]] = [:]
    /// Names that stand for a web view's cookie store.
    private(set) var storeNames: Set<String> = []
    private(set) var constants: [String: Value] = [:]

    var tokens: [SourceToken] { source.tokens }

    /// - Complexity: O(n) in bytes.
    init(_ file: SourceFile) {
        self.file = file
        lines = LineIndex(file.text)
        source =
            switch file.language {
            case .swift: SwiftTokenizer.source(of: file.text)
            case .script: ScriptSource.source(of: file.text)
            case .markup: ScriptSource.source(of: ScriptSource.blankingMarkup(file.text))
            case .python: PythonTokenizer.source(of: file.text)
            case .fields, .json: TokenizedSource()
            }
        (partners, braces) = Self.brackets(of: source.tokens)
        words = Set(source.tokens.lazy.filter { $0.kind == .word }.map(\.text))
        calls = findCalls()
        for (place, call) in calls.enumerated() { callsByName[text(call.name), default: []].append(place) }
        for index in tokens.indices.dropLast() where ["let", "var", "const"].contains(text(index)) {
            if tokens[index + 1].kind == .word { bindings[text(index + 1), default: []].append(index + 1) }
        }
        if has(word: "httpCookieStore") {
            for index in tokens.indices where text(index) == "httpCookieStore" {
                if let name = boundName(before: chain(endingAt: index).start) { storeNames.insert(name) }
            }
        }
        constants = findConstants()
    }

    private static func brackets(of tokens: [SourceToken]) -> (partners: [Int?], braces: [Int?]) {
        var partners = [Int?](repeating: nil, count: tokens.count)
        var braces = [Int?](repeating: nil, count: tokens.count)
        var open: [Int] = [], openBraces: [Int] = []
        for (index, token) in tokens.enumerated() {
            braces[index] = openBraces.last
            guard token.kind == .mark else { continue }
            switch token.text {
            case "(", "[": open.append(index)
            case "{":
                open.append(index)
                openBraces.append(index)
            case ")", "]", "}":
                let wanted = token.text == ")" ? "(" : token.text == "]" ? "[" : "{"
                // One that was never closed must not take everything behind it along.
                if let last = open.last, !tokens[last].is(wanted), open.count > 1,
                    tokens[open[open.count - 2]].is(wanted)
                {
                    if open.removeLast() == openBraces.last { openBraces.removeLast() }
                }
                guard let last = open.last, tokens[last].is(wanted) else { continue }
                open.removeLast()
                if last == openBraces.last { openBraces.removeLast() }
                (partners[last], partners[index]) = (index, last)
                braces[index] = openBraces.last
            default: break
            }
        }
        return (partners, braces)
    }

    // MARK: - Pieces

    func text(_ index: Int) -> String { tokens.indices.contains(index) ? tokens[index].text : "" }
    func offset(_ index: Int) -> Int {
        tokens.indices.contains(index) ? tokens[index].range.lowerBound : file.text.count
    }
    func place(_ index: Int) -> SourcePlace { lines.place(of: offset(index)) }

    func literal(_ index: Int) -> StringLiteral? {
        guard tokens.indices.contains(index), case .string(let literal) = tokens[index].kind else { return nil }
        return source.literals[literal]
    }

    /// The token behind a bracket's content; the end of the text where nothing closes it.
    func close(of index: Int) -> Int { partner(of: index) ?? tokens.count }

    func partner(of index: Int) -> Int? { partners.indices.contains(index) ? partners[index] : nil }

    func has(word: String) -> Bool { words.contains(word) }

    /// In the order of the text.
    ///
    /// - Complexity: O(n) in the matches, of which the first ``matchLimit`` are given.
    func calls(to names: String..., in range: Range<Int>? = nil) -> [Call] {
        let places = names.flatMap { (callsByName[$0] ?? []).prefix(Self.matchLimit) }
        return places.sorted().map { calls[$0] }.filter { range?.contains($0.name) ?? true }
    }

    /// Nobody's file has more of one thing; a rule that compares each with each stays quick on any text.
    static let matchLimit = 300

    /// What is made of tokens, up to ``matchLimit`` times.
    func callLimited<Found>(_ make: (Int) -> Found?) -> [Found] {
        var found: [Found] = []
        for index in tokens.indices {
            if let one = make(index) { found.append(one) }
            if found.count >= Self.matchLimit { break }
        }
        return found
    }

    /// The pieces of a range that commas part, brackets left whole.
    func parts(_ range: Range<Int>, at separator: String = ",") -> [Range<Int>] {
        var parts: [Range<Int>] = []
        var (index, start) = (range.lowerBound, range.lowerBound)
        while index < range.upperBound {
            let token = tokens[index]
            if token.kind == .mark, ["(", "[", "{"].contains(token.text) {
                index = min(close(of: index), range.upperBound - 1)
            } else if token.kind == .mark, token.is(separator) {
                parts.append(start..<index)
                start = index + 1
            }
            index += 1
        }
        if start < range.upperBound { parts.append(start..<range.upperBound) }
        return parts
    }

    /// Where the expression ends that begins at a token: at a mark that ends it, or at a line that goes on with another.
    func expressionEnd(from start: Int) -> Int {
        var index = start
        // Nobody's expression is longer; each of many on one endless line would be read to its end.
        let limit = min(tokens.count, start + 4000)
        while index < limit {
            let token = tokens[index]
            if token.kind == .mark {
                if [";", ",", ")", "]", "}"].contains(token.text) { return index }
                if index > start, token.beginsLine, !Self.goesOn.contains(token.text) { return index }
                if ["(", "[", "{"].contains(token.text) { index = close(of: index) }
            } else if index > start, token.beginsLine, !Self.goesOn.contains(text(index - 1)) {
                return index
            }
            index += 1
        }
        return min(index, tokens.count)
    }

    /// Marks that a line may begin or end with in the middle of an expression.
    private static let goesOn: Set<String> = [
        ".", "?", "?.", ":", "+", "-", "*", "&&", "||", "??", "=", "(", "{", "[", "=>", ",",
    ]

    // MARK: - Functions

    /// The braces around a token, innermost first.
    func enclosingBraces(_ index: Int) -> [Int] {
        var found: [Int] = []
        var brace = braces.indices.contains(index) ? braces[index] : nil
        while let open = brace, found.count < 200 {
            found.append(open)
            brace = braces[open]
        }
        return found
    }

    /// The body of the named function that a token is in; the whole text for one outside of functions.
    func function(around index: Int) -> Range<Int> {
        for brace in enclosingBraces(index) where isFunctionBody(brace) { return brace..<close(of: brace) }
        return 0..<tokens.count
    }

    private func isFunctionBody(_ brace: Int) -> Bool {
        var index = brace - 1
        let limit = max(0, brace - 80)
        while index >= limit {
            let token = tokens[index]
            if token.kind == .word, ["func", "init", "deinit", "function"].contains(token.text) { return true }
            if token.kind == .mark, ["{", "}", ";"].contains(token.text) { return false }
            index -= 1
        }
        return false
    }
}
