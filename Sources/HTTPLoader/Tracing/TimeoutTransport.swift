public import BridgePrimitives

/// A transport whose requests each have the same time, as `URLSession` has `timeoutIntervalForRequest`.
public struct TimeoutTransport: Transport {
    private let inner: any Transport
    private let timeout: Duration
    private let clock: WorldClock

    /// - Parameter timeout: from a request's start to its whole answer, in the world's time.
    public init(_ inner: any Transport, after timeout: Duration, on clock: WorldClock) {
        (self.inner, self.timeout, self.clock) = (inner, timeout, clock)
    }

    public func perform(_ request: HTTPRequest) async throws(TransportFailure) -> Exchange {
        try await DeadlineTransport(inner, deadline: clock.now + timeout, on: clock).perform(request)
    }
}
