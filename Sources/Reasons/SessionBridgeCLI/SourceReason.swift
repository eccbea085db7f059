/// Why sources cannot be read.
public enum SourceReason: String, FailureReason {
    case unreadable = "source/unreadable"
    case nothingToRead = "source/nothing-to-read"
}
