import BridgePrimitives
import Scenarios
import Testing

@Suite("Reports put together", .timeLimit(.minutes(5)))
struct RunReportMergeTests {
    private static func part(_ shard: Shard?, _ scenarios: [ReportedScenario]) -> RunReport {
        var report = SampleReport.report(scenarios)
        report.facts.shard = shard
        return report
    }

    @Test func shardsAreOneRun() throws {
        let merge = try RunReportMerge([
            ("2.json", Self.part(Shard(2, of: 2), [SampleReport.scenario("b", .failed, file: "b.yaml")])),
            (
                "1.json",
                Self.part(Shard(1, of: 2), [SampleReport.scenario("a"), SampleReport.scenario("c", file: "c.yaml")])
            ),
        ])
        #expect(merge.notes.isEmpty)
        // As one run would have had them.
        #expect(merge.report.scenarios.map(\.name) == ["a", "b", "c"])
        #expect(merge.report.scenarios.map(\.shard) == [1, 2, 1])
        #expect(merge.report.facts.mergedShards.map(\.description) == ["1/2", "2/2"])
        #expect(merge.report.exitCode == 1 && merge.report.facts.seed == .max)
        #expect(try RunReport(json: merge.report.json.bytes(), file: "m") == merge.report)
        // What was merged can be merged again, and is not missing.
        #expect(try RunReportMerge([("m", merge.report)]).report == merge.report)
    }

    @Test func aShardWithoutAReportIsAnError() throws {
        let merge = try RunReportMerge([("1.json", Self.part(Shard(1, of: 3), [SampleReport.scenario("a")]))])
        #expect(merge.report.errors.map(\.code) == [ReportReason.missingShard.code])
        #expect(merge.notes.count == 1 && merge.notes[0].contains("2/3, 3/3"))
        #expect(merge.report.exitCode == 65)
    }

    /// Machines that split by other durations, or other lists: what one has twice, another may have left to nobody.
    @Test(arguments: [(2, false), (3, true)])
    func scenariosThatNoShardRan(planned: Int, areMissing: Bool) throws {
        let parts = try [(1, "a"), (2, "b")].map { index, name in
            var report = Self.part(Shard(index, of: 2), [SampleReport.scenario(name)])
            report.facts.scenariosOfAllShards = planned
            return ("\(index).json", try RunReport(json: report.json.bytes(), file: "\(index)"))
        }
        let merge = try RunReportMerge(parts)
        #expect(merge.report.errors.map(\.code) == (areMissing ? [ReportReason.scenariosMissing.code] : []))
        #expect(merge.report.exitCode == (areMissing ? 65 : 0))
        #expect(merge.notes.contains { $0.contains("were to run 3 scenarios, and ran 2") } == areMissing)
    }

    @Test func aScenarioInTwoShardsCountsOnce() throws {
        let merge = try RunReportMerge([
            ("1.json", Self.part(Shard(1, of: 2), [SampleReport.scenario("a"), SampleReport.scenario("b", .failed)])),
            ("2.json", Self.part(Shard(2, of: 2), [SampleReport.scenario("a", .failed), SampleReport.scenario("b")])),
        ])
        #expect(merge.notes.count == 2 && merge.notes[0].contains(ReportReason.countedTwice.code.rawValue))
        // As it ended worst, whichever came first.
        #expect(merge.report.tally.count == 2 && merge.report.tally.failed == 2)
    }

    /// Several runs of one scenario, and several of one name, are no doubles.
    @Test func repetitionsAreNoDoubles() throws {
        let scenarios = [1, 2].flatMap { number -> [ReportedScenario] in
            var (again, alike) = (SampleReport.scenario("a"), SampleReport.scenario("x"))
            (again.repetition, alike.key.ordinal) = (number, number)
            return [again, alike]
        }
        let merge = try RunReportMerge([("1.json", Self.part(nil, scenarios))])
        #expect(merge.notes.isEmpty && merge.report.tally.count == 4)
    }

    @Test(arguments: [
        ([(1, 2), (1, 2)], ReportReason.shardTwice), ([(1, 2), (2, 3)], .otherShards),
    ])
    func whatIsNoRunIsRefused(shards: [(Int, Int)], reason: ReportReason) {
        #expect(throws: reason.failure("")) {
            _ = try RunReportMerge(shards.map { ("\($0)", Self.part(Shard($0.0, of: $0.1), [])) })
        }
    }
}
