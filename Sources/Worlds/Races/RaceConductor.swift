import BridgePrimitives
import BridgeTrace
package import CookieStores
package import Exploring

/// Orders what happens in one world: lets one party act at a time, up to the next event that it waits for, and asks a
/// policy who is next when all wait.
///
/// Nothing is simulated here: the code that waits is the store's, the view's, the app's own.
package final class RaceConductor: EventOrdering, Sendable {
    let plan: RacePlan
    let trace: TraceLog
    let state: Mutex<State>

    struct State {
        var policy: OrderPolicy
        var pending: [Pending] = []
        /// Parties that are on their way to their next event.
        var running = 1
        var played: [PlayedEvent] = []
        /// What goes on now.
        var current: Current?
        /// Stores whose process has been started.
        var warm: Set<String> = []
        /// The step whose task keeps the main thread waiting.
        var mainHolder: RaceStep?
        var ending: RaceEnding?
        /// Who waits until all others do.
        var waiter: CheckedContinuation<Void, Never>?
        /// Who waits until nothing is left that can happen.
        var finisher: CheckedContinuation<Void, Never>?
        /// Who waits for the end of all tasks.
        var joiner: CheckedContinuation<Void, Never>?
        var tasks = 0
        var starters: [Int: CheckedContinuation<Void, Never>] = [:]
        var released: Set<Int> = []
        var stepsBegun = 0
        /// What the next step of the scenario itself rests on.
        var causes: [RaceEvent] = []
    }

    struct Pending {
        let event: RaceEvent
        let kind: RaceEventKind
        let detail: String
        let causes: [RaceEvent]
        let step: RaceStep
        let wake: Wake
    }

    enum Wake {
        case party(CheckedContinuation<EventTurn, Never>)
        case message(@Sendable (EventTurn) -> Void)
    }

    struct Current {
        let pending: Pending
        let enabled: [RaceEvent]
        let mark: Int
    }

    init(_ plan: RacePlan, trace: TraceLog) {
        (self.plan, self.trace) = (plan, trace)
        state = Mutex(State(policy: plan.policy))
    }

    // MARK: Waiting

    package func turn(of event: UnorderedEvent) async -> EventTurn {
        if event.kind == .loadStarts, !plan.hasColdStore { return .now }
        return await turn(of: .unordered(event.kind, store: event.store), detail: event.detail)
    }

    package func post(_ event: UnorderedEvent, _ body: @escaping @Sendable (EventTurn) -> Void) {
        guard let step = RaceStep.current else { return body(.now) }
        let kind = RaceEventKind.unordered(event.kind, store: event.store)
        let pending = Pending(
            event: step.postedEvent(kind.label(in: step.name) ?? "message"), kind: kind, detail: event.detail,
            causes: step.causes, step: step, wake: .message(body))
        state.withLock { if $0.ending == nil { $0.pending.append(pending) } }
    }

    /// The turn of a completion handler.
    func turnOfHandler() async -> EventTurn { await turn(of: .handler) }

    func turn(of kind: RaceEventKind, detail: String = "") async -> EventTurn {
        guard let step = RaceStep.current else { return .now }
        guard !step.life.isOver else { return .never }
        let event = step.event(kind.label(in: step.name))
        let turn = await withCheckedContinuation { continuation in
            let pending = Pending(
                event: event, kind: kind, detail: detail, causes: step.causes, step: step, wake: .party(continuation))
            let action = state.withLock { state -> Action in
                guard state.ending == nil else { return .wake([(continuation, .never)]) }
                state.pending.append(pending)
                state.running -= 1
                return self.goOn(&state)
            }
            perform(action)
        }
        if turn == .now { step.causes = [event] }
        return turn
    }

    func holdMainThread() { state.withLock { $0.mainHolder = RaceStep.current } }
    func releaseMainThread() { state.withLock { $0.mainHolder = nil } }

    // MARK: Going on

    enum Action {
        case nothing
        case wake([(CheckedContinuation<EventTurn, Never>, EventTurn)], others: [CheckedContinuation<Void, Never>] = [])
        case deliver(@Sendable (EventTurn) -> Void)
        case resume(CheckedContinuation<Void, Never>)
    }

    func perform(_ action: Action) {
        var action = action
        while true {
            switch action {
            case .nothing: return
            case .resume(let continuation): return continuation.resume()
            case .wake(let parties, let others):
                for (continuation, turn) in parties { continuation.resume(returning: turn) }
                for continuation in others { continuation.resume() }
                return
            case .deliver(let body):
                body(.now)
                action = state.withLock { state in
                    state.running -= 1
                    return self.goOn(&state)
                }
            }
        }
    }

    /// Whoever is next, when nobody acts.
    func goOn(_ state: inout State) -> Action {
        guard state.running == 0, state.ending == nil else { return .nothing }
        if let waiter = state.waiter {
            state.waiter = nil
            state.running = 1
            return .resume(waiter)
        }
        close(&state)
        let enabled = state.pending.filter { canHappen($0, state) }.sorted { $0.event < $1.event }
        guard !enabled.isEmpty else {
            if let finisher = state.finisher {
                state.finisher = nil
                state.running = 1
                return .resume(finisher)
            }
            return state.pending.isEmpty ? .nothing : end(.deadlock(waits(in: state)), &state)
        }
        guard let event = state.policy.next(of: enabled.map(\.event)),
            let place = state.pending.firstIndex(where: { $0.event == event })
        else { return end(.cut, &state) }
        let chosen = state.pending.remove(at: place)
        state.running = 1
        state.current = Current(pending: chosen, enabled: enabled.map(\.event), mark: trace.mark)
        if case .unordered(.loadStarts, let store) = chosen.kind { state.warm.insert(store) }
        switch chosen.wake {
        case .party(let continuation): return .wake([(continuation, .now)])
        case .message(let body): return .deliver(body)
        }
    }

    private func canHappen(_ pending: Pending, _ state: State) -> Bool {
        if pending.kind.needsMainThread, state.mainHolder != nil { return false }
        guard plan.hasColdStore, pending.kind.isCallToStore, let store = pending.kind.store else { return true }
        return store != StoreName.webView || state.warm.contains(store)
    }

    /// The event that went on has ended: what it has touched is known now.
    func close(_ state: inout State) {
        guard let current = state.current else { return }
        state.current = nil
        var footprint = current.pending.kind.footprint
        let events = trace.events(latest: trace.mark - current.mark)
        footprint.formUnion(Footprint(of: events))
        let event = current.pending.event
        state.played.append(
            PlayedEvent(
                moment: Execution.Moment(
                    enabled: current.enabled, chosen: event, causes: current.pending.causes, footprint: footprint),
                kind: current.pending.kind, detail: current.pending.detail, traced: current.mark..<trace.mark))
        state.policy.happened(event, touching: footprint)
    }

    /// Nothing is ordered any more: whoever waits is let go.
    func end(_ ending: RaceEnding, _ state: inout State) -> Action {
        close(&state)
        state.ending = state.ending ?? ending
        var parties: [(CheckedContinuation<EventTurn, Never>, EventTurn)] = []
        for pending in state.pending {
            if case .party(let continuation) = pending.wake { parties.append((continuation, .never)) }
        }
        var others = [state.waiter, state.finisher].compactMap(\.self) + state.starters.values
        if state.tasks == 0, let joiner = state.joiner {
            others.append(joiner)
            state.joiner = nil
        }
        (state.waiter, state.finisher, state.starters, state.pending) = (nil, nil, [:], [])
        return .wake(parties, others: others)
    }

    /// Ends it from outside, as the run is cancelled.
    func end(_ ending: RaceEnding) { perform(state.withLock { end(ending, &$0) }) }

    var ending: RaceEnding? { state.withLock { $0.ending } }
}

/// Why nothing is ordered any more.
enum RaceEnding: Hashable, Sendable {
    /// Who waits for whom.
    case deadlock([String])
    /// What follows was gone through in another run.
    case cut
    case cancelled
}

/// An event that has happened.
package struct PlayedEvent: Sendable {
    package let moment: Execution.Moment
    let kind: RaceEventKind
    package let detail: String
    /// The numbers of what it has left in the trace.
    package let traced: Range<Int>
}

extension Footprint {
    /// What these events show to have been touched.
    fileprivate init(of events: [TraceEvent]) {
        var (reads, writes): (Set<Resource>, Set<Resource>) = ([], [])
        for event in events {
            switch event.kind {
            case .cookieWrite(let write): writes.insert(.cookies(of: write.store, write.name))
            case .cookieRead(let read): reads.insert(.cookies(of: read.store))
            default: break
            }
        }
        self.init(reads: reads, writes: writes)
    }
}
