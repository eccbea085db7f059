import BridgePrimitives
import BridgeTrace
import CookieStores
import Exploring
import Scenarios

extension RaceConductor {
    /// The scenario takes its next step.
    ///
    /// - Returns: nil for one whose events all have their place.
    func nextStep() -> (step: RaceStep?, path: [Int], isLast: Bool) {
        state.withLock { state in
            let place = state.stepsBegun
            state.stepsBegun += 1
            let isLast = place == plan.stepCount - 1
            guard place >= plan.start, place < plan.stepCount, state.ending == nil else {
                return (nil, [place], isLast)
            }
            let step = RaceStep(
                path: [place], name: plan.name(at: [place]) ?? "together", life: TaskLife(), after: state.causes)
            return (step, [place], isLast)
        }
    }

    func ended(_ step: RaceStep) { state.withLock { $0.causes = step.causes } }

    /// Takes tasks side by side: each goes as far as its first event, in the order in which they are written down, and
    /// from there on as the policy says.
    ///
    /// - Parameter body: takes one step of a task.
    /// - Returns: the first failure, in the order of the tasks.
    func together(
        _ together: Together, in parent: RaceStep, _ body: @escaping @Sendable (Step) async throws(StepFailure) -> Void
    ) async -> StepFailure? {
        let count = together.tasks.count
        state.withLock { $0.tasks = count }
        let outcomes = await withTaskGroup(of: (Int, StepFailure?, [RaceEvent]).self) { group in
            for (number, task) in together.tasks.enumerated() {
                group.addTask {
                    await self.begin(number)
                    let life = TaskLife()
                    var (causes, failure) = (parent.causes, StepFailure?.none)
                    for (place, located) in task.enumerated() where failure == nil && !life.isOver {
                        let path = parent.path + [number, place]
                        let step = RaceStep(
                            path: path, name: self.plan.name(at: path) ?? located.step.name, life: life, after: causes)
                        failure = await RaceStep.$current.withValue(step) {
                            do throws(StepFailure) { try await body(located.step) } catch { return error }
                            return nil
                        }
                        causes = step.causes
                    }
                    self.taskEnded()
                    return (number, life.isOver ? nil : failure, causes)
                }
            }
            for number in 0..<count { await release(number) }
            await join()
            var outcomes: [(Int, StepFailure?, [RaceEvent])] = []
            for await outcome in group { outcomes.append(outcome) }
            return outcomes.sorted { $0.0 < $1.0 }
        }
        parent.causes = outcomes.flatMap(\.2).uniqued()
        return outcomes.lazy.compactMap(\.1).first
    }

    /// A task waits until it may begin.
    private func begin(_ number: Int) async {
        await withCheckedContinuation { continuation in
            let goes = state.withLock { state in
                if state.released.remove(number) != nil || state.ending != nil { return true }
                state.starters[number] = continuation
                return false
            }
            if goes { continuation.resume() }
        }
    }

    /// Lets a task go as far as its first event.
    private func release(_ number: Int) async {
        await waitingForOthers { state in
            if let starter = state.starters.removeValue(forKey: number) { return starter }
            state.released.insert(number)
            return nil
        }
    }

    /// Waits until somebody else, whom `start` sets off, waits.
    private func waitingForOthers(_ start: (inout State) -> CheckedContinuation<Void, Never>?) async {
        await withCheckedContinuation { continuation in
            let (started, isOver) = state.withLock { state -> (CheckedContinuation<Void, Never>?, Bool) in
                let started = start(&state)
                guard state.ending == nil else { return (started, true) }
                state.waiter = continuation
                return (started, false)
            }
            started?.resume()
            if isOver { continuation.resume() }
        }
    }

    private func join() async {
        await withCheckedContinuation { continuation in
            let action = state.withLock { state -> Action in
                guard state.tasks > 0 else { return .resume(continuation) }
                state.joiner = continuation
                state.running -= 1
                return self.goOn(&state)
            }
            perform(action)
        }
    }

    private func taskEnded() {
        let action = state.withLock { state -> Action in
            state.tasks -= 1
            state.running -= 1
            if state.tasks == 0, let joiner = state.joiner {
                state.joiner = nil
                // Whoever has let the last one begin still waits for it, and joins afterwards.
                state.running = 1
                return .resume(joiner)
            }
            return self.goOn(&state)
        }
        perform(action)
    }

