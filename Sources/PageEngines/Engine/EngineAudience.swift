import BridgePrimitives
import Foundation

/// Who waits for which answer of an engine's, and who listens to which view, until the engine has gone.
final class EngineAudience: Sendable {
    typealias Answer = Result<JSONValue, BridgeFailure>
    typealias Events = AsyncThrowingStream<EngineEvent, any Error>

    /// Events that a listener may be behind; beyond them it is told that there are too many.
    static let eventLimit = 50_000

    private struct Listener {
        let view: String
        let continuation: Events.Continuation
    }

    private struct State {
        var nextID: Int64 = 1
        var waiting: [Int64: CheckedContinuation<Answer, Never>] = [:]
        var nextListener = 0
        var listeners: [Int: Listener] = [:]
        /// Why nothing more will come; nil while something may.
        var end: BridgeFailure?
    }

    private let state = Mutex(State())

    // MARK: - Answers

    /// A number for a question, from 1.
    func freshID() -> Int64 {
        state.withLock { state in
            defer { state.nextID += 1 }
            return state.nextID
        }
    }

    /// Begins, and waits for the answer with this number.
    func answer(
        to id: Int64, within limit: Duration, _ begin: @Sendable (Int64) -> Void
    ) async -> Answer {
        let cancelled = Answer.failure(PageEngineReason.cancelled.failure("the wait was given up"))
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let end = state.withLock { state in
                    if state.end == nil { state.waiting[id] = continuation }
                    return state.end
                }
                if let end { return continuation.resume(returning: .failure(end)) }
                if Task.isCancelled { return answer(id, cancelled) }
                begin(id)
                let late = PageEngineReason.timedOut.failure("no answer within \(limit)")
                DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(Int(limit.wholeMilliseconds))) {
                    [weak self] in self?.answer(id, .failure(late))
                }
            }
        } onCancel: {
            answer(id, cancelled)
        }
    }

    /// Without effect where nobody waits, or nobody waits any longer.
    func answer(_ id: Int64, _ answer: Answer) {
        state.withLock { $0.waiting.removeValue(forKey: id) }?.resume(returning: answer)
    }

    // MARK: - Events

    /// What happens in a view from now on, until the end: that is an error of the stream.
    func events(of view: String) -> Events {
        let (events, continuation) = Events.makeStream(bufferingPolicy: .bufferingOldest(Self.eventLimit))
        let (number, end) = state.withLock { state in
            state.nextListener += 1
            if state.end == nil {
                state.listeners[state.nextListener] = Listener(view: view, continuation: continuation)
            }
            return (state.nextListener, state.end)
        }
        if let end { continuation.finish(throwing: end) }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.listeners.removeValue(forKey: number) }
        }
        return events
    }

    /// No more events of a view: those who listen have heard all.
    func endEvents(of view: String) {
        let listeners = state.withLock { $0.listeners.values.filter { $0.view == view } }
        for listener in listeners { listener.continuation.finish() }
    }

    /// - Parameter view: nil for all of them.
    func tell(_ event: EngineEvent, of view: String?) {
        let listeners = state.withLock { $0.listeners.values.filter { view == nil || $0.view == view } }
        for listener in listeners {
            guard case .dropped = listener.continuation.yield(event) else { continue }
            listener.continuation.finish(
                throwing: PageEngineReason.tooManyEvents.failure("more than \(Self.eventLimit) events wait to be read"))
        }
    }

    // MARK: - The end

    /// Nobody waits any longer. The first reason is the one that counts.
    func end(because failure: BridgeFailure) {
        let (waiting, listeners) = state.withLock { state in
            if state.end == nil { state.end = failure }
            defer { (state.waiting, state.listeners) = ([:], [:]) }
            return (state.waiting, state.listeners)
        }
        for continuation in waiting.values { continuation.resume(returning: .failure(failure)) }
        for listener in listeners.values { listener.continuation.finish(throwing: failure) }
    }
}
