/// Why a world is not as it was asked for.
public enum WorldReason: String, FailureReason {
    case otherProject = "usage/other-project"
    case inboxEmpty = "inbox/empty"
    case backendRunsElsewhere = "backend/runs-elsewhere"
    case backendHasOwnClock = "backend/own-clock"
}
