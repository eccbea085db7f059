import BridgePrimitives
import Project
import Scenarios
import Testing
import TestSupport
import Worlds

/// What was expected and did not happen is told with the place where the file asks for it, in every form of a report.
@Suite("Unmet expectations in reports", .timeLimit(.minutes(5)))
struct UnmetExpectationTests {
    private func result(_ text: String) async throws -> ScenarioResult {
        let scenario = try #require(
            ScenarioFile.scenarios(in: text, file: "a.yaml", vocabulary: ScenarioFiles.vocabulary).first)
        var results: [ScenarioResult] = []
        try await withFolder { folder in
            results = try await ScenarioRuns(settings: WorldSettings(), stateFolder: folder).run([scenario]) { _ in }
        }
        return try #require(results.first)
    }

    private static let handoff = "name: a\nsteps:\n  - sign-in\n  - exchange\n  - open: { inject: user-script }\n"

    /// Columns: what is expected, from line 6 on; the line of each mismatch; the line that an editor is led to; the step that
    /// is told.
    @Test(
        arguments: [
            // Nothing in the handoff is wrong: the expectation is.
            ("expect:\n  verdict: signed-out", [7], 7, nil),
            ("expect: { verdict: signed-in, route: nowhere }", [6], 6, nil),
            ("expect:\n  reasons:\n    - guard/token-accepted\n    - token/expired\n", [9], 9, nil),
            ("expect:\n  requests:\n    - number: 1\n    - number: 99\n", [9], 9, nil),
            ("expect:\n  cookie:\n    name: nobody\n    stored: true", [9], 9, nil),
            ("expect:\n  values:\n    - { that: '${open.path}', equals: /no }", [8], 8, nil),
            ("expect:\n  values:\n    - { that: '${user.uid}', equals: '' }\n  route: '${open.path}'", [9, 8], 9, nil),
            // It names a step, which is told beside it.
            ("expect:\n  took: { step: exchange, at-least: 1h }", [7], 7, "exchange"),
            ("expect:\n  failure: { step: exchange, reason: token/expired }", [7], 7, "exchange"),
            // A step is what is wrong: that is where to look, and the expectation is told beside it.
            (
                "tear-down:\n  - reload\n  - stop-backend\n  - exchange\nexpect: { verdict: signed-in }", [9], 9,
                "exchange"
            ),
        ] as [(String, [Int], Int, String?)])
    func eachIsToldWithItsPlace(expectation: String, lines: [Int], line: Int, step: String?) async throws {
        let result = try await result(Self.handoff + expectation)
        let reported = ReportedScenario(result)
        #expect(reported.ending.mismatches.map { $0.place?.line } == lines, "\(reported.lines)")
        #expect(reported.place.line == line && result.place == reported.place)
        #expect(reported.ending.faultyStep?.name == step, "\(reported.lines)")
        try check(reported, at: line)
    }

    /// A step that fails is where all forms lead, and what was expected of the ending has its own place.
    @Test func aStepThatFailsIsThePlace() async throws {
        let reported = ReportedScenario(
            try await result("name: a\nsteps:\n  - reload\nexpect:\n  verdict: signed-in\n"))
        #expect(reported.ending.mismatches.map { $0.place?.line } == [3, 5])
        #expect(reported.place.line == 3 && reported.ending.faultyStep?.name == "reload")
        let annotation = try #require(
            RunReport(facts: RunFacts(version: "1"), scenarios: [reported]).annotations().first)
        #expect(annotation.message.contains("\nExpected: verdict signed-in; it was not-opened  (a.yaml:5:3)"))
        #expect(!annotation.message.contains("Expected: all steps"))
    }

    private func check(_ reported: ReportedScenario, at line: Int) throws {
        let report = RunReport(facts: RunFacts(version: "1"), scenarios: [reported])
        let place = "a.yaml:\(line):"
        #expect(reported.lines.contains { $0.contains("(\(place)") }, "\(reported.lines)")
        #expect(
            reported.json["mismatches"]?.arrayValue?.contains { $0["source"]?.stringValue?.hasPrefix(place) == true }
                == true)
        #expect(report.junit.contains(#"file="a.yaml" line="\#(line)""#) && report.junit.contains("(\(place)"))
        #expect(report.tap.contains(#"at: {"file":"a.yaml","line":\#(line)}"#) && report.tap.contains("(\(place)"))
        #expect(report.markdown.contains("a.yaml:\(line) |"))
        #expect(report.annotations().map(\.line) == [line])
        #expect(report.gitlab().arrayValue?.first?["location"]?["lines"]?["begin"] == .integer(Int64(line)))
        // And back from a file.
        let read = try RunReport(json: report.json.bytes(), file: "r.json")
        #expect(read.scenarios.first?.ending.mismatches == reported.ending.mismatches)
    }
}
