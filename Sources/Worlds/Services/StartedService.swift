import BridgePrimitives
import BridgeTrace
import ChildProcesses
import HTTPLoader
import Listening
import Project
import Wording

/// A service of somebody's own, started with a command, with all that the command has started.
package final class StartedService: Sendable {
    private let process: ChildProcess
    private let log: ServiceLog
    private let key: StartableService.Key
    private let trace: TraceLog
    private let isReady: Flag

    /// How long it has to go after it was asked.
    private static let grace = Duration.seconds(5)

    private init(
        _ service: StartableService, in folder: String, environment: [String: String], trace: TraceLog
    ) throws(BridgeFailure) {
        let (key, log, isReady) = (service.key, ServiceLog(of: service.key, in: trace), Flag())
        (self.key, self.log, self.isReady, self.trace) = (key, log, isReady, trace)
        defer { log.closeWritingEnds() }
        do throws(ChildProcessFailure) {
            process = try ChildProcess(
                "/bin/sh", ["-c", service.start.command], environment: environment, folder: folder, output: log.output,
                errors: log.errors
            ) { end in
                let reasons = isReady.isSet ? [] : [ServiceStartReason.endedEarly.code]
                let event = ProcessEvent(
                    process: key.rawValue, .ended, status: end.status, signal: end.signal, reasons: reasons)
                trace.record(.process(event), by: key.actor)
            }
        } catch {
            log.close()
            throw ServiceStartReason.notStarted.failure("\(service.shown): \(error.cause)")
        }
        note(.started)
    }

    private func note(_ action: ProcessEvent.Action) {
        trace.record(.process(ProcessEvent(process: key.rawValue, action)), by: key.actor)
    }

    var isRunning: Bool { process.isRunning }

    /// The line that names the error; nil when none does.
    var lastLine: String? { log.error?.line }

    /// Where it listens instead, for a message.
    fileprivate func whereabouts(besides address: WebURL) async -> String {
        var ports = process.listeningPorts
        // One that is slow to start may be just about to, and what it then says would contradict us.
        for _ in 0..<10 where ports?.isEmpty ?? false {
            try? await Task.sleep(for: .milliseconds(50))
            ports = process.listeningPorts
        }
        guard let ports else { return "" }
        if ports.isEmpty { return "; it listens at no port" }
        guard !ports.contains(address.effectivePort) else { return "" }
        return "; it listens at " + ports.map { String($0) }.joined(separator: ", ")
            + ", not at \(address.effectivePort)"
    }

    /// What it said, for a message: the line that names the error, or the last lines; empty when it said nothing.
    fileprivate var lastWords: String {
        if let error = log.error, !error.isGuess {
            let place = error.file.map { ", in \($0)\(error.lineNumber.map { ":\($0)" } ?? "")" } ?? ""
            return error.isPortTaken
                ? ": another program, or the command itself, listens at its port already. It said: \(error.line)\(place)"
                : ". It said: \(error.line)\(place)"
        }
        let lines = log.ending
        return lines.isEmpty ? "; it said nothing" : "; it said last: " + lines.joined(separator: " ⏎ ")
    }

    /// Asks it to go, and kills what is left of it and of its children; returns when all are gone.
    func stop() async { await process.stop(within: Self.grace) }

    private func end() async {
        await stop()
        log.close()
    }

    /// Starts a service on a stack, which ends it with all its children, and waits until it is ready.
    ///
    /// - Throws: a code of ``ServiceStartReason``.
    static func open(
        _ service: StartableService, in folder: String, surroundings: ServiceSurroundings, on stack: ServiceStack
    ) async throws -> (address: WebURL, StartedService) {
        let (port, waiting) = try await place(for: service, transport: stack.material.transport)
        let started = try StartedService(
            service, in: folder, environment: surroundings.environment(of: service.start, port: port),
            trace: stack.trace)
        stack.atClose { await started.end() }
        try await waiting.wait(for: started, service)
        started.isReady.set()
        started.note(.ready)
        return (waiting.address, started)
    }
}

/// Whether something has happened yet.
private final class Flag: Sendable {
    private let state = Mutex(false)

    var isSet: Bool { state.withLock { $0 } }
    func set() { state.withLock { $0 = true } }
}

extension StartableService {
    /// As messages name it: where the project file has it, and the command.
    fileprivate var shown: String { "\(key.rawValue).start, `\(start.command)`," }
}

/// Where a service is to listen: at its own address, or at a free port of ours. A port that was free a moment ago may be
/// somebody's by now, so a few are tried.
private func place(
    for service: StartableService, transport: any Transport
) async throws -> (port: Int?, waiting: Readiness) {
    var attempts = service.choosesPort ? 5 : 1
    while true {
        let port: Int?
        do throws(ChildProcessFailure) { port = service.choosesPort ? try FreePort.find() : nil } catch {
            throw ServiceStartReason.notStarted.failure(error.cause)
        }
        let values = port.map { ["port": String($0)] } ?? [:]
        let waiting = Readiness(
            address: try WebURL(service.url.filled(with: values)),
            ready: try service.start.ready.map { try WebURL($0.filled(with: values)) }, transport: transport)
        guard await waiting.isSomebodyThere else { return (port, waiting) }
        attempts -= 1
        guard attempts > 0 else {
            throw ServiceStartReason.portInUse.failure(
                "something listens at \(waiting.address.origin) already, where \(service.shown) is to listen")
        }
    }
}

/// Whether a service answers.
private struct Readiness {
    let address: WebURL
    /// Nil where any answer of the service's will do.
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

    /// - Throws: `start/ended-early`, `start/not-ready`, `start/certificate-not-trusted` or
    ///   `start/plain-http`.
    func wait(for started: StartedService, _ service: StartableService) async throws {
        let end = ContinuousClock.now + service.start.within
        var (last, isElsewhere) = ("nothing answers", false)
        while true {
            // Its end first: what answers afterwards is somebody else.
            guard started.isRunning else {
                throw ServiceStartReason.endedEarly.failure(
                    "\(service.shown) ended before it was ready\(started.lastWords)")
            }
            do throws(TransportFailure) {
                let status = try await ask(ready ?? address)
                if ready == nil || status < 400 { return }
                (last, isElsewhere) = ("the answer is \(status)", false)
            } catch {
                (last, isElsewhere) = (error.cause, error.code == .couldNotConnect)
                // No waiting makes it better.
                if [.tlsUntrusted, .tlsHostMismatch].contains(error.code) {
                    throw ServiceStartReason.notTrusted.failure("\(service.shown) is up: \(last)")
                }
                // OpenSSL's words for an answer that is no TLS; other libraries' lead to the end of the time.
                if error.code == .tlsFailed, last.contains("wrong version number") {
                    throw ServiceStartReason.plainHTTP.failure(
                        "\(service.shown) speaks plain http at \(address.hostAndPort), and the project file says https")
                }
            }
            guard ContinuousClock.now < end else {
                let words = started.lastWords
                let whereabouts = isElsewhere ? await started.whereabouts(besides: address) : ""
                throw ServiceStartReason.notReady.failure(
                    "\(service.shown) is not ready at \((ready ?? address).string) after"
                        + " \(service.start.within.worldText): \(last)\(whereabouts)\(words)")
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
