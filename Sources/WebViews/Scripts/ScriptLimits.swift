/// What one script, with the promise reactions that it leads to, may take.
struct ScriptLimits: Hashable, Sendable {
    /// Of the processor: a busy machine stops no script that would end on a quiet one.
    var time: Duration
    /// What the process may grow by while the script runs, in bytes.
    var memory: Int

    /// A script that waits instead of working is stopped after this many times ``time``.
    static let patience = 10

    /// How often the engine asks. A script that allocates as fast as it can takes some tens of megabytes meanwhile.
    var interval: Duration { min(max(time / 20, .milliseconds(1)), .milliseconds(10)) }
}
