/// Why guard cases cannot be read.
public enum GuardCaseReason: String, FailureReason {
    case unreadableFile = "guard-case/unreadable-file"
    case notJSON = "guard-case/not-json"
    case unreadableCase = "guard-case/unreadable-case"
    case noCases = "guard-case/no-cases"
}
