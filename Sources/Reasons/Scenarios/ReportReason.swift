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
}
