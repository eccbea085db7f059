public import BridgePrimitives

/// Why a backend that a project file starts does not come up.
public enum BackendStartReason: String, FailureReason {
    case notStarted = "start/not-started"
    case endedEarly = "start/ended-early"
    case notReady = "start/not-ready"
    case portInUse = "start/port-in-use"

    public var kind: BridgeFailure.Kind { .unavailable }

    public var meaning: String {
        switch self {
        case .notStarted: "The command that starts the backend could not be run."
        case .endedEarly: "The command that starts the backend ended before the backend was ready."
        case .notReady: "The backend did not get ready within the time allowed."
        case .portInUse: "Something listens already where the backend is to be started."
        }
    }

    public var fix: String {
        switch self {
        case .notStarted: "Read the system's words that stand beside the code."
        case .endedEarly: "Run the command by hand in the project file's folder, and read what it says."
        case .notReady: "Correct `backend.url` or `start.ready`, or allow more time with `start.within`."
        case .portInUse: "Stop it, write ${port} in `backend.url`, or leave `start` out to use what runs."
        }
    }
}
