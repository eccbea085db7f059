public import BridgePrimitives

/// A transport that gives up when the world's clock has passed a moment.
public struct DeadlineTransport: Transport {
    private let inner: any Transport
    private let deadline: Instant
    private let clock: WorldClock

    public init(_ inner: any Transport, deadline: Instant, on clock: WorldClock) {
        (self.inner, self.deadline, self.clock) = (inner, deadline, clock)
    }

    public func perform(_ request: HTTPRequest) async throws(TransportFailure) -> Exchange {
        let (inner, limit) = (inner, deadline - clock.now)
        // What had come when the request was given up: it ends before the deadline's own failure is thrown.
        let begun = Mutex<Exchange?>(nil)
        do {
            return try await withDeadline(limit, on: clock) {
                do { return try await inner.perform(request) } catch let failure as TransportFailure {
                    begun.withLock { $0 = failure.begun }
                    throw failure
                }
            }
        } catch let failure as TransportFailure {
            guard failure.code == .timedOut, failure.begun == nil, let begun = begun.withLock({ $0 }) else {
                throw failure
            }
            throw TransportFailure(
                .timedOut,
                cause: "\(request.url.hostAndPort): the body did not end within \(limit.wholeMilliseconds) ms",
                begun: begun)
        } catch {
            throw TransportFailure(.cancelled, cause: request.url.hostAndPort)
        }
    }
}
