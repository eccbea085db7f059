public import BridgePrimitives

/// Why a world is not as it was asked for.
public enum WorldReason: String, FailureReason {
    case otherProject = "usage/other-project"
    case inboxEmpty = "inbox/empty"
    case backendRunsElsewhere = "backend/runs-elsewhere"

    public var kind: BridgeFailure.Kind {
        switch self {
        case .otherProject: .usage
        case .inboxEmpty, .backendRunsElsewhere: .unreadableInput
        }
    }

    public var meaning: String {
        switch self {
        case .otherProject: "The service account belongs to another project."
        case .inboxEmpty: "No code was sent to the address or number yet."
        case .backendRunsElsewhere: "The backend was not started by the world, which so cannot stop it."
        }
    }

    public var fix: String {
        switch self {
        case .otherProject: "Pass --project with its project."
        case .inboxEmpty: "Let the app ask for a code first."
        case .backendRunsElsewhere: "Let the project file start it, with `backend.start`."
        }
    }
}