    /// Everything that is still on its way arrives.
    func finish() async {
        await withCheckedContinuation { continuation in
            let action = state.withLock { state -> Action in
                guard state.ending == nil else { return .resume(continuation) }
                state.finisher = continuation
                state.running -= 1
                return self.goOn(&state)
            }
            perform(action)
        }
    }

    /// The app's process ends: its other tasks, and its messages that have not arrived.
    func endOtherTasks() async {
        guard let current = RaceStep.current else { return }
        while let party = state.withLock({ state -> CheckedContinuation<EventTurn, Never>? in
            let place = state.pending.firstIndex { pending in
                if case .party = pending.wake { pending.step.life !== current.life } else { false }
            }
            guard let place, case .party(let continuation) = state.pending[place].wake else { return nil }
            state.pending.remove(at: place).step.life.end()
            return continuation
        }) {
            await waitingForOthers { _ in
                party.resume(returning: .never)
                return nil
            }
        }
        let lost = state.withLock { state -> [@Sendable (EventTurn) -> Void] in
            var messages: [@Sendable (EventTurn) -> Void] = []
            state.pending.removeAll { pending in
                guard case .message(let body) = pending.wake else { return false }
                messages.append(body)
                return true
            }
            return messages
        }
        for message in lost { message(.never) }
    }

    // MARK: What came of it

    /// Why the scenario cannot go on behind `step`; nil when it can.
    func failure(of step: String) -> StepFailure? {
        switch ending {
        case nil, .cancelled: nil
        case .cut: StepFailure(step: step, RaceReason.notRepeatable)
        case .deadlock(let waits):
            StepFailure(step: step, RaceReason.deadlock, message: "a deadlock: " + waits.joined(separator: "; "))
        }
    }

    /// Why what happened is not the order that the scenario names; nil when it is.
    func deviation(in step: String) -> StepFailure? {
        let (policy, played) = state.withLock { ($0.policy, $0.played) }
        guard let name = policy.missed ?? policy.waiting.first,
            let entry = plan.order?.entries.first(where: { $0.name == name })
        else { return nil }
        let names = played.map(\.moment.chosen.name)
        let what =
            names.contains(name)
            ? "\(name) cannot come where the order has it"
            : "no event is called \(name); \(Suggestion.text(for: name, among: names))"
        return StepFailure(step: step, RaceReason.orderNotFollowed, message: "\(entry.location): \(what)")
    }

    /// All that happened, in order; for whoever has the last word.
    package var played: [PlayedEvent] {
        state.withLock { state in
            close(&state)
            return state.played
        }
    }

    /// What was to happen and did not come again.
    package var strayed: String? { wasCut ? state.withLock { $0.policy.missed } : nil }

    package var wasCut: Bool { ending == .cut }
    package var deadlock: [String]? { if case .deadlock(let waits) = ending { waits } else { nil } }

    /// Who waits for whom, as far as the first is met again.
    func waits(in state: State) -> [String] {
        if let holder = state.mainHolder,
            let pending = state.pending.first(where: { $0.step === holder }) ?? state.pending.first
        {
            return [
                "the app's main thread stands still until \(pending.event.name) has run",
                "\(pending.event.name) waits for the app's main thread",
            ]
        }
        guard let call = state.pending.filter(\.kind.isCallToStore).map(\.event).min(),
            let caller = state.pending.first(where: { $0.event == call })
        else { return state.pending.map(\.event).sorted().map { "\($0.name) waits" } }
        let first = "\(call.name) waits for the store's process, which the first load of a view starts"
        let load = plan.steps.first { step in
            guard caller.step.path.lexicographicallyPrecedes(step.path) || caller.step.path == step.path else {
                return false
            }
            switch step.step.step {
            case .view(.open), .view(.reload): return true
            case .page(let step): return step.isLoad
            default: return false
            }
        }
        guard let load else { return [first, "nothing that comes after it loads a page"] }
        return [first, "\(load.name), which would load one, waits for \(call.name)"]
    }
}
