import BridgePrimitives
public import BrowserDriving
import ChildProcesses
import Foundation

/// A helper that runs: WebKit's own API in a process of its own, with any number of stores and views.
///
/// ``withWebKitHelper(trusting:timeouts:at:_:)`` lends one.
public final class WebKitHelper: Sendable {
    /// Such as `webkitgtk`.
    public let engine: String
    /// The engine's version.
    public let version: String
    public let timeouts: BrowserTimeouts
    let connection: HelperConnection
    private let process: ChildProcess
    private let names = Mutex(0)

    /// Starts a helper and waits until it has said hello.
    ///
    /// - Parameters:
    ///   - environment: on top of this process's own; the display's name is in it.
    ///   - folder: for its complaints.
    /// - Throws: `engine/did-not-start`, `engine/other-protocol`; `engine/timed-out`, `engine/cancelled`.
    static func start(
        _ program: String, _ arguments: [String] = [], environment: [String: String] = [:], in folder: TemporaryFolder,
        timeouts: BrowserTimeouts
    ) async throws -> WebKitHelper {
        let log = try folder.openFile("helper.log")
        defer { try? log.close() }
        let (channel, child) = try LineChannel.pair()
        let process: ChildProcess
        do throws(ChildProcessFailure) {
            defer { try? child.close() }
            process = try ChildProcess(
                program, arguments, environment: environment, input: child, output: child, errors: log)
        } catch {
            throw PageEngineReason.didNotStart.failure(error.cause)
        }
        let connection = HelperConnection(channel) { folder.lastLine(of: "helper.log") }
        do {
            let hello = try await hello(over: connection, within: timeouts.start)
            return WebKitHelper(hello, connection, process, timeouts)
        } catch {
            connection.end()
            await Task { await process.stop(within: timeouts.stop) }.value
            throw error
        }
    }

    private static func hello(
        over connection: HelperConnection, within limit: Duration
    ) async throws(BridgeFailure) -> HelperMessage.Hello {
        let hello: HelperMessage.Hello
        do throws(BridgeFailure) {
            hello = try await connection.hello(within: limit)
        } catch {
            guard error.code == PageEngineReason.lost.code else { throw error }
            throw PageEngineReason.didNotStart.failure(error.cause)
        }
        guard hello.protocolVersion == HelperMessage.protocolVersion else {
            throw PageEngineReason.otherProtocol.failure(
                "the helper speaks version \(hello.protocolVersion) of the protocol, and here it is version"
                    + " \(HelperMessage.protocolVersion)")
        }
        return hello
    }

    private init(
        _ hello: HelperMessage.Hello, _ connection: HelperConnection, _ process: ChildProcess,
        _ timeouts: BrowserTimeouts
    ) {
        (engine, version) = (hello.engine, hello.version)
        (self.connection, self.process, self.timeouts) = (connection, process, timeouts)
    }

    /// Ends it with all that it has started.
    func stop() async {
        connection.end()
        await process.stop(within: timeouts.stop)
    }

    /// A fresh data store, lent to `body` and removed however `body` ends.
    ///
    /// - Throws: `engine/refused` for settings that the helper does not take; what `body` throws.
    public func withStore<Value>(
        _ settings: EngineStoreSettings = EngineStoreSettings(), _ body: (EngineStore) async throws -> Value
    ) async throws -> Value {
        let store = EngineStore(helper: self, name: freshName("store"))
        try await connection.call(.makeDataStore(store.name, settings), within: timeouts.command)
        return try await lending(store, body) { [connection, timeouts] in
            _ = try? await connection.call(.removeDataStore(store.name), within: timeouts.stop)
        }
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
