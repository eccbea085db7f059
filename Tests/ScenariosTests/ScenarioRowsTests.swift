import BridgePrimitives
import BridgeTrace
import Testing

@testable import Scenarios

@Suite("Scenarios with rows", .timeLimit(.minutes(5)))
struct ScenarioRowsTests {
    private static func text(_ rows: String, name: String = "n") -> String {
        "name: '\(name)'\nrows: \(rows)\nsteps:\n  - open: { path: '${row.path}' }\nexpect: { verdict: '${row.verdict}' }"
    }

    @Test func eachRowIsAScenario() throws {
        let rows = "\n  - { path: /a, verdict: signed-in }\n  - { verdict: signed-out, path: /b }"
        let scenarios = try readScenarios(Self.text(rows))
        #expect(scenarios.map(\.name) == ["n [1]", "n [2]"])
        #expect(scenarios.map(\.source.line) == [3, 4])
        #expect(scenarios.map(\.steps.first?.step) == ["/a", "/b"].map { .view(.open(PageOpening(path: $0))) })
        #expect(scenarios.map(\.expectation.verdict) == [.signedIn, .signedOut])
        let named = try readScenarios(Self.text(rows, name: "At ${row.path}"))
        #expect(named.map(\.name) == ["At /a", "At /b"])
    }

    @Test func rowsComeFromATable() throws {
        let scenarios = try readScenarios(
            Self.text("{ file: t/rows.csv }"),
            files: ["t/rows.csv": "path,verdict\r\n\"/a,\"\"b\"\"\",signed-in\r\n\r\n/c,signed-out"])
        // Where they can be asked for: the table is no scenario.
        #expect(
            scenarios.map(\.source)
                == Array(repeating: SourceLocation(file: "login.yaml", line: 1, column: 1), count: 2))
        #expect(scenarios.map(\.place) == ["login.yaml:1#1", "login.yaml:1#2"])
        #expect(scenarios.allSatisfy { $0.file == "login.yaml" && $0.files == ["t/rows.csv"] })
        #expect(scenarios.first?.steps.first?.step == .view(.open(PageOpening(path: "/a,\"b\""))))
    }

    /// Columns: the rows, which begin in the third line, and the places that choose them.
    @Test(arguments: [
        ("  - { path: /a, verdict: signed-in }\n  - { path: /b, verdict: signed-in }", ["3", "4"]),
        ("  - path: /a\n    verdict: signed-in\n  - { path: /b, verdict: signed-in }", ["3", "5"]),
        ("  [{ path: /a, verdict: signed-in }, { path: /b, verdict: signed-in }]", ["3#1", "3#2"]),
        (
            "  [{ path: /a,\n  verdict: signed-in }, { path: /b, verdict: signed-in }, { path: /c, verdict: signed-in },"
                + "\n  { path: /d, verdict: signed-in }]", ["3#1", "4#2", "4#3", "5"]
        ),
    ])
    func eachRowHasAPlaceOfItsOwn(rows: String, places: [String]) throws {
        let scenarios = try readScenarios(Self.text("\n" + rows))
        #expect(scenarios.map(\.place) == places.map { "login.yaml:" + $0 })
        #expect(scenarios.allSatisfy { $0.firstLine == 1 })
    }

    /// Columns: the rows, a table beside the scenario, and what is said.
    @Test(arguments: [
        ("[]", "", ["login.yaml:2:7 scenario/no-rows"]),
        ("{ file: t.csv }", "path,verdict\n", ["login.yaml:2:7 scenario/no-rows"]),
        ("{ file: t.csv }", "", ["t.csv:1:1 scenario/not-a-table"]),
        ("{ file: t.csv }", "a,a\n1,2", ["t.csv:1:1 scenario/not-a-table"]),
        ("{ file: t.csv }", "path,verdict\n/a,signed-in,x", ["t.csv:2:1 scenario/not-a-table"]),
        ("{ file: t.csv }", "path,verdict\n\"/a,signed-in", ["t.csv:2:1 scenario/not-a-table"]),
        ("{ file: t.csv }", "path,verdict\n/a\"b,signed-in", ["t.csv:2:1 scenario/not-a-table"]),
        ("{ file: no.csv }", "", ["login.yaml:2:15 scenario/no-such-file"]),
        ("{ fiel: t.csv }", "", ["login.yaml:2:9 scenario/unknown-key"]),
        ("three", "", ["login.yaml:2:7 scenario/wrong-type"]),
        ("[a]", "", ["login.yaml:2:8 scenario/wrong-type"]),
        ("[{ 'a b': 1 }]", "", ["login.yaml:2:10 scenario/wrong-type"]),
        ("[{ path: [1] }]", "", ["login.yaml:2:16 scenario/wrong-type"]),
        ("[{ path: /a, verdict: signed-in }, { path: /b }]", "", ["login.yaml:2:42 scenario/row-keys"]),
        (
            "[{ path: /a, verdict: signed-in }, { path: /b, verdict: signed-in, x: 1 }]", "",
            ["login.yaml:2:42 scenario/row-keys"]
        ),
        ("[{ path: /a }]", "", ["login.yaml:5:20 scenario/no-such-variable"]),
        // Each row that is wrong is told, and where it stands.
        (
            "[{ path: /a, verdict: sined }, { path: b, verdict: signed-in }]", "",
            ["login.yaml:4:19 scenario/wrong-type", "login.yaml:5:20 scenario/unknown-word"]
        ),
    ])
    func isRefusedWhereItStands(rows: String, table: String, found: [String]) {
        #expect(problems(in: Self.text(rows), files: ["t.csv": table]) == found)
    }

    @Test func aProblemOfARowNamesTheRow() {
        let problem = #expect(throws: ScenarioProblems.self) {
            try readScenarios(Self.text("{ file: t.csv }"), files: ["t.csv": "path,verdict\n/a,signed-in\n/b,sined-in"])
        }?.problems.first
        #expect(problem?.hint == "did you mean \"signed-in\"?; in row 2, t.csv:3:1")
    }

    @Test func tenThousandRowsAreTheMost() throws {
        let table = { (count: Int) in "path,verdict\n" + (1...count).map { "/\($0),signed-in\n" }.joined() }
        let scenarios = try readScenarios(Self.text("{ file: t.csv }"), files: ["t.csv": table(10_000)])
        #expect(scenarios.count == 10_000 && scenarios.last?.name == "n [10000]")
        #expect(
            problems(in: Self.text("{ file: t.csv }"), files: ["t.csv": table(10_001)]) == [
                "login.yaml:2:7 scenario/too-large"
            ])
    }

    /// Columns: a field as a table has it, its value.
    @Test(arguments: [
        ("", ""), ("a", "a"), ("\"a,b\"", "a,b"), ("\"a\"\"b\"", "a\"b"), ("\"a\nb\"", "a\nb"),
        ("\"a\r\nb\"", "a\r\nb"), ("\"\"\"\"", "\""), (" x ", " x "), ("e\u{301}", "e\u{301}"), ("#", "#"),
        ("=1+1", "=1+1"),
    ])
    func aFieldIsReadAsItsValue(field: String, value: String) throws {
        let table = try CSVTable("a,b\n\(field),x\r\n")
        #expect(table.rows.map(\.values) == [[value, "x"]])
    }
}
