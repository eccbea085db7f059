import ArgumentParser
import BridgePrimitives
import ChildProcesses
import UnixSignals

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The signals that end a service or a run: at the first it is to clean up, the second ends it at once, and what it has
/// started with it.
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
                guard first.take(number, at: .now) else { endAtOnce(ProcessSignals.exitCode(for: number)) }
            }
        }
    }

    deinit { watch.cancel() }

    /// Runs `body`, whose task the first signal cancels: it ends what it has started, as at any other end.
    ///
    /// - Throws: the exit code of the signal, as shells have it, whatever the body made of its end.
    func cancelling(_ body: () async throws -> Void) async throws {
        let running = RunningTask()
        let watch = Task {
            await wait()
            if number != nil { running.cancel() }
        }
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
        running.end()
        watch.cancel()
        await watch.value
        if let number { throw ExitCode(ProcessSignals.exitCode(for: number)) }
        try outcome.get()
    }

    /// Returns at the first signal, or when the task is cancelled; whoever else waits goes on waiting then.
    func wait() async { for await _ in first.arrival() { break } }
}

/// Ends the process without any clean-up but one: what it has started would go on without it.
func endAtOnce(_ code: Int32) -> Never {
    ChildProcess.killAll()
    _exit(code)
}

private final class FirstSignal: Sendable {
    /// `timeout` and supervisors signal the process and then its group, which it is in: they mean one end, and so does
    /// what comes with the first.
    private static let oneEnd = Duration.seconds(1)

    private struct State {
        var number: Int32?
        var arrived: ContinuousClock.Instant?
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

    /// - Returns: whether it says nothing new: it is the first, or came with it.
    func take(_ signal: Int32, at now: ContinuousClock.Instant) -> Bool {
        let (isSame, waiting) = state.withLock { state in
            let arrived = state.arrived ?? now
            defer { (state.number, state.arrived, state.waiting) = (state.number ?? signal, arrived, []) }
            return (now - arrived < Self.oneEnd, state.waiting)
        }
        for arrive in waiting { arrive.finish() }
        return isSame
    }
}
