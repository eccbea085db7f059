import BridgePrimitives
import Scenarios
import Testing

@Suite("Two reports beside each other", .timeLimit(.minutes(5)))
struct RunReportDiffTests {
    /// Columns: why, before, after, what is told, whether it is a new failure.
    @Test func whatIsOtherwise() {
        func flaky(_ milliseconds: Int = 12) -> ReportedScenario {
            SampleReport.scenario("x", milliseconds: milliseconds, earlier: [SampleReport.ending(.failed)])
        }
        func x(_ outcome: ReportedEnding.Outcome, _ milliseconds: Int = 12, cause: String = "a/b") -> ReportedScenario {
            SampleReport.scenario("x", outcome, milliseconds: milliseconds, cause: cause)
        }
        let rows: [(String, ReportedScenario?, ReportedScenario?, [RunReportDiff.Kind], Bool)] = [
            ("the same", x(.passed), x(.passed), [], false),
            ("fails", x(.passed), x(.failed), [.newlyFailing], true),
            ("has no world", x(.passed), x(.error), [.newlyFailing], true),
            ("fails still", x(.failed), x(.failed), [], false),
            ("fails for another cause", x(.failed), x(.failed, cause: "c/d"), [.otherCause], false),
            ("passes", x(.failed), x(.passed), [.newlyPassing], false),
            ("passes at a later try", x(.failed), flaky(), [.newlyFlaky], false),
            ("is flaky", x(.passed), flaky(), [.newlyFlaky], false),
            ("is flaky still", flaky(), flaky(), [], false),
            ("is slower by both", x(.passed, 1000), x(.passed, 1600), [.slower], false),
            ("is slower, by too little of it", x(.passed, 2000), x(.passed, 2900), [], false),
            ("is slower, by too little time", x(.passed, 10), x(.passed, 400), [], false),
            ("is at the limit", x(.passed, 1000), x(.passed, 1500), [], false),
            ("is slower and flaky", x(.passed, 100), flaky(5000), [.newlyFlaky, .slower], false),
            ("is new", nil, x(.passed), [.new], false), ("is new and fails", nil, x(.failed), [.new], true),
            ("is gone", x(.failed), nil, [.gone], false),
            ("was not run", x(.passed), x(.notRun), [], false),
            ("was not run before", x(.notRun), x(.failed), [], false),
        ]
        for (why, before, after, kinds, isNew) in rows {
            let diff = RunReportDiff(
                SampleReport.report([before].compactMap(\.self)), SampleReport.report([after].compactMap(\.self)))
            #expect(diff.changes.map(\.kind) == kinds, "\(why)")
            #expect(diff.hasNewFailures == isNew, "\(why)")
            #expect(diff.unchanged == (kinds.isEmpty ? 1 : 0), "\(why)")
            #expect(diff.json["new_failures"] == .bool(isNew))
            #expect(diff.lines.last == diff.summary && diff.summary.hasSuffix("\(diff.unchanged) unchanged"))
        }
    }

    /// A scenario that moved within its file is the same.
    @Test func linesMayMove() {
        let (a, b) = (SampleReport.scenario("x", line: 1), SampleReport.scenario("x", line: 90))
        #expect(RunReportDiff(SampleReport.report([a]), SampleReport.report([b])).changes.isEmpty)
    }

    @Test func ofSeveralRunsTheWorstCounts() {
        let runs = [ReportedEnding.Outcome.passed, .failed, .passed].enumerated().map { number, outcome in
            var scenario = SampleReport.scenario("x", outcome)
            scenario.repetition = number + 1
            return scenario
        }
        let diff = RunReportDiff(SampleReport.report([SampleReport.scenario("x")]), SampleReport.report(runs))
        #expect(diff.changes.map(\.kind) == [.newlyFailing])
    }

    @Test func hostileTextsAreText() {
        let diff = RunReportDiff(SampleReport.report([]), SampleReport.full)
        #expect(!diff.markdown.contains("<script") && !diff.markdown.contains("@team"))
        for line in diff.markdown.split(separator: "\n").dropFirst(2) where line.hasPrefix("|") {
            #expect(line.replacing("\\|", with: "").filter { $0 == "|" }.count == 5, "\(line)")
        }
    }
}
