import BridgePrimitives

/// The tasks that a client started for the app: each has this owner, which awaits it.
final class RunningTasks: Sendable {
    /// How a task ends: soon and by itself, with the device's first unlock, or only with another change of the world.
    enum Kind: CaseIterable { case work, unlock, watch }

    private struct State {
        var next = 0
        var isOver = false
        var tasks: [Kind: [Int: Task<Void, Never>]] = [:]
    }

    private let state = Mutex(State())

    /// Starts a task; after the end it does nothing.
    ///
    /// - Returns: what cancels it; nil after the end.
    @discardableResult
    func start(_ kind: Kind = .work, _ body: @escaping @Sendable () async -> Void) -> Task<Void, Never>? {
        add(kind) { id in
            Task(executorPreference: preferredExecutor) {
                await body()
                self.remove(id)
            }
        }
    }

    /// The same for work of the main actor's: it begins there, without a thread in between.
    func startOnMainActor(_ body: @escaping @MainActor @Sendable () async -> Void) {
        add(.work) { id in
            Task { @MainActor in
                await body()
                self.remove(id)
            }
        }
    }

    @discardableResult
    private func add(_ kind: Kind, _ start: (Int) -> Task<Void, Never>) -> Task<Void, Never>? {
        state.withLock { state in
            guard !state.isOver else { return nil }
            let id = state.next
            state.next += 1
            let task = start(id)
            // The task may be over already; then its removal waits for the lock.
            state.tasks[kind, default: [:]][id] = task
            return task
        }
    }

    private func remove(_ id: Int) {
        state.withLock { state in
            for kind in Kind.allCases { state.tasks[kind]?[id] = nil }
        }
    }

    /// Returns when nothing of that kind is left, including what was started meanwhile.
    func settle(_ kind: Kind = .work) async {
        while let task = state.withLock({ $0.tasks[kind]?.first?.value }) { await task.value }
    }

    /// Cancels everything, and returns when it is over.
    func end() async {
        let tasks = state.withLock { state in
            state.isOver = true
            return Kind.allCases.flatMap { state.tasks[$0]?.values.map(\.self) ?? [] }
        }
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }
}
