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
        let inner = inner
        do {
            return try await withDeadline(deadline - clock.now, on: clock) { try await inner.perform(request) }
        } catch let failure as TransportFailure {
            throw failure
        } catch {
            throw TransportFailure(.cancelled, cause: request.url.hostAndPort)
        }
    }
}
