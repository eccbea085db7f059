import BridgePrimitives
import BridgeTrace
import Scenarios

/// Reports by hand.
enum SampleReport {
    /// What a name or a message may hold that some form of a report would obey.
    static let hostile = [
        "<script>alert(1)</script>", "a]]>b", "two\nlines", "::error file=x::boo", "\u{1F468}\u{200D}\u{1F469} family",
        "nul\u{0}",
        "\u{1B}[31mred", "50% off, a:b", "| cell | `code` @team", "# SKIP not really", "...\n---", "\"quoted\" & 'so'",
        "\u{202E}turned", "",
    ]

    static func scenario(
        _ name: String, _ outcome: ReportedEnding.Outcome = .passed, file: String = "a.yaml", line: Int = 1,
        milliseconds: Int = 12, cause: String = "script/http-only", message: String = "hidden",
        fix: String = "Show it.",
        earlier: [ReportedEnding] = []
    ) -> ReportedScenario {
        var scenario = ReportedScenario(
            key: ScenarioKey(file: file, name: name), source: SourceLocation(file: file, line: line, column: 1),
            ending: ending(
                outcome, file: file, line: line, milliseconds: milliseconds, cause: cause, message: message, fix: fix))
        scenario.earlier = earlier
        return scenario
    }

    static func ending(
        _ outcome: ReportedEnding.Outcome, file: String = "a.yaml", line: Int = 1, milliseconds: Int = 12,
        cause: String = "script/http-only", message: String = "hidden", fix: String = "Show it."
    ) -> ReportedEnding {
        var ending = ReportedEnding(outcome, elapsed: .milliseconds(milliseconds))
        let place = SourceLocation(file: file, line: line + 3, column: 5)
        ending.steps = [.init(name: "open", place: place, elapsed: .microseconds(1500), hasFailed: outcome == .failed)]
        switch outcome {
        case .passed: break
        case .failed:
            ending.cause = RootCause(
                code: ReasonCode(unchecked: cause), message: message, fix: fix, evidence: 7,
                consequences: [.init(sequence: 9, code: ReasonCode(unchecked: "guard/redirected"))])
            ending.faultyStep = .init(name: "open", place: place, hasFailed: true)
            ending.mismatches = [
                .init(
                    expected: "route \(message)", happened: "the page is at signin",
                    reasons: [ReasonCode(unchecked: "guard/cookie-absent")])
            ]
        case .error:
            ending.failure = .init(
                code: ReasonCode(unchecked: "server/port-in-use"), message: message, fix: fix, exitCode: 69)
        case .notRun:
            ending.failure = .init(RunReason.notRun.failure("another failed"))
        }
        return ending
    }

    static func report(_ scenarios: [ReportedScenario], errors: [InputError] = []) -> RunReport {
        var facts = RunFacts(
            version: "1.2.3", started: Instant(rfc3339: "2026-11-21T09:00:00.000Z"), elapsed: .milliseconds(1234))
        (facts.seed, facts.profile, facts.engine, facts.strictness) = (.max, "ios18", "model", "strict")
        return RunReport(facts: facts, scenarios: scenarios, errors: errors)
    }

    /// All that there can be, with hostile texts wherever texts are.
    static let full: RunReport = {
        var scenarios = hostile.enumerated().flatMap { number, text -> [ReportedScenario] in
            var tagged = scenario(text, line: number + 1)
            (tagged.tags, tagged.profile, tagged.engine) = ([text, "b"], "chromium", "webkitgtk")
            tagged.ending.findings = [
                Finding(code: ReasonCode(unchecked: "handoff/x"), message: text, fix: text, evidence: [1])
            ]
            let failed = scenario("f \(text)", .failed, file: "b.yaml", line: number + 1, message: text, fix: text)
            let broken = scenario("e \(text)", .error, file: "b.yaml", line: number + 1, message: text, fix: text)
            let flaky = scenario(
                "y \(text)", file: "dir/c:1.yaml", line: number + 1,
                earlier: [ending(.failed, message: text, fix: text), ending(.error, message: text, fix: text)])
            var again = scenario(
                "r \(text)", .failed, file: "dir/c:1.yaml", line: number + 1, message: text, earlier: [ending(.failed)])
            (again.repetition, again.key.ordinal, again.shard) = (2, 3, 1)
            again.events = [["sequence": 1, "event": .string(text)]]
            again.ending.hint = Finding(code: ReasonCode(unchecked: "page/x"), message: text, fix: text, evidence: [])
            return [tagged, failed, broken, flaky, again, scenario("n \(text)", .notRun)]
        }
        scenarios.sort { ($0.key.file, $0.source.line) < ($1.key.file, $1.source.line) }
        let errors = hostile.map { text in
            InputError(
                name: text, source: SourceLocation(file: "d \(text).yaml", line: 3, column: 4),
                code: ReasonCode(unchecked: "scenario/not-yaml"), message: text, fix: text, exitCode: 65)
        }
        var report = SampleReport.report(scenarios, errors: errors)
        report.facts.shard = Shard(1, of: 3)
        (report.facts.failsOnFlaky, report.facts.failsWithoutEffect) = (true, true)
        return report
    }()

    static let thousands = report(
        (0..<10_000).map { number in
            scenario(
                "scenario \(number)", number % 10 == 0 ? .failed : .passed, file: "f\(number % 50).yaml", line: number)
        })
}
