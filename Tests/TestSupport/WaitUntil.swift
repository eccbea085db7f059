/// Gives way to other work until something has happened that nothing announces.
///
/// - Parameters:
///   - event: what is waited for, as the failure's message names it: "the second refresh".
///   - limit: real time, far more than it takes on a busy machine: a test that waits in vain fails and does not hang.
/// - Throws: ``WaitedInVain``; what `condition` throws; `CancellationError`.
public func waitUntil(
    _ event: String, within limit: Duration = .seconds(240),
    _ condition: () async throws -> Bool
) async throws {
    let end = ContinuousClock.now + limit
    while try await !condition() {
        try Task.checkCancellation()
        guard ContinuousClock.now < end else { throw WaitedInVain(event: event, limit: limit) }
        await Task.yield()
    }
}

/// What a test waited for did not happen.
public struct WaitedInVain: Error, CustomStringConvertible {
    public let event: String
    public let limit: Duration

    public var description: String { "waited \(limit) in vain for \(event)" }
}
