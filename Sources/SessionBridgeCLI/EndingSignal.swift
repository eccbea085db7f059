import BridgePrimitives
import UnixSignals

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The signals that end a service or a run: at the first it is to clean up, the second ends it at once.
final class EndingSignal: Sendable {
    private static let signals: [(signal: UnixSignal, number: Int32)] = [
        (.sigterm, SIGTERM), (.sigint, SIGINT), (.sighup, SIGHUP), (.sigquit, SIGQUIT),
    ]

    private let first: FirstSignal
    private let watch: Task<Void, Never>

    /// The first; nil before there was one.
    var number: Int32? { first.number }

    /// What a service ends with after the clean-up: 0 where it was asked to stop as people and supervisors do it, else
    /// 128 and the signal's number; nil before there was one.
    var exitCode: Int32? {
        number.map { [SIGTERM, SIGINT].contains($0) ? 0 : ProcessSignals.exitCode(for: $0) }
    }

    /// As `kill -l` has it with SIG before.
    static func name(of number: Int32) -> String {
        switch number {
        case SIGTERM: "SIGTERM"
        case SIGINT: "SIGINT"
        case SIGHUP: "SIGHUP"
        case SIGQUIT: "SIGQUIT"
        default: "signal \(number)"
        }
    }

    /// Signals are caught from now on.
    init() async {
        let caught = Self.signals.filter { $0.number != SIGHUP || !ProcessSignals.isIgnored(SIGHUP) }
        let sequence = await UnixSignalsSequence(trapping: caught.map(\.signal))
        let first = FirstSignal()
        self.first = first
        watch = Task {
            for await signal in sequence {
                guard let number = caught.first(where: { $0.signal == signal })?.number else { continue }
                guard first.set(number) else { _exit(ProcessSignals.exitCode(for: number)) }
            }
        }
    }

    deinit { watch.cancel() }

    /// Returns at the first signal, or when the task is cancelled; whoever else waits goes on waiting then.
    func wait() async { for await _ in first.arrival() { break } }
}

private final class FirstSignal: Sendable {
    private struct State {
        var number: Int32?
        /// One each: a stream that one task stops reading ends for all.
        var waiting: [AsyncStream<Void>.Continuation] = []
    }

    private let state = Mutex(State())

    var number: Int32? { state.withLock { $0.number } }

    /// Ends at the first signal.
    func arrival() -> AsyncStream<Void> {
        let (arrival, arrive) = AsyncStream<Void>.makeStream()
        let hasArrived = state.withLock { state in
            if state.number == nil { state.waiting.append(arrive) }
            return state.number != nil
        }
        if hasArrived { arrive.finish() }
        return arrival
    }

    /// - Returns: whether it is the first.
    func set(_ signal: Int32) -> Bool {
        let (isFirst, waiting) = state.withLock { state in
            defer { (state.number, state.waiting) = (state.number ?? signal, []) }
            return (state.number == nil, state.waiting)
        }
        for arrive in waiting { arrive.finish() }
        return isFirst
    }
}
