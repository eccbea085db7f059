/// What a service does when a request names another project than the one that it was started for.
public enum SingleProjectMode: String, CaseIterable, Sendable {
    /// Serves it.
    case off
    /// Serves it, and notes it in the trace, once for each project: what the emulator suite's command does.
    case warning
    /// Answers 400, with a sentence in place of a code.
    case error
}
