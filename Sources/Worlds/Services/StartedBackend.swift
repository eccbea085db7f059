import BridgePrimitives
import ChildProcesses
package import HTTPLoader
import Listening
package import Project

/// Somebody's backend, started with a command, with all that the command has started.
package final class StartedBackend: Sendable {
    private let process: ChildProcess
    private let log: BackendLog

    /// How long it has to go after it was asked.
    private static let grace = Duration.seconds(5)

    fileprivate init(
        _ start: BackendStart, in folder: String, environment: [String: String]
    ) throws(BridgeFailure) {
        log = try BackendLog()
        do throws(ChildProcessFailure) {
            process = try ChildProcess(
                "/bin/sh", ["-c", start.command], environment: environment, folder: folder, output: log.handle,
                errors: log.handle)
        } catch {
            log.remove()
            throw BackendStartReason.notStarted.failure("`\(start.command)`: \(error.cause)")
        }
    }

    var isRunning: Bool { process.isRunning }

    /// The last line that it wrote; nil when it wrote none.
    var lastLine: String? { log.lastLines(1).last }

    /// What it said last, for a message; empty when it said nothing.
    fileprivate var lastWords: String {
        let lines = log.ending
        return lines.isEmpty ? "; it said nothing" : "; it said last: " + lines.joined(separator: " ⏎ ")
    }

    /// Asks it to go, and kills what is left of it and of its children; returns when all are gone.
    func stop() async { await process.stop(within: Self.grace) }

    fileprivate func end() async {
        await stop()
        log.remove()
    }
}

/// Where a backend is to listen: at its own address, or at a free port of ours. A port that was free a moment ago may be
/// somebody's by now, so a few are tried.
private func place(
    for own: OwnBackend, _ start: BackendStart, transport: any Transport
) async throws -> (port: Int?, waiting: Readiness) {
    var attempts = own.choosesPort ? 5 : 1
    while true {
        let port: Int?
        do throws(ChildProcessFailure) { port = own.choosesPort ? try FreePort.find() : nil } catch {
            throw BackendStartReason.notStarted.failure(error.cause)
        }
        let values = port.map { ["port": String($0)] } ?? [:]
        let waiting = Readiness(
            address: try WebURL(own.url.filled(with: values)),
            ready: try start.ready.map { try WebURL($0.filled(with: values)) }, transport: transport)
        guard await waiting.isSomebodyThere else { return (port, waiting) }
        attempts -= 1
        guard attempts > 0 else {
            throw BackendStartReason.portInUse.failure("something listens at \(waiting.address.origin) already")
        }
    }
}

/// Starts a backend, waits until it is ready, lends it with its address, and ends it with all its children however `body`
/// ends.
///
/// - Throws: a code of ``BackendStartReason``; else what `body` throws.
package func withStartedBackend<Value: Sendable>(
    _ own: OwnBackend, _ start: BackendStart, in folder: String, surroundings: BackendSurroundings,
    transport: any Transport, _ body: (WebURL, StartedBackend) async throws -> Value
) async throws -> Value {
    let (port, waiting) = try await place(for: own, start, transport: transport)
    let address = waiting.address
    let backend = try StartedBackend(
        start, in: folder, environment: surroundings.environment(of: start, port: port))
    let outcome: Result<Value, any Error>
    do {
        try await waiting.wait(for: backend, start)
        outcome = .success(try await body(address, backend))
    } catch {
        outcome = .failure(error)
    }
    await Task { await backend.end() }.value  // its own task: a cancelled caller still ends it
    return try outcome.get()
}

/// Whether a backend answers.
private struct Readiness {
    let address: WebURL
    /// Nil where any answer of the backend's will do.
    let ready: WebURL?
    let transport: any Transport

    /// Whether anything accepts connections there.
    var isSomebodyThere: Bool {
        get async {
            do throws(TransportFailure) { _ = try await ask(address) } catch {
                return ![.couldNotConnect, .hostNotFound].contains(error.code)
            }
            return true
        }
    }

    /// - Throws: `start/ended-early` or `start/not-ready`.
    func wait(for backend: StartedBackend, _ start: BackendStart) async throws {
        let end = ContinuousClock.now + start.within
        var last = "nothing answers"
        while true {
            // Its end first: what answers afterwards is somebody else.
            guard backend.isRunning else {
                throw BackendStartReason.endedEarly.failure(
                    "`\(start.command)` ended before it was ready\(backend.lastWords)")
            }
            do throws(TransportFailure) {
                let status = try await ask(ready ?? address)
                if ready == nil || status < 400 { return }
                last = "the answer is \(status)"
            } catch {
                last = error.cause
            }
            guard ContinuousClock.now < end else {
                throw BackendStartReason.notReady.failure(
                    "`\(start.command)` is not ready at \((ready ?? address).string) after"
                        + " \(start.within.worldText): \(last)\(backend.lastWords)")
            }
            try await Task.sleep(for: .milliseconds(30))
        }
    }

    private func ask(_ url: WebURL) async throws(TransportFailure) -> Int {
        // Real time, whatever the world's clock says.
        let patience = WorldClock { SystemTime.now }
        return try await DeadlineTransport(transport, deadline: patience.now + .seconds(5), on: patience)
            .perform(HTTPRequest(url: url)).response.status
    }
}
