public import BridgePrimitives

/// Why a report of a run cannot be read, or not be put together with others.
public enum ReportReason: String, FailureReason {
    case unreadable = "report/unreadable"
    case notJSON = "report/not-json"
    case noReport = "report/no-report"
    case newerVersion = "report/newer-version"
    case otherShards = "report/other-shards"
    case shardTwice = "report/shard-twice"
    case missingShard = "report/missing-shard"
    case countedTwice = "report/counted-twice"
    case scenariosMissing = "report/scenarios-missing"

    public var kind: BridgeFailure.Kind { .unreadableInput }

    public var meaning: String {
        switch self {
        case .unreadable: "The report cannot be read."
        case .notJSON: "The file is no JSON."
        case .noReport: "The file is JSON, and no report of a run."
        case .newerVersion: "The report is of a version that this tool does not know yet."
        case .otherShards: "The reports are shards of different runs: they say different numbers of shards."
        case .shardTwice: "Two reports are of the same shard."
        case .missingShard: "A shard of the run has no report here, so that what it ran is not known."
        case .countedTwice: "A scenario is in several of the reports; it counts once, as it ended worst."
        case .scenariosMissing: "All shards have a report, and none of them ran some of the run's scenarios."
        }
    }

    public var fix: String {
        switch self {
        case .unreadable: "See that the file is there and that you may read it."
        case .notJSON: "Name a file that `run --report json=FILE` wrote."
        case .noReport: "Name a file that `run --report json=FILE` wrote."
        case .newerVersion: "Use a session-bridge that is as new as the one that wrote it."
        case .otherShards: "Merge the shards of one run."
        case .shardTwice: "Name each shard's report once."
        case .missingShard: "Add its report, or run that shard again."
        case .countedTwice: "Give each machine another --shard."
        case .scenariosMissing: "Give all machines the same files, the same filters and the same --durations."
        }
    }
}
