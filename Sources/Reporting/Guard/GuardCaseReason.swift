public import BridgePrimitives

/// Why guard cases cannot be read.
public enum GuardCaseReason: String, FailureReason {
    case unreadableFile = "guard-case/unreadable-file"
    case notJSON = "guard-case/not-json"
    case unreadableCase = "guard-case/unreadable-case"
    case noCases = "guard-case/no-cases"

    public var kind: BridgeFailure.Kind { .unreadableInput }

    public var meaning: String {
        switch self {
        case .unreadableFile: "The file cannot be read."
        case .notJSON: "The text is not JSON."
        case .unreadableCase: "The JSON is no guard case."
        case .noCases: "The text has no guard case."
        }
    }

    public var fix: String {
        switch self {
        case .unreadableFile: "Name a file of cases, or - for standard input."
        case .notJSON: "Write one JSON object a line, or one array."
        case .unreadableCase: "Correct the member that is named."
        case .noCases: "Write one JSON object a line, or one array; session-bridge guard --help has an example."
        }
    }
}
