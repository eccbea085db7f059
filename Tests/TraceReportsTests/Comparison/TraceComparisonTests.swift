import BridgePrimitives
import BridgeTrace
import Testing

@testable import TraceReports

@Suite("Two traces beside each other", .timeLimit(.minutes(5)))
struct TraceComparisonTests {
    /// What two runs of the same may differ in. Columns: the reason, one trace's events, the other's.
    @Test func twoRunsOfTheSameAreTheSame() {
        let rows: [(String, [String], [String])] = [
            ("nothing", [], []),
            ("ports", [HandMade.request(port: 4000)], [HandMade.request(port: 51_234)]),
            (
                "fingerprints",
                [HandMade.write(value: "<16 bytes #aaaaaa>"), HandMade.read(value: "<16 bytes #aaaaaa>")],
                [HandMade.write(value: "<16 bytes #bbbbbb>"), HandMade.read(value: "<16 bytes #bbbbbb>")]
            ),
            (
                "a token that was issued twice within a second",
                [HandMade.write(value: token("aaaaaa")), HandMade.write(value: token("aaaaaa"))],
                [HandMade.write(value: token("aaaaaa")), HandMade.write(value: token("bbbbbb"))]
            ),
            (
                "half a minute's difference of a machine",
                [HandMade.write(attributes: "Path=/; Expires=2026-11-27T10:00:00.000Z")],
                [HandMade.write(attributes: "Path=/; Expires=2026-11-27T10:00:30.000Z")]
            ),
            (
                "which of two requests at once is first, and is answered first",
                [request("/x", hop: 1), request("/y", hop: 2), answer(200, hop: 2), answer(404, hop: 1)],
                [request("/y", hop: 1), request("/x", hop: 2), answer(404, hop: 2), answer(200, hop: 1)]
            ),
            ("the keychain", [HandMade.keychain, HandMade.read()], [HandMade.read()]),
            (
                "who of two that act at once is first", [HandMade.request(), HandMade.write()],
                [HandMade.write(), HandMade.request()]
            ),
        ]
        for (reason, a, b) in rows {
            let comparison = TraceComparison(trace(a), trace(b))
            #expect(
                comparison.isSame, "\(reason): \(comparison.lines(files: ("a", "b"), reasons: .all))")
        }
    }

    private func request(_ path: String, hop: Int) -> String {
        #""actor":"web-view","event":"request","hop":\#(hop),"method":"GET","url":"https://h:4000\#(path)""#
    }

    private func answer(_ status: Int, hop: Int) -> String {
        #""actor":"web-view","event":"response","hop":\#(hop),"status":\#(status),"milliseconds":1"#
    }

    private func token(_ mark: String) -> String { "<ID token uid=u1 exp=2026-11-22T11:00:00Z #\(mark)>" }

    /// Columns: the reason, one trace's events, the other's, aspect and facts of the first step that differs.
    @Test func theFirstStepThatDiffersIsNamed() {
        let rows: [(String, [String], [String], TraceAspect, [String])] = [
            (
                "a cookie that one jar refuses", [HandMade.request(), HandMade.write(), HandMade.signIn],
                [HandMade.request(), HandMade.write(.rejected, reasons: #"["set/x"]"#)], .cookies,
                ["outcome", "reasons"]
            ),
            (
                "another lifetime", [HandMade.write(attributes: "Path=/; Expires=2026-11-29T10:00:00.000Z")],
                [HandMade.write(attributes: "Path=/; Expires=2026-12-29T10:00:00.000Z")], .cookies, ["attributes"]
            ),
            ("a step too many", [HandMade.read(), HandMade.signIn], [HandMade.read()], .tokens, []),
            (
                "a step too few, at the beginning", [HandMade.signIn], [HandMade.request(), HandMade.signIn], .cookies,
                []
            ),
            (
                "another value where it had been one",
                [HandMade.write(value: "<16 bytes #aaaaaa>"), HandMade.read(value: "<16 bytes #aaaaaa>")],
                [HandMade.write(value: "<16 bytes #aaaaaa>"), HandMade.read(value: "<16 bytes #cccccc>")], .cookies,
                ["visible"]
            ),
            (
                "another user",
                [HandMade.signIn], [HandMade.signIn.replacing("u1", with: "u2")], .tokens, ["uid"]
            ),
            (
                "words of somebody's that look like ours", [HandMade.write(value: "<time>")],
                [HandMade.write(value: "2026-11-22T10:00:00Z")], .cookies, ["value"]
            ),
        ]
        for (reason, a, b, aspect, facts) in rows {
            let first = TraceComparison(trace(a), trace(b)).steps.first
            #expect(first?.aspect == aspect && first?.differences.map(\.name) == facts, "\(reason): \(first as Any)")
        }
    }

    @Test func theVerdictIsTheLastStep() {
        let (a, b) = (
            trace([HandMade.read()], outcome: #""verdict":"signed-in","passed":true"#), trace([HandMade.read()])
        )
        let comparison = TraceComparison(a, b)
        #expect(comparison.steps.map(\.aspect) == [.verdict])
        let lines = comparison.lines(files: ("a.jsonl", "b.jsonl"), reasons: .all)
        #expect(lines.contains("  verdict: signed-in | ended from outside"))
    }

    /// What comes after a step that one of them lacks is beside its own again.
    @Test func whatFollowsIsLaidBesideItsOwn() {
        let many = (0..<20).map { HandMade.write(name: "c\($0)") }
        let comparison = TraceComparison(trace(many), trace(Array(many[..<7] + many[9...])))
        #expect(comparison.steps.map { $0.a?.sequence } == [7, 8])
        #expect(comparison.steps.allSatisfy { $0.b == nil })
    }

    /// Two traces that have nothing in common come to an end.
    @Test func tracesOfNothingInCommonEnd() {
        let (a, b) = (Array(0..<20_000), Array(20_000..<40_000))
        #expect(Alignment.rows(a, b).count == 40_000)
    }

    @Test(arguments: [
        ("t.jsonl", "t.jsonl", nil), ("t.jsonl#2", "t.jsonl", "2"), ("odd#name", "odd#name", nil), ("#2", "#2", nil),
        ("t.jsonl#", "t.jsonl", ""),
    ])
    func aTraceOfAFileIsPicked(typed: String, file: String, id: String?) {
        let selection = TraceSelection(typed) { $0 == "odd#name" }
        #expect(selection.file == file && selection.id == id)
    }

    @Test func tracesArePairedByName() throws {
        let pairs = try TracePairs(
            [trace(name: "x", []), trace(name: "y", []), trace(name: "x", [])],
            [trace(name: "x", []), trace(name: "z", [])])
        #expect(pairs.pairs.map(\.a.head.name) == ["x"])
        #expect(pairs.onlyA.map(\.head.name) == ["y", "x"] && pairs.onlyB.map(\.head.name) == ["z"])
        #expect(throws: TraceReportReason.nothingInCommon.failure("")) {
            try TracePairs([trace(name: "x", []), trace(name: "y", [])], [trace(name: "z", [])])
        }
        let message = #expect(throws: BridgeFailure.self) {
            try TracePairs([trace(name: "x", []), trace(name: "y", [])], [trace(name: "z", []), trace(name: "w", [])])
        }
        #expect("\(message.map { "\($0)" } ?? "")".contains("no two have the same name: #1 x, #1 y; and #1 z, #1 w"))
    }

    /// Columns: names of the clients of two files, and of those that are pairs.
    @Test(arguments: [
        (["the app", "the web view"], ["the web view", "the app"], ["the app", "the web view"]),
        // None in common: one by one.
        (
            ["the app of a", "the web view of a"], ["the app of b", "the web view of b"],
            ["the app of b", "the web view of b"]
        ),
        (["the app", "a phone"], ["the app", "another", "a third"], ["the app"]),
    ])
    func clientsOfRecordingsArePaired(a: [String], b: [String], pairs: [String]) throws {
        func recordings(_ file: String, _ clients: [String]) -> [RecordedTrace] {
            clients.map { client in
                var recording = trace(name: "\(file): \(client)", [])
                var head = recording.head
                head.seenFrom = .network
                recording = RecordedTrace(head: head, events: [], outcome: nil)
                return recording
            }
        }
        let found = try TracePairs(recordings("a.har", a), recordings("b.har", b))
        #expect(found.pairs.map(\.b.head.name) == pairs.map { "b.har: \($0)" })
    }
}
