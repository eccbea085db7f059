import Testing

@testable import RouterGuard

/// xorshift64: the same texts in each run.
private struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}

@Suite("Tokens of a script", .timeLimit(.minutes(5)))
struct ScriptTokenizerTests {
    private func texts(_ source: String) throws -> [String] {
        let bytes = Array(source.utf8)
        return try ScriptTokenizer.tokens(of: bytes).map { String(decoding: bytes[$0.range], as: UTF8.self) }
    }

    @Test(arguments: [
        ("", []),
        ("a.b(1)", ["a", ".", "b", "(", "1", ")"]),
        ("a // import b\nc", ["a", "c"]),  // a comment hides what looks like code
        ("a /* import\n b */ c", ["a", "c"]),
        ("#!/usr/bin/env node\na", ["a"]),
        ("'it\\'s' + \"a\\\"b\"", ["'it\\'s'", "+", "\"a\\\"b\""]),
        ("'a\\\nb'", ["'a\\\nb'"]),  // a string goes on behind an escaped line end
        ("`a${b + `c${d}e`}f`", ["`a${", "b", "+", "`c${", "d", "}", "e`", "}", "f`"]),
        ("`${ {a: '}'} }`", ["`${", "{", "a", ":", "'}'", "}", "}", "`"]),
        ("a / b / c", ["a", "/", "b", "/", "c"]),  // divisions
        ("x = /[/]'/g.test(y)", ["x", "=", "/[/]'/g", ".", "test", "(", "y", ")"]),  // a class hides a slash
        ("return /'/", ["return", "/'/"]),
        ("(a) / 2", ["(", "a", ")", "/", "2"]),
        ("if (a) /'/.test(b)", ["if", "(", "a", ")", "/'/", ".", "test", "(", "b", ")"]),
        ("if (a) {}\n/'/.test(b)", ["if", "(", "a", ")", "{", "}", "/'/", ".", "test", "(", "b", ")"]),
        ("x = {} / 2", ["x", "=", "{", "}", "/", "2"]),
        ("i++ / 2", ["i", "++", "/", "2"]),
        ("a => b, ...c", ["a", "=>", "b", ",", "...", "c"]),
        ("o.return / 2 / 1", ["o", ".", "return", "/", "2", "/", "1"]),  // a member is no keyword
        ("1_000n + 0x1F", ["1_000n", "+", "0x1F"]),
        ("größe = 'ä'", ["größe", "=", "'ä'"]),
    ])
    func tellsApart(source: String, expected: [String]) throws { #expect(try texts(source) == expected) }

    @Test(arguments: [
        ("\n\n'a", 3, "a string is open"), ("'a\nb'", 1, "a string is open"), ("a\n/* b\n\n", 2, "a comment is open"),
        ("`a\n${b", 2, "a bracket is open at the end of the text"), ("`a\n", 1, "a template is open"),
        ("x = /a\n", 1, "a regular expression is open"), ("a)", 1, "this bracket closes nothing"),
        ("(a]", 1, "this bracket closes another one than is open"),
        ("{", 1, "a bracket is open at the end of the text"),
        ("'\\", 1, "a string is open"), ("`\\", 1, "a template is open"), ("/", 1, "a regular expression is open"),
        ("/\\", 1, "a regular expression is open"),
    ])
    func whatIsOpenIsNamed(source: String, line: Int, message: String) throws {
        #expect(throws: ScriptTokenProblem(line: line, message: message)) { try texts(source) }
    }

    @Test func linesAreCountedAsJavaScriptDoes() throws {
        let tokens = try ScriptTokenizer.tokens(of: Array("a\rb\r\nc\u{2028}d\u{2029}e\n'x\\\ny' f".utf8))
        #expect(tokens.map(\.line) == [1, 2, 3, 4, 5, 6, 7])
        #expect(tokens.map(\.beginsLine) == [true, true, true, true, true, true, false])
    }

    @Test func nestingHasALimit() {
        let deep = Array(String(repeating: "[", count: 100_000).utf8)
        #expect(throws: ScriptTokenProblem(line: 1, message: "brackets are nested too deeply")) {
            try ScriptTokenizer.tokens(of: deep)
        }
    }

    /// Whatever the bytes, reading ends; tokens stand one behind the other.
    @Test func anyBytesAreReadToAnEnd() {
        var generator = SeededGenerator(state: 0x9E37_79B9_7F4A_7C15)
        let pieces = [
            "import ", "export ", "{", "}", "`", "${", "/", "*/", "/*", "'", "\"", "\\", "\n", "a", "(", ")", "é",
        ]
        for _ in 0..<2_000 {
            let count = Int.random(in: 0..<30, using: &generator)
            let text = (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
            let tokens = (try? ScriptTokenizer.tokens(of: Array(text.utf8))) ?? []
            #expect(
                zip(tokens, tokens.dropFirst()).allSatisfy { $0.range.upperBound <= $1.range.lowerBound }, "\(text)")
            _ = try? ModuleReader.read(Array(text.utf8))
        }
    }
}
