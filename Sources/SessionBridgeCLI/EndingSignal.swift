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
    var number: Int32? { first.number.withLock { $0 } }

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

    /// Returns at the first signal, or when the task is cancelled.
    func wait() async { for await _ in first.arrival { break } }
}

private final class FirstSignal: Sendable {
    let number = Mutex<Int32?>(nil)
    let arrival: AsyncStream<Void>
    private let arrive: AsyncStream<Void>.Continuation

    init() { (arrival, arrive) = AsyncStream.makeStream() }

    /// - Returns: whether it is the first.
    func set(_ signal: Int32) -> Bool {
        let isFirst = number.withLock { number in
            defer { number = number ?? signal }
            return number == nil
        }
        if isFirst { arrive.finish() }
        return isFirst
    }
}
