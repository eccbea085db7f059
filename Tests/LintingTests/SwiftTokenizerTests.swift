import BridgePrimitives
import Testing

@testable import Linting

@Suite("Swift source in tokens", .timeLimit(.minutes(5)))
struct SwiftTokenizerTests {
    private func words(_ text: String) -> [String] {
        SwiftTokenizer.source(of: Array(text.utf8)).tokens.filter { $0.kind == .word }.map(\.text)
    }

    private func literals(_ text: String) -> [String] {
        SwiftTokenizer.source(of: Array(text.utf8)).literals.map { $0.joined(marker: "◊").text }
    }

    @Test(
        arguments: [
            ("a // b\nc", ["a", "c"]),
            ("a /* b /* c */ d */ e", ["a", "e"]),  // comments nest
            ("a /* b", ["a"]),  // and may have no end
            ("\"a\" b", ["b"]),
            ("let x = /a\"b/; y", ["let", "x", "y"]),  // a pattern's quote begins no string
            ("x / y / z", ["x", "y", "z"]),
            ("`class` é", ["class", "é"]),
            ("\"open\nb", ["b"]),  // a line's end ends a string
            ("#if DEBUG\na\n#endif", ["if", "DEBUG", "a", "endif"]),
        ])
    func wordsAreCode(text: String, expected: [String]) { #expect(words(text) == expected) }

    @Test(
        arguments: [
            (#""a\nb""#, ["a\nb"]),
            (##"#"a\nb"#"##, [#"a\nb"#]),
            (##"#"a\#(b)c"#"##, ["a◊c"]),
            (#""a\(f("b"))c""#, ["a◊c"]),  // a string within an interpolation
            (#""a\("\("x")")c" "d""#, ["a◊c", "d"]),
            ("\"\"\"\n  a \"b\" c\n  \"\"\"", ["\n  a \"b\" c\n  "]),
            (#""\u{1F600}x""#, ["😀x"]),
            (#""\u{FFFFFFFFF}x""#, ["F}x"]),  // no scalar
            (#""a\("#, ["a◊"]),  // ends in the middle
            ("\"", [""]),
            ("\"\"\"", [""]),
            ("##\"a\"#b\"##", ["a\"#b"]),
        ])
    func stringsAreRead(text: String, expected: [String]) { #expect(literals(text) == expected) }

    @Test func interpolationsHaveTheirNames() throws {
        let source = SwiftTokenizer.source(of: Array(#""a\(user.token ?? "\(other)")""#.utf8))
        let literal = try #require(source.literals.first)
        #expect(literal.pieces.last == .expression(words: ["user", "token", "other"], at: 2))
    }
}

@Suite("JavaScript source in tokens", .timeLimit(.minutes(5)))
struct ScriptSourceTests {
    private func literals(_ text: String) -> [String] {
        ScriptSource.source(of: Array(text.utf8)).literals.map { $0.joined(marker: "◊").text }
    }

    @Test(
        arguments: [
            ("'a' + \"b\"", ["a", "b"]),
            ("`a${b}c${d.e(`f${g}`)}h`", ["a◊c◊h"]),
            ("`a${b}`; 'c'", ["a◊", "c"]),
            ("`${ { a: 1 }.a }x`", ["◊x"]),
            (#"'it\'s\x41B\n'"#, ["it'sAB\n"]),
            ("`open ${a", ["open ◊"]),
            ("/'/.test(x) || 'a'", ["a"]),
            ("'a\n'b'", ["b"]),  // goes on behind a string without an end
        ])
    func stringsAreRead(text: String, expected: [String]) {
        #expect(literals(text).filter { !$0.isEmpty } == expected)
    }
}
