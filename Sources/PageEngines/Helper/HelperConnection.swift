import BridgePrimitives
import Foundation

/// The conversation with a helper: who waits for which answer, and who listens to which view.
final class HelperConnection: Sendable {
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
        var hello: HelperMessage.Hello?
        var waiting: [Int64: CheckedContinuation<Answer, Never>] = [:]
        var nextListener = 0
        var listeners: [Int: Listener] = [:]
        /// Why nothing more will come; nil while something may.
        var end: BridgeFailure?
    }

    /// The place of the one who waits for `hello`.
    private static let helloID: Int64 = 0

    private let channel: LineChannel
    /// What there is to say about a helper that has gone, its last complaint.
    private let complaint: @Sendable () -> String?
    private let state = Mutex(State())

    init(_ channel: LineChannel, complaint: @escaping @Sendable () -> String?) {
        (self.channel, self.complaint) = (channel, complaint)
        channel.read(take: { [weak self] in self?.take($0) ?? false }, atEnd: { [weak self] in self?.lose() })
    }

    /// - Throws: `engine/timed-out`, `engine/lost`, `engine/bad-answer` or `engine/cancelled`.
    func hello(within limit: Duration) async throws(BridgeFailure) -> HelperMessage.Hello {
        if let hello = state.withLock({ $0.hello }) { return hello }
        _ = try await wait(for: Self.helloID, named: "hello", within: limit) { _ in }.get()
        guard let hello = state.withLock({ $0.hello }) else {
            throw PageEngineReason.badAnswer.failure("the helper's first line is not hello")
        }
        return hello
    }

    /// Asks, and waits for the answer's result.
    ///
    /// - Throws: `engine/timed-out`, `engine/lost`, `engine/bad-answer` or `engine/cancelled`; what the helper's error means.
    @discardableResult
    func call(_ request: EngineRequest, within limit: Duration) async throws(BridgeFailure) -> JSONValue {
        let id = state.withLock { state in
            defer { state.nextID += 1 }
            return state.nextID
        }
        let answer = await wait(for: id, named: request.op, within: limit) { [channel] id in
            channel.send(request.line(id: id))
        }
        do { return try answer.get() } catch { throw error.about(request.op) }
    }

    /// What happens in a view from now on, until the helper ends: that is an error of the stream.
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

    /// The end, from our side.
    func end() {
        close(because: PageEngineReason.cancelled.failure("the helper was ended"))
        channel.end()
    }

    // MARK: - What comes

    private func take(_ line: ArraySlice<UInt8>) -> Bool {
        do throws(BridgeFailure) {
            switch try HelperMessage(parsing: line) {
            case .hello(let hello):
                state.withLock { $0.hello = hello }
                finish(Self.helloID, .success(.null))
            case .answer(let id, let answer): finish(id, answer)
            case .event(let event, let view): tell(event, of: view)
            case .unknown: break
            }
            return true
        } catch {
            close(because: error)
            channel.end()
            return false
        }
    }

    private func tell(_ event: EngineEvent, of view: String?) {
        // A download belongs to a store: all of the views hear of it.
        let listeners = state.withLock { $0.listeners.values.filter { view == nil || $0.view == view } }
        for listener in listeners {
            guard case .dropped = listener.continuation.yield(event) else { continue }
            listener.continuation.finish(
                throwing: PageEngineReason.tooManyEvents.failure("more than \(Self.eventLimit) events wait to be read"))
        }
    }

    private func lose() {
        let words = complaint().map { ": \($0)" } ?? ""
        close(because: PageEngineReason.lost.failure("the helper has ended\(words)"))
    }

    private func close(because failure: BridgeFailure) {
        let (waiting, listeners) = state.withLock { state in
            // The first reason is the one that counts.
            if state.end == nil { state.end = failure }
            defer { (state.waiting, state.listeners) = ([:], [:]) }
            return (state.waiting, state.listeners)
        }
        for continuation in waiting.values { continuation.resume(returning: .failure(failure)) }
        for listener in listeners.values { listener.continuation.finish(throwing: failure) }
    }

    // MARK: - Who waits

    private func wait(
        for id: Int64, named name: String, within limit: Duration, _ begin: @Sendable (Int64) -> Void
    ) async -> Answer {
        let cancelled = Answer.failure(PageEngineReason.cancelled.failure("the wait was given up"))
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let end = state.withLock { state in
                    if state.end == nil { state.waiting[id] = continuation }
                    return state.end
                }
                if let end { return continuation.resume(returning: .failure(end)) }
                // What came before anybody waited.
                if id == Self.helloID, state.withLock({ $0.hello != nil }) { finish(id, .success(.null)) }
                if Task.isCancelled { return finish(id, cancelled) }
                begin(id)
                let late = PageEngineReason.timedOut.failure("no answer within \(limit)")
                DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(Int(limit.wholeMilliseconds))) {
                    [weak self] in self?.finish(id, .failure(late))
                }
            }
        } onCancel: {
            finish(id, cancelled)
        }
    }

    private func finish(_ id: Int64, _ answer: Answer) {
        state.withLock { $0.waiting.removeValue(forKey: id) }?.resume(returning: answer)
    }
}
