import BridgePrimitives
import Cookies
import Testing

@testable import Linting

@Suite("Sources that nobody meant to be read", .timeLimit(.minutes(5)))
struct HostileSourceTests {
    /// Sources that hold what rules look for, so that what is cut out of them is nearly that.
    private static let seeds = RuleTests.rows.flatMap { $0.wrong + $0.right }

    @Test("Cut off and changed, every source comes to an end", arguments: [1, 2, 3, 4] as [UInt64])
    func mutated(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let marks = Array("\"'`\\(){}[]#/*:,;=.$<>!?\n\u{0}\u{1A}é".utf8)
        for _ in 0..<400 {
            guard let source = Self.seeds.randomElement(using: &generator) else { continue }
            var text = Array(source.text.utf8)
            for _ in 0..<Int.random(in: 1...6, using: &generator) where !text.isEmpty {
                let at = Int.random(in: 0..<text.count, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: text.removeSubrange(at...)
                case 1: text[at] = marks.randomElement(using: &generator) ?? 0
                case 2: text.insert(marks.randomElement(using: &generator) ?? 0, at: at)
                default: text.insert(contentsOf: text[at...].prefix(20), at: Int.random(in: 0...at, using: &generator))
                }
            }
            for language in SourceFile.Language.allCases {
                let linter = Linter(profiles: [.ios18, .chromium], suffixes: DefaultRuleSuffixes(), now: lintNow)
                let report = linter.report(on: [SourceFile(path: source.path, text: text, language: language)])
                let lines = text.count { $0 == 0x0A } + 1
                for finding in report.findings { #expect(finding.place.line <= lines) }
            }
        }
    }

    @Test(
        "What is opened thousands of times",
        arguments: [
            "\"\\(", "(", "{", "[", "/*", "`${", "\"\"\"", "/a", "'", "#\"", "let a = ", "document.cookie = 'a=1';",
            "f(",
            "a.b().", "if(a){", "<script>", "(to, from, next) => {", "next(", "return ", "x ? ", "store.setCookie(c); ",
            "HTTPCookie(properties: p);", "webView.load(r);", "// session-bridge:disable-line\n",
            "\"/?token=\" + token + ", "WKUserScript(source: s);\n", "Set-Cookie: a=1\n",
        ])
    func repeated(piece: String) {
        let text = Array(String(repeating: piece, count: 5000 / max(1, piece.utf8.count / 4)).utf8)
        let clock = ContinuousClock()
        for language in SourceFile.Language.allCases {
            let linter = Linter(profiles: [.ios18], suffixes: DefaultRuleSuffixes(), now: lintNow)
            let took = clock.measure {
                _ = linter.report(on: [SourceFile(path: "a", text: text, language: language)])
            }
            // Far more than an unoptimised build on a busy machine takes, and far less than anything quadratic.
            #expect(took < .seconds(10), "\(language)")
        }
    }
}
