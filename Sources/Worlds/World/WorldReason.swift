public import BridgePrimitives

/// Why a world is not as it was asked for.
public enum WorldReason: String, FailureReason {
    case otherProject = "usage/other-project"
    case inboxEmpty = "inbox/empty"
    case backendRunsElsewhere = "backend/runs-elsewhere"
    case backendHasOwnClock = "backend/own-clock"

    public var kind: BridgeFailure.Kind {
        switch self {
        case .otherProject: .usage
        case .inboxEmpty, .backendRunsElsewhere, .backendHasOwnClock: .unreadableInput
        }
    }

    public var meaning: String {
        switch self {
        case .otherProject: "The service account belongs to another project."
        case .inboxEmpty: "No code was sent to the address or number yet."
        case .backendRunsElsewhere: "The backend was not started by the world, which so cannot stop it."
        case .backendHasOwnClock:
            "The backend is a process of your own, and its clock the machine's: no world moves it."
        }
    }

    public var fix: String {
        switch self {
        case .otherProject: "Pass --project with its project."
        case .inboxEmpty: "Let the app ask for a code first."
        case .backendRunsElsewhere: "Let the project file start it, with `backend.start`."
        case .backendHasOwnClock:
            "Put the auth service's clock off instead, as `fault: { endpoint: token, effect: skew, skew: 301s }` and the"
                + " shipped fault `token-from-the-future` do: to the backend it is the same."
        }
    }
}
