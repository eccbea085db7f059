import Testing

@testable import Linting

@Suite("Python, told apart", .timeLimit(.minutes(5)))
struct PythonTokenizerTests {
    private static func tokens(_ text: String) -> [String] {
        let source = PythonTokenizer.source(of: Array(text.utf8))
        return source.tokens.map { token in
            guard case .string(let index) = token.kind else { return token.text }
            return "<" + source.literals[index].joined(marker: "…").text + ">"
        }
    }

    @Test(arguments: [
        ("f(a, b=True)  # c", ["f", "(", "a", ",", "b", "=", "true", ")"]),
        ("x = None", ["x", "=", "nil"]),
        (#"'a' "b" '''c "d" 'e'''' '"#, ["<a>", "<b>", #"<c "d" 'e>"#, "< >"]),
        (#"r'\d' b"x" Rb'\n' u''"#, [#"<\d>"#, "<x>", #"<\n>"#, "<>"]),
        (#"f"a{user.id}b{{c}}{x!r:>10}""#, ["<a…b{c}…>"]),
        (#"'it\'s' "a\nb""#, ["<it's>", "<a\nb>"]),
        ("'open\nx", ["<open>", "x"]),
        ("'''open\nx", ["<open\nx>"]),
        ("f'{open", ["<…>"]), ("f'{a{b}c}'", ["<…>"]), ("'\\", ["<>"]),
        ("a \\\n+ 1_000.5", ["a", "+", "1_000.5"]),
        ("rub'x'", ["rub", "<x>"]), ("", []), ("#", []), ("ü=1", ["ü", "=", "1"]),
    ])
    func pieces(text: String, expected: [String]) {
        #expect(Self.tokens(text) == expected)
    }

    /// Servers read cookies in two ways.
    @Test func whatAServerReads() {
        let code = Code(
            SourceFile(
                path: "a.py",
                text: Array(
                    "request.cookies.get('a'); request.COOKIES[\"b\"]; cookies['c']; request.cookies.get(name)".utf8),
                language: .python))
        #expect(code.cookiesReadByPython().map(\.name) == ["a", "b"])
    }
}
