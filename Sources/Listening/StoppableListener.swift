import BridgePrimitives

/// A listener that can be stopped before the scope that lends it ends: a service that goes down in mid-story.
package final class StoppableListener: Sendable {
    private let address: ListenAddress
    private let stops: AsyncStream<Void>.Continuation
    private let ended: Task<Void, any Error>
    private let port = Mutex<HeldPort?>(nil)

    fileprivate init(address: ListenAddress, stops: AsyncStream<Void>.Continuation, ended: Task<Void, any Error>) {
        (self.address, self.stops, self.ended) = (address, stops, ended)
    }

    /// Returns when the socket is closed. From then on, until the scope ends, its port refuses connections.
    package func stop() async {
        stops.finish()
        _ = await ended.result
        port.withLock { port in if port == nil { port = HeldPort(at: address) } }
    }
}

/// Lends a listener and the means to stop it; it is stopped when `body` ends in any case.
///
/// - Parameter listen: starts the listener and lends it to the closure that it is given.
/// - Throws: what `listen` or `body` throws; `CancellationError` when the caller was cancelled before it listened.
package func withStoppableListener<Value: Sendable>(
    _ listen: @escaping @Sendable (_ body: @Sendable (BoundListener) async throws -> Void) async throws -> Void,
    _ body: (BoundListener, StoppableListener) async throws -> Value
) async throws -> Value {
    let (stopping, stops) = AsyncStream.makeStream(of: Void.self)
    let (bounds, announcement) = AsyncStream.makeStream(of: BoundListener.self)
    // Awaited on every path below; not a child task, because `stop()` waits for it while the scope goes on.
    let ended = Task {
        defer { announcement.finish() }
        try await listen { bound in
            announcement.yield(bound)
            for await _ in stopping {}
        }
    }
    guard let bound = await bounds.first(where: { _ in true }) else {
        // A caller that was cancelled hears nothing of a listener that is bound after all: that one ends at once.
        stops.finish()
        try await ended.value
        try Task.checkCancellation()
        throw BridgeFailure(
            ListeningReason.endedEarly, cause: "a listener ended before it was asked to")
    }
    let listener = StoppableListener(address: bound.address, stops: stops, ended: ended)
    let outcome: Result<Value, any Error>
    do { outcome = .success(try await body(bound, listener)) } catch { outcome = .failure(error) }
    stops.finish()
    _ = await ended.result
    return try outcome.get()
}
