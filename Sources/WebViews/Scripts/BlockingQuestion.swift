import BridgePrimitives
import Dispatch

/// A question to somebody who answers in their own time, asked by code that cannot go on before: a script that called
/// `alert`, and the engine below it.
///
/// Blocks the thread. Only for threads of our own: those of Swift's pool are what the answer is made on.
final class BlockingQuestion<Answer: Sendable>: Sendable {
    private let answer = Mutex<Answer?>(nil)
    private let isAnswered = DispatchSemaphore(value: 0)

    private init() {}

    /// - Parameter limit: real time; the question is cancelled then.
    /// - Returns: nil when there was no answer in time.
    static func ask(within limit: Duration, _ question: @escaping @Sendable () async -> Answer) -> Answer? {
        let asked = BlockingQuestion()
        // Ends with the answer. It has the values of the task at hand, and with them the app that is running.
        let task = Task { asked.give(await question()) }
        let milliseconds = DispatchTimeInterval.milliseconds(Int(clamping: limit.wholeMilliseconds))
        if asked.isAnswered.wait(timeout: .now() + milliseconds) == .timedOut { task.cancel() }
        return asked.answer.withLock { $0 }
    }

    private func give(_ answer: Answer) {
        self.answer.withLock { $0 = answer }
        isAnswered.signal()
    }
}
