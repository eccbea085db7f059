import Synchronization

/// The tasks that a client started for the app: each has this owner, which awaits it.
final class RunningTasks: Sendable {
    /// How a task ends: soon and by itself, or only with a change of the world.
    enum Kind { case work, watch }

    private struct State {
        var next = 0
        var isOver = false
        var work: [Int: Task<Void, Never>] = [:]
        var watches: [Int: Task<Void, Never>] = [:]
    }

    private let state = Mutex(State())

    /// Starts a task; after the end it does nothing.
    ///
    /// - Returns: what cancels it; nil after the end.
    @discardableResult
    func start(_ kind: Kind = .work, _ body: @escaping @Sendable () async -> Void) -> Task<Void, Never>? {
        state.withLock { state in
            guard !state.isOver else { return nil }
            let id = state.next
            state.next += 1
            let task = Task {
                await body()
                self.remove(id)
            }
            // The task may be over already; then its removal waits for the lock.
            switch kind {
            case .work: state.work[id] = task
            case .watch: state.watches[id] = task
            }
            return task
        }
    }

    private func remove(_ id: Int) {
        state.withLock { state in
            state.work[id] = nil
            state.watches[id] = nil
        }
    }

    /// Returns when no work is left, including what work started.
    func settle() async {
        while let task = state.withLock({ $0.work.first?.value }) { await task.value }
    }

    /// Cancels everything, and returns when it is over.
    func end() async {
        let tasks = state.withLock { state in
            state.isOver = true
            return Array(state.work.values) + Array(state.watches.values)
        }
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }
}
