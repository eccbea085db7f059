public import BridgePrimitives

/// Why a world is not as it was asked for.
public enum WorldReason: String, FailureReason {
    case otherProject = "usage/other-project"
    case inboxEmpty = "inbox/empty"

    public var kind: BridgeFailure.Kind {
        switch self {
        case .otherProject: .usage
        case .inboxEmpty: .unreadableInput
        }
    }

    public var meaning: String {
        switch self {
        case .otherProject: "The service account belongs to another project."
        case .inboxEmpty: "No code was sent to the address or number yet."
        }
    }

    public var fix: String {
        switch self {
        case .otherProject: "Pass --project with its project."
        case .inboxEmpty: "Let the app ask for a code first."
        }
    }
}
