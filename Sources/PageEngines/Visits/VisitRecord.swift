import BridgePrimitives
import BridgeTrace
import Listening

/// What is seen of a visit from both sides, the view's events and the proxy's exchanges, while it goes on.
final class VisitRecord: Sendable {
    private struct State {
        var watch: VisitWatch
        var exchanges: [EngineExchange] = []
        var evaluations: [PageScriptAction] = []
        /// Why the view's events have ended; nil while they come.
        var end: (any Error)?
    }

    private let state: Mutex<State>

    init() { state = Mutex(State(watch: VisitWatch(at: .now))) }

    var watch: VisitWatch { state.withLock { $0.watch } }

    /// In the order in which the requests came.
    var exchanges: [EngineExchange] {
        state.withLock { $0.exchanges }.enumerated().sorted {
            ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
        }
        .map(\.element)
    }

    /// A log for the proxy, whose exchanges come here.
    func trace() -> TraceLog {
        TraceLog(clock: WorldClock { SystemTime.now }, masking: Masking(.revealed), capacity: 1) { [self] event in
            guard case .proxied(let proxied) = event.kind else { return }
            let exchange = EngineExchange(proxied, at: event.at)
            state.withLock { state in
                state.exchanges.append(exchange)
                state.watch.touch(at: .now)
            }
        }
    }

    /// What the app evaluated in the page.
    var evaluations: [PageScriptAction] { state.withLock { $0.evaluations } }

    func note(_ evaluation: PageScriptAction) { state.withLock { $0.evaluations.append(evaluation) } }

    /// Why the view's events have ended; nil while they come.
    var end: (any Error)? { state.withLock { $0.end } }

    /// Forgets what was seen: another page is watched from now on.
    func restart() { state.withLock { $0 = State(watch: VisitWatch(at: .now)) } }

    /// Forgets what was seen, and goes on with the page that is shown.
    func goOn() { state.withLock { $0 = State(watch: $0.watch.goingOn(at: .now), end: $0.end) } }

    /// The load of another document is watched from now on; what scripts did before it counts all the same.
    func restartLoad() {
        state.withLock { state in
            let posts = state.watch.happenings.filter {
                if case .scriptMessage(PageObserver.handler, _) = $0.event { true } else { false }
            }
            state.watch = VisitWatch(at: .now, after: posts)
        }
    }

    /// Notes events until they end or the task is cancelled.
    ///
    /// - Parameter answer: called with the name of each handler that the page posts to.
    func note(
        _ events: AsyncThrowingStream<EngineEvent, any Error>, answer: (String) async -> Void = { _ in }
    ) async {
        do {
            for try await event in events {
                let now = SystemTime.now
                state.withLock { $0.watch.note(event, at: now, .now) }
                if case .scriptMessage(let handler, _) = event { await answer(handler) }
            }
        } catch {
            state.withLock { $0.end = error }
        }
    }

    /// Returns when nothing more is to be expected, or the time is up.
    ///
    /// - Throws: what ended the events; `engine/cancelled`.
    func settle(quiet: Duration, patience: Duration, within limit: Duration) async throws {
        let end = ContinuousClock.now + limit
        while true {
            let (failure, isOver) = state.withLock { state in
                (state.end, state.watch.isOver(at: .now, quiet: quiet, patience: patience))
            }
            if let failure { throw failure }
            if isOver { return }
            guard ContinuousClock.now < end else {
                return state.withLock { state in
                    // Without URLs, which may hold secrets.
                    let count = state.watch.waiting.count
                    let waits = count == 0 ? "" : ": \(count) request\(count == 1 ? " has" : "s have") no answer"
                    state.watch.giveUp(
                        PageEngineReason.timedOut.failure("the page did not finish within \(limit)\(waits)"))
                }
            }
            do { try await Task.sleep(for: .milliseconds(20)) } catch {
                throw PageEngineReason.cancelled.failure("the visit was given up")
            }
        }
    }
}
