import BridgePrimitives
import Scenarios
import Testing

@Suite("Shards", .timeLimit(.minutes(5)))
struct ShardTests {
    @Test(
        arguments: [
            ("1/1", "1/1"), ("5/5", "5/5"), ("auto", "auto"), ("auto/4", "auto/4"), ("0/3", nil), ("4/3", nil),
            ("-1/3", nil), ("1/0", nil), ("1", nil), ("", nil), ("/", nil), ("a/b", nil), ("auto/0", nil),
            ("auto/x", nil),
            ("1/10001", nil), ("1/2/3", nil), ("99999999999999999999/1", nil), ("１/２", nil),
        ] as [(String, String?)])
    func whatIsAShard(text: String, is expected: String?) {
        let read: String? =
            switch try? ShardChoice(text) {
            case .one(let shard)?: shard.description
            case .auto(nil)?: "auto"
            case .auto(let count?)?: "auto/\(count)"
            case nil: nil
            }
        #expect(read == expected)
        if expected == nil { #expect(throws: ChoiceReason.badShard.failure("")) { _ = try ShardChoice(text) } }
    }

    private struct Row {
        let why: String
        let environment: [String: String]
        var count: Int?
        var shard: String?
        var reason: ChoiceReason?
    }

    @Test func whatSchedulersSay() {
        let rows = [
            Row(why: "nobody says anything", environment: ["HOME": "/"]),
            Row(why: "and somebody counts on it", environment: [:], count: 4, reason: .shardUnknown),
            Row(
                why: "Bazel counts from 0", environment: ["TEST_SHARD_INDEX": "0", "TEST_TOTAL_SHARDS": "3"],
                shard: "1/3 Bazel"),
            Row(
                why: "GitLab from 1", environment: ["CI_NODE_INDEX": "3", "CI_NODE_TOTAL": "3"], shard: "3/3 GitLab"),
            Row(
                why: "CircleCI", environment: ["CIRCLE_NODE_INDEX": "1", "CIRCLE_NODE_TOTAL": "4"],
                shard: "2/4 CircleCI"),
            Row(
                why: "Buildkite",
                environment: ["BUILDKITE_PARALLEL_JOB": "9", "BUILDKITE_PARALLEL_JOB_COUNT": "10"],
                shard: "10/10 Buildkite"),
            Row(
                why: "Slurm from its own first",
                environment: [
                    "SLURM_ARRAY_TASK_ID": "7", "SLURM_ARRAY_TASK_COUNT": "5", "SLURM_ARRAY_TASK_MIN": "4",
                ], shard: "4/5 Slurm"),
            Row(
                why: "Slurm in steps: 0-12:4",
                environment: [
                    "SLURM_ARRAY_TASK_ID": "12", "SLURM_ARRAY_TASK_COUNT": "4", "SLURM_ARRAY_TASK_MIN": "0",
                    "SLURM_ARRAY_TASK_STEP": "4",
                ], shard: "4/4 Slurm"),
            Row(
                why: "Slurm's list 1,5,9 tells no place",
                environment: [
                    "SLURM_ARRAY_TASK_ID": "9", "SLURM_ARRAY_TASK_COUNT": "3", "SLURM_ARRAY_TASK_MIN": "1",
                ], reason: .shardGaps),
            Row(
                why: "Kubernetes with a number of ours",
                environment: ["JOB_COMPLETION_INDEX": "2", "SESSION_BRIDGE_SHARDS": "6"], shard: "3/6 Kubernetes"),
            Row(
                why: "Kubernetes with a number that was typed", environment: ["JOB_COMPLETION_INDEX": "2"], count: 3,
                shard: "3/3 Kubernetes"),
            Row(
                why: "Kubernetes does not say how many", environment: ["JOB_COMPLETION_INDEX": "2"],
                reason: .shardIncomplete),
            Row(
                why: "more than there are", environment: ["CI_NODE_INDEX": "4", "CI_NODE_TOTAL": "3"],
                reason: .shardIncomplete),
            Row(
                why: "fewer than there are", environment: ["CI_NODE_INDEX": "0", "CI_NODE_TOTAL": "3"],
                reason: .shardIncomplete),
            Row(
                why: "no number", environment: ["CIRCLE_NODE_INDEX": "one", "CIRCLE_NODE_TOTAL": "3"],
                reason: .shardIncomplete),
            Row(
                why: "a number with a sign", environment: ["CIRCLE_NODE_INDEX": "-1", "CIRCLE_NODE_TOTAL": "3"],
                reason: .shardIncomplete),
            Row(why: "empty is not set", environment: ["CI_NODE_INDEX": "", "CI_NODE_TOTAL": "3"]),
            Row(
                why: "the nearest counts",
                environment: [
                    "JOB_COMPLETION_INDEX": "5", "SESSION_BRIDGE_SHARDS": "9", "TEST_SHARD_INDEX": "1",
                    "TEST_TOTAL_SHARDS": "2",
                ], shard: "2/2 Bazel"),
            Row(
                why: "what was typed contradicts", environment: ["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "3"], count: 4,
                reason: .shardIncomplete),
            Row(
                why: "what was typed says the same", environment: ["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "3"],
                count: 3, shard: "2/3 GitLab"),
        ]
        for row in rows {
            do {
                let around = try ShardEnvironment(row.environment, count: row.count)
                #expect(around.shard.map { "\($0) \(around.scheduler ?? "")" } == row.shard, "\(row.why)")
                #expect(row.reason == nil, "\(row.why)")
            } catch {
                #expect(error.code == row.reason?.code, "\(row.why): \(error)")
            }
        }
    }

    @Test func bazelIsToldThatItsShardsAreObeyed() throws {
        let environment = ["TEST_SHARD_INDEX": "0", "TEST_TOTAL_SHARDS": "3", "TEST_SHARD_STATUS_FILE": "/x/y"]
        #expect(try ShardEnvironment(environment).statusFile == "/x/y")
        #expect(try ShardEnvironment(["TEST_SHARD_STATUS_FILE": "/x/y"]).statusFile == nil)
    }

    /// Each scenario is in one shard, whatever their number, and no shard has much more to do than another.
    @Test(arguments: 0..<60)
    func eachIsInOneShard(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let size = Int.random(in: 0...80, using: &generator)
        let planned = (0..<size).map { number -> PlannedScenario in
            let scenario = Scenario(
                name: "s\(Int.random(in: 0...20, using: &generator))",
                source: SourceLocation(file: "f\(number % 3).yaml", line: number, column: 1), setting: .init(),
                steps: [], expectation: ScenarioExpectation())
            return PlannedScenario(scenario, key: ScenarioKey(file: "f", name: "\(number)"))
        }
        var durations: [ScenarioKey: Duration] = [:]
        for each in planned where Bool.random(using: &generator) {
            durations[each.key] = .milliseconds(Int.random(in: 0...4000, using: &generator))
        }
        let count = Int.random(in: 1...30, using: &generator)
        let plan = ShardPlan(planned, durations: durations, count: count)
        #expect(plan == ShardPlan(planned, durations: durations, count: count), "it is the same on every machine")
        let shards = try (1...count).map { index in
            plan.scenarios(of: try #require(Shard(index, of: count)), among: planned)
        }
        #expect(shards.flatMap { $0 }.map(\.key).sorted() == planned.map(\.key).sorted())
        // No shard is longer than the mean and the longest scenario together: the bound of longest-first.
        let known = durations.values.sorted()
        let middle = known.isEmpty ? Duration.milliseconds(10) : known[known.count / 2]
        func load(_ shard: [PlannedScenario]) -> Duration {
            shard.reduce(.zero) { $0 + max(durations[$1.key] ?? middle, .milliseconds(1)) }
        }
        let longest = shards.map(load).max() ?? .zero
        let single = planned.map { load([$0]) }.max() ?? .zero
        #expect(longest <= load(planned) / count + single)
    }

    @Test func withoutDurationsTheyAreDealtOut() {
        let planned = (0..<7).map { number in
            let scenario = Scenario(
                name: "s\(number)", source: SourceLocation(file: "f", line: number, column: 1), setting: .init(),
                steps: [], expectation: ScenarioExpectation())
            return PlannedScenario(scenario, key: ScenarioKey(file: "f", name: "s\(number)"))
        }
        #expect(ShardPlan(planned, count: 3).assignments == [1, 2, 3, 1, 2, 3, 1])
    }
}
