import Testing

@testable import Wording

@Suite("The line that names the error", .timeLimit(.minutes(5)))
struct ErrorLineTests {
    struct Row: Sendable {
        let why: String
        let text: String
        /// Nil if no line names an error.
        let line: String?
        var language: ServerLanguage?
        /// `file:line`.
        var place: String?
        var isPortTaken = false
        var isGuess = false
    }

    @Test(arguments: rows) func names(_ row: Row) {
        let named = ErrorLine.naming(
            in: row.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
        #expect(named?.line == row.line, "\(row.why)")
        #expect(named?.language == row.language, "\(row.why)")
        let place = named?.file.map { "\($0):\(named?.lineNumber ?? 0)" }
        #expect(place == row.place, "\(row.why)")
        #expect(named?.isPortTaken ?? false == row.isPortTaken, "\(row.why)")
        #expect(named?.isGuess ?? false == row.isGuess, "\(row.why)")
    }

    @Test func containersPutTheirNameBefore() {
        let lines = [
            "api-1  | Traceback (most recent call last):", "api-1  |   File \"/app/a.py\", line 2, in f",
            "api-1  | KeyError: 'x'",
        ]
        let named = ErrorLine.naming(in: lines)
        #expect(named?.line == "KeyError: 'x'" && named?.file == "/app/a.py")
    }

    // MARK: - Hostile input

    @Test(arguments: [
        "a:1:in ", "1", "\u{0}", "Error", "Error: ", "(", "{", "\"GET ", ":", "eyJ", "at ", "~", " ", "[", "\u{1B}[",
        ".",
    ])
    func longLinesEnd(piece: String) {
        let line = String(repeating: piece, count: (1 << 14) / piece.utf8.count)
        // Work that grew with the square of a line's length would take longer than the suite may.
        #expect(ErrorLine.naming(in: Array(repeating: line, count: 50) + ["KeyError: 'x'"]) != nil)
    }

    @Test(arguments: [
        "hello", "    at f (/app/a.js:1:2)", "Traceback (most recent call last):", "Error: x", "{\"a\":1}",
    ])
    func manyLinesEnd(line: String) {
        let named = ErrorLine.naming(in: Array(repeating: line, count: 50_000) + ["KeyError: 'x'"])
        #expect(named?.line == "KeyError: 'x'")
    }
}
