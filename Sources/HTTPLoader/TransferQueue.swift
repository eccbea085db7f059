import BridgePrimitives
import struct Synchronization.Atomic

/// What other threads have for the loop's thread: requests, cancellations and, for tasks that prefer that thread, jobs.
///
/// Everything that waits is in one mutex; the loop takes it all at once and works outside the lock.
final class TransferQueue: Sendable {
    /// A request whose caller is suspended until the continuation is resumed, exactly once.
    struct Submission: Sendable {
        let id: UInt64
        let request: HTTPRequest
        let continuation: CheckedContinuation<Result<Exchange, TransportFailure>, Never>
    }

    /// What the loop took in one go.
    struct Delivery {
        var submissions: [Submission] = []
        var cancellations: [UInt64] = []
        var jobs: [UnownedJob] = []
        var isClosed = false

        fileprivate mutating func empty() {
            submissions.removeAll(keepingCapacity: true)
            cancellations.removeAll(keepingCapacity: true)
            jobs.removeAll(keepingCapacity: true)
        }
    }

    private struct State {
        var pending = Delivery()
        /// Whether the loop waits, or is about to, and has to be woken.
        var isAsleep = false
        var hasEnded = false

        var isEmpty: Bool {
            pending.submissions.isEmpty && pending.cancellations.isEmpty && pending.jobs.isEmpty && !pending.isClosed
        }
    }

    private let state = Mutex(State())
    private let ids = Atomic<UInt64>(0)
    /// Nil once the loop has ended. Behind a lock of its own: under the loop's the thread that is woken would find it
    /// taken, and sleep again.
    private let waker: Mutex<MultiHandle.Waker?>

    init(waker: MultiHandle.Waker) { self.waker = Mutex(waker) }

    func newID() -> UInt64 { ids.wrappingAdd(1, ordering: .relaxed).newValue }

    /// Hands a request over; answers it at once when the transport is shut down or the calling task is cancelled.
    ///
    /// To be called in the calling task: a cancellation from before this is seen here, a later one comes through
    /// ``cancel(_:)``, so none is missed.
    func submit(_ submission: Submission) {
        let refusal: TransportFailure? = give { state in
            if state.pending.isClosed { return Self.shutDown(submission.request) }
            if Task.isCancelled { return Self.cancelled(submission.request) }
            state.pending.submissions.append(submission)
            return nil
        }
        if let refusal { submission.continuation.resume(returning: .failure(refusal)) }
    }

    func cancel(_ id: UInt64) {
        give { state in if !state.hasEnded { state.pending.cancellations.append(id) } }
    }

    /// Takes no more requests and asks the loop to end.
    func close() { give { $0.pending.isClosed = true } }

    /// Swaps what is pending for `delivery`, whose storage is used again. The loop is awake from here on: what its own
    /// jobs hand over, it finds without being woken.
    func collect(into delivery: inout Delivery) {
        delivery.empty()
        state.withLock { state in
            state.isAsleep = false
            delivery.isClosed = state.pending.isClosed
            swap(&state.pending, &delivery)
        }
    }

    var isEmpty: Bool { state.withLock { $0.isEmpty } }

    /// Whether the loop may wait: nothing is pending, and whatever comes from now on wakes it.
    func fallAsleep() -> Bool {
        state.withLock { state in
            state.isAsleep = state.isEmpty
            return state.isAsleep
        }
    }

    /// Marks the loop as ended; what came meanwhile is in the result, later jobs go elsewhere.
    func end() -> Delivery {
        waker.withLock { $0 = nil }
        return state.withLock { state in
            state.hasEnded = true
            var last = Delivery(isClosed: true)
            swap(&state.pending, &last)
            return last
        }
    }

    /// Changes what is pending, and wakes the loop if it sleeps and there is something for it.
    private func give<Value: Sendable>(_ body: (inout State) -> Value) -> Value {
        let (value, wakes) = state.withLock { state in
            let value = body(&state)
            let wakes = state.isAsleep && !state.isEmpty
            if wakes { state.isAsleep = false }
            return (value, wakes)
        }
        if wakes { waker.withLock { $0?.wake() } }
        return value
    }

    static func shutDown(_ request: HTTPRequest) -> TransportFailure {
        TransportFailure(.shutDown, cause: "\(request.url.hostAndPort): the transport was shut down")
    }

    static func cancelled(_ request: HTTPRequest, begun: Exchange? = nil) -> TransportFailure {
        TransportFailure(.cancelled, cause: "\(request.url.hostAndPort): the request was cancelled", begun: begun)
    }
}

extension TransferQueue: TaskExecutor {
    /// A job is never lost: once the loop has ended, it runs where jobs without preference run.
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isTaken = give { state in
            guard !state.hasEnded else { return false }
            state.pending.jobs.append(job)
            return true
        }
        if !isTaken { globalConcurrentExecutor.enqueue(ExecutorJob(job)) }
    }
}
