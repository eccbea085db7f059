public import BridgePrimitives

/// Why `GoogleService-Info.plist` gives no options.
public enum FirebaseOptionsReason: String, FailureReason {
    case missing = "client/option-missing"
    case unreadable = "client/options-unreadable"

    public var kind: BridgeFailure.Kind { .unreadableInput }

    public var meaning: String {
        switch self {
        case .missing: "A key that the client needs is missing from GoogleService-Info.plist."
        case .unreadable: "GoogleService-Info.plist is not a property list with texts."
        }
    }

    public var fix: String {
        switch self {
        case .missing: "Download the file again from the project's settings."
        case .unreadable: "Download the file again from the project's settings."
        }
    }
}
