import BridgePrimitives

/// The task that runs a verb, which others may cancel until it has ended.
final class RunningTask: Sendable {
    /// Unchecked: the mutex `handle` guards each use, and it is emptied before the task ends.
    private struct Handle: @unchecked Sendable { let task: UnsafeCurrentTask? }

    /// Nil once it has ended.
    private let handle: Mutex<Handle?>

    /// The caller's, which has to say when it has ended.
    init() { handle = Mutex(withUnsafeCurrentTask { Handle(task: $0) }) }

    var hasEnded: Bool { handle.withLock { $0 == nil } }

    /// - Parameter mark: is called before, unless the task has ended.
    func cancel(_ mark: () -> Void = {}) {
        handle.withLock { handle in
            guard let handle else { return }
            mark()
            handle.task?.cancel()
        }
    }

    /// Nobody cancels it any more.
    func end() { handle.withLock { $0 = nil } }
}
