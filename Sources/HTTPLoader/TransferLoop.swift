import CCurl

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// The loop that owns libcurl's handles. Everything in here belongs to the thread that calls ``run()``.
final class TransferLoop {
    private struct Transfer {
        let submission: TransferQueue.Submission
        let easy: EasyHandle
    }

    private static let idleHandles = 16
    private static let lingerRounds = 20

    private let queue: TransferQueue
    private let multi: MultiHandle
    private let trust: TrustedCertificates
    private let limits: TransportLimits
    private var active: [UnsafeMutableRawPointer: Transfer] = [:]
    private var idle: [EasyHandle] = []
    private var hasAnswered = false

    init(queue: TransferQueue, multi: MultiHandle, trust: TrustedCertificates, limits: TransportLimits) {
        (self.queue, self.multi, self.trust, self.limits) = (queue, multi, trust, limits)
    }

    /// Works until the queue is closed, then answers whatever is still open.
    func run() {
        var delivery = TransferQueue.Delivery()
        repeat {
            do {
                lingerAfterAnswer()
                if queue.fallAsleep() { try multi.wait() }
                queue.collect(into: &delivery)
                carryOut(delivery)
                try drive()
            } catch {
                // libcurl is in a state that it promises not to get into: nothing more can be sent.
                failAll { error.transportFailure(for: $0.url) }
                queue.close()
            }
        } while !delivery.isClosed
        finish()
    }

    /// A lone caller that got its answer often has the next request at once: letting it go first is cheaper than a
    /// sleep and a wake-up. A few rounds only, and only after an answer.
    private func lingerAfterAnswer() {
        guard hasAnswered, active.isEmpty else { return }
        hasAnswered = false
        for _ in 0..<Self.lingerRounds where queue.isEmpty { _ = sched_yield() }
    }

    private func carryOut(_ delivery: TransferQueue.Delivery) {
        for job in delivery.jobs { job.runSynchronously(on: queue.asUnownedTaskExecutor()) }
        for submission in delivery.submissions { begin(submission) }
        for id in delivery.cancellations { giveUp(id) }
    }

    private func begin(_ submission: TransferQueue.Submission) {
        do {
            let easy = try nextHandle()
            try easy.prepare(submission.request)
            try multi.keepConnections(for: active.count + 1)
            try multi.add(easy)
            active[easy.raw] = Transfer(submission: submission, easy: easy)
        } catch {
            submission.continuation.resume(returning: .failure(error.transportFailure(for: submission.request.url)))
        }
    }

    private func nextHandle() throws(CurlFailure) -> EasyHandle {
        if let easy = idle.popLast() { return easy }
        return try EasyHandle(trust: trust, limits: limits)
    }

    private func giveUp(_ id: UInt64) {
        guard let transfer = active.values.first(where: { $0.submission.id == id }) else { return }  // just ended
        let request = transfer.submission.request
        active[transfer.easy.raw] = nil
        let failure = TransferQueue.cancelled(request, begun: transfer.easy.begun(request))
        retire(transfer.easy)
        transfer.submission.continuation.resume(returning: .failure(failure))
    }

    private func drive() throws(CurlFailure) {
        guard !active.isEmpty else { return }
        try multi.perform()
        while let (raw, code) = multi.nextFinished() {
            guard let transfer = active.removeValue(forKey: raw) else { continue }
            let result = transfer.easy.finish(transfer.submission.request, code: code)
            retire(transfer.easy)
            transfer.submission.continuation.resume(returning: result)
            hasAnswered = true
        }
    }

    /// Takes a handle out of the multi handle and keeps it for a later request.
    private func retire(_ easy: EasyHandle) {
        easy.forget()
        do { try multi.remove(easy) } catch { return }  // not to be used again then
        if idle.count < Self.idleHandles { idle.append(easy) }
    }

    private func failAll(_ failure: (HTTPRequest) -> TransportFailure) {
        let ended = active.values
        active = [:]
        for transfer in ended {
            retire(transfer.easy)
            transfer.submission.continuation.resume(returning: .failure(failure(transfer.submission.request)))
        }
    }

    private func finish() {
        failAll(TransferQueue.shutDown)
        let last = queue.end()
        for submission in last.submissions {
            submission.continuation.resume(returning: .failure(TransferQueue.shutDown(submission.request)))
        }
        for job in last.jobs { globalConcurrentExecutor.enqueue(ExecutorJob(job)) }
    }
}
