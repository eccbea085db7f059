public import BridgePrimitives

/// Runs `body` until the world's time has moved on by `limit`.
///
/// When time is up, `body` is cancelled and waited for. On a frozen clock nothing times out until somebody advances it.
///
/// - Throws: ``TransportFailure`` with ``TransportReason/timedOut`` when time was up first; else what `body` throws.
public func withDeadline<Value: Sendable>(
    _ limit: Duration, on clock: WorldClock, _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    let deadline = clock.now + limit
    return try await withThrowingTaskGroup(of: DeadlineRace<Value>.self) { group in
        defer { group.cancelAll() }
        group.addTask { .finished(try await body()) }
        group.addTask {
            do { try await clock.sleep(until: deadline) } catch { return .givenUp }
            return .timeIsUp
        }
        while let first = try await group.next() {
            switch first {
            case .finished(let value): return value
            case .timeIsUp: throw TransportFailure(.timedOut, cause: "no answer within \(limit.wholeMilliseconds) ms")
            case .givenUp: continue  // the caller was cancelled: `body` says how that ends
            }
        }
        throw CancellationError()
    }
}

private enum DeadlineRace<Value: Sendable>: Sendable {
    case finished(Value)
    case timeIsUp
    case givenUp
}
