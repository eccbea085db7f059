/// Why a command of the user's own did not run; the exit codes are those that shells give.
public enum CommandReason: String, Reason {
    case notFound = "command/not-found"
    case notRunnable = "command/not-runnable"
}
