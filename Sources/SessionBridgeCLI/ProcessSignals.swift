#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// What signals mean to the whole process.
enum ProcessSignals {
    /// A reader that has gone and a file that may grow no further are errors of a write, which are told. Swift's runtime
    /// takes SIGQUIT for a question and goes on; people who press Ctrl-\ want the end.
    static func prepare() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        signal(SIGQUIT, SIG_DFL)
    }

    /// Whether whoever started the process does not want it to hear of the signal, as `nohup` does not.
    static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(number, nil, &action) == 0 else { return false }
        #if canImport(Darwin)
            let handler = action.__sigaction_u.__sa_handler
        #else
            let handler = action.__sigaction_handler.sa_handler
        #endif
        return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// The exit code of a process that a signal ended, as shells give it.
    static func exitCode(for number: Int32) -> Int32 { 128 + number }
}
