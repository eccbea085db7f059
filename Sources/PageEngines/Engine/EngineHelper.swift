import BridgePrimitives
import ChildProcesses
import Foundation

/// An engine that runs in a process of its own, with any number of stores and views.
///
/// ``withPageEngine(_:trusting:timeouts:at:_:)`` lends one.
public final class EngineHelper: Sendable {
    /// Such as `webkitgtk`.
    public let engine: String
    /// The engine's version.
    public let version: String
    public let timeouts: EngineTimeouts
    let connection: any EngineConnection
    private let process: ChildProcess
    private let names = Mutex(0)

    init(
        engine: String, version: String, over connection: any EngineConnection, _ process: ChildProcess,
        _ timeouts: EngineTimeouts
    ) {
        (self.engine, self.version) = (engine, version)
        (self.connection, self.process, self.timeouts) = (connection, process, timeouts)
    }

    /// Ends it with all that it has started.
    func stop() async {
        connection.end()
        await process.stop(within: timeouts.stop)
    }

    /// A fresh data store, lent to `body` and removed however `body` ends.
    ///
    /// - Throws: `engine/refused` for settings that the engine does not take; what `body` throws.
    public func withStore<Value>(
        _ settings: EngineStoreSettings = EngineStoreSettings(), _ body: (EngineStore) async throws -> Value
    ) async throws -> Value {
        let store = try await openStore(settings)
        return try await lending(store, body) { await store.remove() }
    }

    /// A fresh data store that stays until somebody removes it.
    ///
    /// - Throws: `engine/refused` for settings that the engine does not take.
    func openStore(_ settings: EngineStoreSettings) async throws(BridgeFailure) -> EngineStore {
        let store = EngineStore(helper: self, name: freshName("store"))
        try await connection.call(.makeDataStore(store.name, settings), within: timeouts.command)
        return store
    }

    func freshName(_ kind: String) -> String {
        names.withLock { count in
            count += 1
            return "\(kind)-\(count)"
        }
    }
}

/// Lends `value` to `body` and gives it back however `body` ends: in a task of its own, so that a cancelled caller does
/// too.
func lending<Lent, Value>(
    _ value: Lent, _ body: (Lent) async throws -> Value, giveBack: @escaping @Sendable () async -> Void
) async throws -> Value {
    let outcome: Result<Value, any Error>
    do { outcome = .success(try await body(value)) } catch { outcome = .failure(error) }
    await Task { await giveBack() }.value
    return try outcome.get()
}
