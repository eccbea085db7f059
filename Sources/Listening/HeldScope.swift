import BridgePrimitives

/// What a function lends to a closure, held open until it is ended.
///
/// So scopes that lie inside each other can be opened one after the other.
package final class HeldScope<Value: Sendable>: Sendable {
    package let value: Value
    private let stops: AsyncStream<Void>.Continuation
    private let ended: Task<Void, any Error>

    /// Returns when `scope` lends its value. The caller must end the scope.
    ///
    /// - Throws: what `scope` throws before it lends; `CancellationError` if the caller is cancelled before.
    package init(
        _ scope: @escaping @Sendable (_ lend: @Sendable (Value) async throws -> Void) async throws -> Void
    ) async throws {
        let (stopping, stops) = AsyncStream.makeStream(of: Void.self)
        let (values, announcement) = AsyncStream.makeStream(of: Value.self)
        // Not a child task: it runs until ``end()``, which waits for it.
        let ended = Task {
            defer { announcement.finish() }
            try await scope { value in
                announcement.yield(value)
                for await _ in stopping {}
            }
        }
        let value = await withTaskCancellationHandler {
            await values.first { _ in true }
        } onCancel: {
            ended.cancel()
        }
        guard let value, !Task.isCancelled else {
            stops.finish()
            try await ended.value
            try Task.checkCancellation()
            throw BridgeFailure(ListeningReason.endedEarly, cause: "a service ended before it was asked to")
        }
        self.value = value
        self.stops = stops
        self.ended = ended
    }

    /// Returns when `scope` has returned, also if the caller is cancelled.
    package func end() async {
        stops.finish()
        _ = await ended.result
    }
}
