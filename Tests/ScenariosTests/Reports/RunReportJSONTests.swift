import BridgePrimitives
import BridgeTrace
import Scenarios
import TestSupport
import Testing

@Suite("A run's report as JSON", .timeLimit(.minutes(5)))
struct RunReportJSONTests {
    private static func read(_ text: String) throws(BridgeFailure) -> RunReport {
        try RunReport(json: Array(text.utf8), file: "r.json")
    }

    /// Nothing is lost between a machine that runs and one that reports.
    @Test func whatIsWrittenIsReadBack() throws {
        for report in [SampleReport.full, SampleReport.report([])] {
            for indented in [true, false] {
                let back = try Self.read(report.json.text(indented: indented))
                #expect(back == report)
                #expect(back.json == report.json)
                #expect((back.junit, back.tap, back.markdown) == (report.junit, report.tap, report.markdown))
            }
        }
    }

    @Test func whatIsWrittenIsAsTheSchemaSays() throws {
        let check = SchemaCheck(schema: RunReportSchema.json)
        #expect(try check.complaint(about: SampleReport.full.json) == nil)
        #expect(try check.complaint(about: SampleReport.report([]).json) == nil)
        #expect(try check.complaint(about: ["version": 1]) != nil)
        var broken = SampleReport.full.json.objectValue ?? JSONObject()
        broken["scenarios"] = [["name": 1]]
        #expect(try check.complaint(about: .object(broken)) != nil)
    }

    /// Columns: the text, the code, what the message says.
    @Test(arguments: [
        ("", "report/not-json", "r.json:1:1"), ("{\"version\":1,\n  oops}", "report/not-json", "r.json:2:3"),
        ("[]", "report/no-report", "run it again"), ("3", "report/no-report", "holds no object"),
        ("{}", "report/no-report", "\"version\""), ("{\"version\":1}", "report/no-report", "\"scenarios\""),
        ("{\"version\":2,\"scenarios\":[]}", "report/newer-version", "version 2"),
        ("{\"version\":1,\"scenarios\":[3]}", "report/no-report", "scenarios[0]"),
        ("{\"version\":1,\"scenarios\":[{\"name\":\"x\"}]}", "report/no-report", "\"source\""),
        (
            "{\"version\":1,\"scenarios\":[{\"name\":\"x\",\"source\":\"a.yaml\",\"outcome\":\"passed\"}]}",
            "report/no-report", "a.yaml"
        ),
        (
            "{\"version\":1,\"scenarios\":[{\"name\":\"x\",\"source\":\"a:1:1\",\"outcome\":\"fine\"}]}",
            "report/no-report", "fine"
        ),
        (
            "{\"version\":1,\"run\":{\"shard\":{\"index\":4,\"count\":3}},\"scenarios\":[]}", "report/no-report", "4/3"
        ),
    ])
    func whatIsNoneIsRefusedWithItsPlace(text: String, code: String, says: String) {
        #expect {
            _ = try Self.read(text)
        } throws: { error in
            guard let failure = error as? BridgeFailure else { return false }
            return failure.code.rawValue == code && failure.description.contains(says) && failure.kind.exitCode == 65
        }
    }

    @Test func aFlippedByteNeverTraps() {
        var bytes = Array(SampleReport.full.json.text().utf8)
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<200 {
            let place = Int.random(in: 0..<bytes.count, using: &generator)
            bytes[place] = UInt8.random(in: 0...255, using: &generator)
            _ = try? RunReport(json: bytes, file: "r.json")
        }
    }

    /// Rows: outcomes, whether flaky ones fail, the exit code.
    @Test func whatARunEndsWith() {
        let flaky = SampleReport.scenario("y", earlier: [SampleReport.ending(.failed)])
        let (good, bad) = (SampleReport.scenario("g"), SampleReport.scenario("b", .failed))
        let (broken, left) = (SampleReport.scenario("e", .error), SampleReport.scenario("n", .notRun))
        let rows: [(String, [ReportedScenario], Bool, Int32)] = [
            ("nothing", [], false, 0), ("all pass", [good], false, 0), ("flaky is good", [good, flaky], false, 0),
            ("unless it is not", [good, flaky], true, 1), ("a failure", [good, bad], false, 1),
            ("a failure counts more than a world", [broken, bad], false, 1), ("a world", [good, broken], false, 69),
            ("what was not run says nothing", [good, left], false, 0),
        ]
        for (why, scenarios, strict, code) in rows {
            var report = SampleReport.report(scenarios)
            report.facts.failsOnFlaky = strict
            #expect(report.exitCode == code, "\(why)")
        }
        var idle = good
        idle.ending.findings = [Finding(RunReason.noEffect, "advance had no effect", evidence: [])]
        for (isStrict, code) in [(false, 0), (true, 1)] as [(Bool, Int32)] {
            var report = SampleReport.report([idle])
            report.facts.failsWithoutEffect = isStrict
            #expect(report.exitCode == code, "what had no effect")
        }
        let error = InputError(RunReason.noSuchPath.failure("there is nothing at x"))
        #expect(SampleReport.report([], errors: [error]).exitCode == 65)
        #expect(SampleReport.report([bad], errors: [error]).exitCode == 1)
    }

    @Test func tenThousandAreWrittenAndRead() throws {
        let report = SampleReport.thousands
        let start = ContinuousClock.now
        let text = report.json.text(indented: true)
        let back = try Self.read(text)
        #expect(back.tally == report.tally && back.tally.failed == 1000)
        for form in [report.junit, report.tap, report.markdown, report.gitlab().text()] { #expect(form.count > 5000) }
        #expect(report.markdown.utf8.count < 1 << 20, "a job's summary may have a mebibyte")
        // Far more than it takes, and far less than what is quadratic takes.
        #expect(ContinuousClock.now - start < .seconds(60))
    }
}
