import BridgePrimitives
import ChildProcesses
import Foundation

extension EngineHelper {
    /// Starts a helper and waits until it has said hello.
    ///
    /// - Parameters:
    ///   - environment: on top of this process's own; the display's name is in it.
    ///   - folder: for its complaints.
    /// - Throws: `engine/did-not-start`, `engine/other-protocol`; `engine/timed-out`, `engine/cancelled`.
    static func start(
        _ program: String, _ arguments: [String] = [], environment: [String: String] = [:], in folder: EngineFolder,
        timeouts: EngineTimeouts
    ) async throws -> EngineHelper {
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
            return EngineHelper(
                engine: hello.engine, version: hello.version, over: connection, process, timeouts)
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
}
