public import BridgePrimitives

/// Why it cannot be said which scenarios are to be run.
public enum ChoiceReason: String, FailureReason {
    case badFilter = "run/bad-filter"
    case badShard = "run/bad-shard"
    case shardUnknown = "run/shard-unknown"
    case shardIncomplete = "run/shard-incomplete"
    case shardGaps = "run/shard-gaps"

    public var kind: BridgeFailure.Kind { .usage }

    public var meaning: String {
        switch self {
        case .badFilter: "The text is no regular expression, and no scenario's name contains it as it is."
        case .badShard: "The text is no shard."
        case .shardUnknown: "Nothing around the command says which shard it is."
        case .shardIncomplete:
            "What is around the command says which shard it is and not of how many, a number that cannot be, or another"
                + " one than the command."
        case .shardGaps: "The array's numbers have gaps, so that no shard can be told from a number."
        }
    }

    public var fix: String {
        switch self {
        case .badFilter: "Write a backslash before what is meant as it is: \\( for a bracket."
        case .badShard: "Write --shard 2/5, or --shard auto."
        case .shardUnknown:
            "Write --shard 2/5; auto reads what Bazel, GitLab, CircleCI, Buildkite, Slurm and Kubernetes set."
        case .shardIncomplete: "Set the variable that is named, or write --shard 2/5."
        case .shardGaps: "Number the array from 0 or 1 without gaps."
        }
    }
}
