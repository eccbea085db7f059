/// Why it cannot be said which scenarios are to be run.
public enum ChoiceReason: String, FailureReason {
    case badFilter = "run/bad-filter"
    case badShard = "run/bad-shard"
    case shardUnknown = "run/shard-unknown"
    case shardIncomplete = "run/shard-incomplete"
    case shardGaps = "run/shard-gaps"
}
