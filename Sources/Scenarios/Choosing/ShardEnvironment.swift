public import BridgePrimitives

/// What schedulers and CI servers tell a job of which part of how many it is.
public struct ShardEnvironment: Hashable, Sendable {
    /// Nil where nobody has split the run.
    public let shard: Shard?
    /// Whose variables they are.
    public let scheduler: String?
    /// A file that is to be made, so that the scheduler knows that its shards are obeyed.
    public let statusFile: String?

    private struct Scheduler {
        let name: String
        let index: String
        /// The variables that say how many there are; the first that is set counts.
        let count: [String]
        /// The number of the first.
        let base: Int
    }

    /// Test runners first, then CI servers, then what machines are had from: who stands nearest to the command counts.
    private static let schedulers = [
        Scheduler(name: "Bazel", index: "TEST_SHARD_INDEX", count: ["TEST_TOTAL_SHARDS"], base: 0),
        Scheduler(name: "GitLab", index: "CI_NODE_INDEX", count: ["CI_NODE_TOTAL"], base: 1),
        Scheduler(name: "CircleCI", index: "CIRCLE_NODE_INDEX", count: ["CIRCLE_NODE_TOTAL"], base: 0),
        Scheduler(
            name: "Buildkite", index: "BUILDKITE_PARALLEL_JOB", count: ["BUILDKITE_PARALLEL_JOB_COUNT"], base: 0),
        Scheduler(name: "Slurm", index: "SLURM_ARRAY_TASK_ID", count: ["SLURM_ARRAY_TASK_COUNT"], base: 0),
        Scheduler(name: "Kubernetes", index: "JOB_COMPLETION_INDEX", count: [Self.countVariable], base: 0),
    ]

    /// How many shards there are, for schedulers that do not say.
    public static let countVariable = "SESSION_BRIDGE_SHARDS"

    /// - Parameters:
    ///   - environment: the process's variables; empty ones are not set.
    ///   - count: of `auto/5`, where the environment does not say.
    /// - Throws: `run/shard-incomplete`, also where the two say otherwise, `run/shard-gaps`; `run/shard-unknown` where a count was given and nothing says
    ///   which of them this is.
    public init(_ environment: [String: String], count: Int? = nil) throws(BridgeFailure) {
        func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        guard let scheduler = Self.schedulers.first(where: { value($0.index) != nil }) else {
            guard count == nil else {
                throw ChoiceReason.shardUnknown.failure("nothing says which of \(count ?? 0) shards this is")
            }
            (shard, scheduler, statusFile) = (nil, nil, nil)
            return
        }
        func number(_ name: String) throws(BridgeFailure) -> Int {
            guard let text = value(name), let number = Int(text), number >= 0 else {
                throw ChoiceReason.shardIncomplete.failure(
                    "\(scheduler.index) is set, and \(name) is \(value(name).map { "\"\($0)\"" } ?? "not")",
                    fix: "set \(name), or write --shard \(count == nil ? "2/5" : "2/\(count ?? 5)")")
            }
            return number
        }
        let total: Int
        let told = scheduler.count.first { value($0) != nil }
        if let count, told == nil {
            total = count
        } else {
            let name = told ?? scheduler.count[0]
            total = try number(name)
            // Parts of three that are taken for parts of four leave the fourth to nobody.
            guard count == nil || count == total else {
                throw ChoiceReason.shardIncomplete.failure(
                    "--shard auto/\(count ?? total) contradicts \(scheduler.name), whose \(name) is \(total)",
                    fix: "write --shard auto")
            }
        }
        var index = try number(scheduler.index) - scheduler.base
        if scheduler.name == "Slurm" {
            let step = value("SLURM_ARRAY_TASK_STEP") == nil ? 1 : max(1, try number("SLURM_ARRAY_TASK_STEP"))
            let offset = index - (value("SLURM_ARRAY_TASK_MIN") == nil ? 0 : try number("SLURM_ARRAY_TASK_MIN"))
            guard offset >= 0, offset % step == 0, offset / step < total else {
                throw ChoiceReason.shardGaps.failure(
                    "SLURM_ARRAY_TASK_ID is \(index) of \(total) tasks", fix: ChoiceReason.shardGaps.fix)
            }
            index = offset / step
        }
        guard let shard = Shard(index + 1, of: total) else {
            throw ChoiceReason.shardIncomplete.failure(
                "\(scheduler.index) is \(index + scheduler.base), of \(total) shards",
                fix: "count from \(scheduler.base), or write --shard 2/5")
        }
        self.shard = shard
        self.scheduler = scheduler.name
        statusFile = scheduler.name == "Bazel" ? value("TEST_SHARD_STATUS_FILE") : nil
    }
}
