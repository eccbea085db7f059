import BridgePrimitives
import UnixSignals

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The signals that are meant for the command that runs: caught here and passed on, so that it decides what they mean.
final class ForwardedSignals: Sendable {
    private static let table: [(signal: UnixSignal, number: Int32)] = [
        (.sigterm, SIGTERM), (.sigint, SIGINT), (.sighup, SIGHUP), (.sigquit, SIGQUIT), (.sigusr1, SIGUSR1),
        (.sigusr2, SIGUSR2),
    ]

    private struct State {
        var process: pid_t?
        /// Those that came before there was a process.
        var waiting: [Int32] = []
    }

    /// What was ignored when we were started, by `nohup` or a shell's background, stays ignored.
    let caught: [Int32]
    private let state: SharedState
    private let watch: Task<Void, Never>

    /// Signals are caught from now on.
    init() async {
        let rows = Self.table.filter { !ProcessSignals.isIgnored($0.number) }
        let sequence = await UnixSignalsSequence(trapping: rows.map(\.signal))
        let state = SharedState()
        (caught, self.state) = (rows.map(\.number), state)
        watch = Task {
            for await signal in sequence {
                guard let number = rows.first(where: { $0.signal == signal })?.number else { continue }
                state.take(number)
            }
        }
    }

    deinit { watch.cancel() }

    /// The first that came before a command was started.
    var first: Int32? { state.value.withLock { $0.waiting.first } }

    func begin(forwardingTo process: pid_t) {
        let waiting = state.value.withLock { state in
            state.process = process
            defer { state.waiting = [] }
            return state.waiting
        }
        for number in waiting { state.take(number) }
    }

    /// From here on the process's number may be another's.
    func endForwarding() { state.value.withLock { $0.process = nil } }

    private final class SharedState: Sendable {
        let value = Mutex(State())

        func take(_ number: Int32) {
            // What is typed at a terminal goes to all of the foreground by itself; twice would be a second Ctrl-C.
            let isTyped = [SIGINT, SIGQUIT].contains(number) && Self.isInForeground
            value.withLock { state in
                guard let process = state.process else { return state.waiting.append(number) }
                if !isTyped { kill(process, number) }
            }
        }

        /// Whether a terminal has this process in its foreground.
        private static var isInForeground: Bool {
            let terminal = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC)
            guard terminal >= 0 else { return false }
            defer { close(terminal) }
            return tcgetpgrp(terminal) == getpgrp()
        }
    }
}
