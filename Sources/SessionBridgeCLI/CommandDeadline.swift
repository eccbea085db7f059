import BridgePrimitives
import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Ends the command when its time is up, whatever it does.
///
/// The task is cancelled first, so that browsers are stopped and files closed; a task that does not look is not waited
/// for, and the process ends. The watch is a thread of its own, since all threads for tasks may be busy.
final class CommandDeadline: Sendable {
    /// What a verb that gives up by itself gets on top, to say so.
    static let courtesy = Duration.milliseconds(500)
    /// Until when a cancelled task has to have ended.
    private static let patience = 5.0

    let limit: Duration
    private let end: Date
    private let running = RunningTask()
    /// Whether the task was cancelled for it.
    private let passed = Mutex(false)
    private let lock = NSCondition()

    /// When the command began: reading what was typed takes its part of the time, too.
    static let commandBegan = ContinuousClock.now

    /// - Parameter courtesy: on top of the limit, for a verb that gives up by itself and so counts from now on.
    init(_ limit: Duration, courtesy: Duration = .zero) {
        self.limit = limit
        let spent = courtesy > .zero ? Duration.zero : ContinuousClock.now - Self.commandBegan
        end = Date(timeIntervalSinceNow: Double((limit + courtesy - spent).wholeMilliseconds) / 1000)
        // Nothing is begun for which there is no time.
        if spent >= limit { pass() }
        Thread { [self] in watch() }.start()
    }

    var hasPassed: Bool { passed.withLock { $0 } }

    var failure: BridgeFailure {
        BridgeFailure(UsageReason.timedOut, cause: "the command did not end within \(limit.worldText)")
    }

    /// The task has ended by itself.
    func disarm() {
        running.end()
        lock.lock()
        lock.broadcast()
        lock.unlock()
    }

    private func pass() { running.cancel { passed.withLock { $0 = true } } }

    private func watch() {
        guard !hasEnded(by: end) else { return }
        pass()
        guard !hasEnded(by: max(end, Date.now).addingTimeInterval(Self.patience)) else { return }
        Console.note("session-bridge: \(failure)")
        endAtOnce(failure.kind.exitCode)
    }

    private func hasEnded(by date: Date) -> Bool {
        lock.lock()
        defer { lock.unlock() }
        while !running.hasEnded {
            guard lock.wait(until: date) else { break }
        }
        return running.hasEnded
    }
}
