import BridgePrimitives

// What a server's answers say twice, or in a way that no browser takes.
extension LintRun {
    mutating func judgeAnswers(_ code: Code) {
        let blocks = code.blocks
        judgeReplacedFields(code, blocks)
        judgeOrigins(code, blocks)
    }

    /// `setHeader` puts its field in the place of those before it: of two cookies the second goes out alone.
    private mutating func judgeReplacedFields(_ code: Code, _ blocks: [Int]) {
        var before: [String: Call] = [:]
        let calls = ["setHeader", "set", "header"].flatMap { code.calls(to: $0) }.sorted { $0.name < $1.name }
        for call in calls where call.arguments.count == 2 {
            guard let name = call.arguments[0].range.first.flatMap({ code.literal($0)?.known }),
                ASCIIText.isSame(name.utf8, "set-cookie".utf8), call.chain.count > 1
            else { continue }
            let key = call.chain.dropLast().joined(separator: ".") + " \(blocks[call.name])"
            defer { before[key] = call }
            // Whoever asks for the field adds to it.
            guard let first = before[key], !code.words(in: call.arguments[1].range).contains("getHeader"),
                !(first.end..<call.start).contains(where: { ["return", "else", "case"].contains(code.text($0)) })
            else { continue }
            report(
                .setCookieReplaced, code, token: call.name,
                "this Set-Cookie takes the place of the one in line \(code.lines.place(of: code.offset(first.name)).line)"
            )
        }
    }

    /// Fetch §4.10: credentials need an origin by its name.
    private mutating func judgeOrigins(_ code: Code, _ blocks: [Int]) {
        for (index, _) in code.fields("access-control-allow-origin", is: "*") {
            guard
                code.fields("access-control-allow-credentials", is: "true").contains(where: {
                    blocks[$0.0] == blocks[index]
                })
            else { continue }
            tellOrigin(code, at: code.offset(index))
        }
        for call in code.calls(to: "cors") where call.arguments.count == 1 {
            guard let options = code.objectMembers(call.arguments[0].range) else { continue }
            let isAny = options.contains { key, range in
                if key == "origin", case .text(let text) = code.value(of: range) { text.isAny } else { false }
            }
            let hasCredentials = options.contains { key, range in
                if key == "credentials", case .bool(true) = code.value(of: range) { true } else { false }
            }
            if isAny, hasCredentials { tellOrigin(code, at: code.offset(call.name)) }
        }
    }

    private mutating func tellOrigin(_ code: Code, at offset: Int) {
        report(
            .anyOriginWithCredentials, code, at: offset,
            "Access-Control-Allow-Origin is * where credentials are allowed, and a page's fetch with cookies fails")
    }
}

extension PartialText {
    fileprivate var isAny: Bool { if case .known("*")? = pieces.first, pieces.count == 1 { true } else { false } }
}

extension Code {
    /// For each token the place of the brace that is open around it; -1 where none is.
    fileprivate var blocks: [Int] {
        var open: [Int] = []
        return tokens.indices.map { index in
            switch text(index) {
            case "{":
                defer { open.append(index) }
                return open.last ?? -1
            case "}":
                _ = open.popLast()
                return open.last ?? -1
            default: return open.last ?? -1
            }
        }
    }

    /// Places of `"name", "value"` and `"name": "value"`, in any letter case of the name.
    fileprivate func fields(_ name: String, is value: String) -> [(Int, String)] {
        tokens.indices.compactMap { index in
            guard let literal = literal(index)?.known, ASCIIText.isSame(literal.utf8, name.utf8),
                [",", ":"].contains(text(index + 1)),
                self.literal(index + 2)?.known == value || text(index + 2) == value
            else { return nil }
            return (index, literal)
        }
    }
}
