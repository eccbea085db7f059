import BridgePrimitives
import ChildProcesses
import Foundation
import HTTPLoader

/// A driver that runs and starts browsers, one session at a time.
///
/// ``withBrowserDriver(_:timeouts:_:)`` lends one.
public struct BrowserDriver: Sendable {
    public let engine: BrowserEngine
    let wire: DriverWire
    let timeouts: BrowserTimeouts
    let folder: TemporaryFolder
    private let process: ChildProcess

    /// A browser with an empty profile, lent to `body` and closed however `body` ends.
    ///
    /// - Throws: `browser/no-session`, or what `body` throws.
    public func withSession<Value>(
        _ settings: BrowserSettings = BrowserSettings(), _ body: (BrowserSession) async throws -> Value
    ) async throws -> Value {
        let session = try await newSession(settings)
        let outcome: Result<Value, any Error>
        do { outcome = .success(try await body(session)) } catch { outcome = .failure(error) }
        // Its own task: a cancelled caller still closes the browser. When that fails, the driver's end kills it.
        let limit = settings.timeouts.stop
        await Task {
            _ = try? await wire.call("DELETE", session.path, within: limit)
            if let profile = session.profile { try? FileManager.default.removeItem(atPath: profile) }
        }.value
        return try outcome.get()
    }

    private func newSession(_ settings: BrowserSettings) async throws(BridgeFailure) -> BrowserSession {
        let profile = engine == .chromium ? "\(folder.path)/profile-\(UUID().uuidString)" : nil
        let capabilities = try engine.capabilities(settings: settings, profile: profile)
        let answer: JSONValue
        do throws(BridgeFailure) {
            answer = try await wire.call(
                "POST", "/session", ["capabilities": ["alwaysMatch": capabilities]], within: settings.timeouts.start)
        } catch {
            // Whatever keeps a browser from starting, the driver's log has the words for it.
            guard error.code == BrowserReason.refused.code else { throw error }
            throw BrowserReason.noSession.failure(error.cause)
        }
        guard let id = answer["sessionId"]?.stringValue, !id.isEmpty, id.utf8.allSatisfy(Self.isPlain) else {
            throw BrowserReason.badAnswer.failure("\(engine.title) has a session without an id")
        }
        return BrowserSession(
            engine: engine, wire: wire, path: "/session/\(id)", timeouts: settings.timeouts, profile: profile)
    }

    /// The id goes into paths, so it must not be able to change them.
    private static func isPlain(_ byte: UInt8) -> Bool {
        let isLetter = (byte | 0x20) >= UInt8(ascii: "a") && (byte | 0x20) <= UInt8(ascii: "z")
        return isLetter || (byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")) || byte == UInt8(ascii: "-")
    }
}

extension BrowserDriver {
    /// Starts the driver on a free port and waits until it answers.
    ///
    /// A port can be taken between being found free and being bound, so a driver that ends at once is started again.
    static func start(
        _ engine: BrowserEngine, display: VirtualDisplay?, folder: TemporaryFolder, transport: CurlTransport,
        timeouts: BrowserTimeouts
    ) async throws -> BrowserDriver {
        let location = try engine.driver.location()
        var failure = BrowserReason.driverDidNotStart.failure("\(engine.driver.name) does not start")
        for _ in 0..<3 {
            let port = try starting { () throws(ChildProcessFailure) in try FreePort.find() }
            let log = try folder.openFile("driver.log")
            defer { try? log.close() }
            let process = try starting { () throws(ChildProcessFailure) in
                try ChildProcess(
                    location, engine.driverArguments(port: port),
                    environment: engine.driverEnvironment(display: display?.name, folder: folder.path), output: log,
                    errors: log)
            }
            let driver = BrowserDriver(
                engine: engine,
                wire: DriverWire(base: try WebURL("http://127.0.0.1:\(port)"), transport: transport),
                timeouts: timeouts, folder: folder, process: process)
            do {
                if try await driver.isReady() { return driver }
            } catch {
                await Task { await driver.stop() }.value
                throw error
            }
            let words = folder.lastLine(of: "driver.log").map { ": \($0)" } ?? ""
            failure = BrowserReason.driverDidNotStart.failure("\(engine.driver.name) ended at once\(words)")
        }
        throw failure
    }

    func stop() async { await process.stop(within: timeouts.stop) }

    /// Whether it answers; false when it has ended instead.
    private func isReady() async throws(BridgeFailure) -> Bool {
        let end = ContinuousClock.now + timeouts.start
        while process.isRunning {
            // No answer means that it is not listening yet.
            let status = try? await wire.call("GET", "/status", within: .seconds(2))
            if status?["ready"] == true { return process.isRunning }
            guard ContinuousClock.now < end else {
                throw BrowserReason.timedOut.failure(
                    "\(engine.driver.name) does not get ready within \(timeouts.start)")
            }
            try await pause(for: .milliseconds(20))
        }
        return false
    }
}
