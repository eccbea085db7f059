public import BridgePrimitives

/// Why a command of the user's own did not run; the exit codes are those that shells give.
public enum CommandReason: String, Reason {
    case notFound = "command/not-found"
    case notRunnable = "command/not-runnable"

    public var meaning: String {
        switch self {
        case .notFound: "There is no such command."
        case .notRunnable: "The system does not run the command."
        }
    }

    public var fix: String {
        switch self {
        case .notFound: "Write its path, or put its folder into PATH."
        case .notRunnable: "Make the file executable, and begin it with #!."
        }
    }
}
