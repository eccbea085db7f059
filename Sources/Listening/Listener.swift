public import BridgePrimitives
public import Hummingbird
import HummingbirdCore
import HummingbirdTLS
public import Logging
import NIOCore
import ServiceLifecycle

/// Starts a service, lends its address to `body`, and stops it however `body` ends: no new connections, requests in
/// flight finish (or are cut off after `limits.drain`), then the socket is closed.
///
/// - Parameters:
///   - router: what answers. Its requests come with their whole body, at most `limits.bodyBytes`.
///   - address: port 0 for any free one.
///   - further: addresses on which it listens as well, on the same port; what this machine does not have is left out, and
///     told by ``BoundListener/leftOut``.
///   - tls: nil for plain HTTP/1.1.
///   - name: what the service is called in messages.
///   - portAdvice: how any free port is asked for, for when this one is taken; nil for `--port-base`.
///   - clock: whose time stands in the `Date` field of answers; nil for no such field.
///   - threads: where answers are made.
///   - logger: nil for silence.
/// - Throws: ``BridgeFailure`` with a code of ``ListeningReason`` when it cannot listen; else what `body` throws.
public func withListener<Builder: HTTPResponderBuilder, Value>(
    _ router: Builder, at address: ListenAddress = ListenAddress(), andAt further: [String] = [],
    tls: ServerIdentity? = nil, name: String, portAdvice: String? = nil, clock: WorldClock? = nil,
    limits: ListenerLimits = ListenerLimits(), threads: ListenerThreads = .shared, logger: Logger? = nil,
    _ body: (BoundListener) async throws -> Value
) async throws -> Value
where Builder.Responder.Context: InitializableFromSource<ApplicationRequestContextSource> {
    let logger = logger ?? Logger(label: name) { _ in SwiftLogNoOpLogHandler() }
    let service = ListeningService(
        intake: BodyCollectingResponder(
            responder: router.buildResponder(), limits: limits, clock: clock, logger: logger),
        tls: tls, name: name, portAdvice: portAdvice, threads: threads, logger: logger)
    var attempts = address.port == 0 && !further.isEmpty ? 20 : 1
    while true {
        attempts -= 1
        var isLent = false
        do {
            return try await service.withSocket(at: address) { bound in
                try await service.withSockets(at: further[...], beside: bound) { all in
                    isLent = true
                    return try await body(all)
                }
            }
        } catch let failure as BridgeFailure
            where failure.code == ListeningReason.portInUse.code && !isLent && attempts > 0
        {
            // A port that is free on the first address need not be so on the others.
            continue
        }
    }
}

/// A service that listens on several sockets.
private struct ListeningService<Responder: HTTPResponder>: Sendable
where Responder.Context: InitializableFromSource<ApplicationRequestContextSource> {
    let intake: BodyCollectingResponder<Responder>
    let tls: ServerIdentity?
    let name: String
    let portAdvice: String?
    let threads: ListenerThreads
    let logger: Logger

    /// Listens on the further addresses of a listener, one inside the other.
    func withSockets<Value>(
        at hosts: ArraySlice<String>, beside bound: BoundListener, _ body: (BoundListener) async throws -> Value
    ) async throws -> Value {
        guard let host = hosts.first else { return try await body(bound) }
        func beside(_ further: [ListenAddress], _ leftOut: [BoundListener.Missing]) -> BoundListener {
            BoundListener(
                name: name, address: bound.address, isSecure: bound.isSecure, further: bound.further + further,
                leftOut: bound.leftOut + leftOut)
        }
        let address = ListenAddress(host: host, port: bound.port)
        var isLent = false
        do {
            return try await withSocket(at: address) { _ in
                isLent = true
                return try await withSockets(at: hosts.dropFirst(), beside: beside([address], []), body)
            }
        } catch let failure as BridgeFailure
            where failure.code == ListeningReason.addressNotAvailable.code && !isLent
        {
            return try await withSockets(
                at: hosts.dropFirst(), beside: beside([], [BoundListener.Missing(host: host, failure: failure)]),
                body)
        }
    }

    /// Listens on one address.
    func withSocket<Value>(
        at address: ListenAddress, _ body: (BoundListener) async throws -> Value
    ) async throws -> Value {
        let (ports, announcement) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1))
        let loops = try ListenerLoops.group(for: name)
        let server = try serverBuilder(tls: tls, limits: intake.limits).buildServer(
            configuration: ServerConfiguration(
                address: .hostname(address.host, port: address.port), availableConnectionsDelegate: ConnectionRoom()),
            eventLoopGroup: loops, logger: logger,
            responder: { [intake] request, writer, channel in
                let answer = try await intake.answer(request, on: channel)
                try await writer.write(response: answer.response.head, body: answer.response.body)
                if answer.endsConnection { try await channel.close() }
            },
            onServerRunning: { channel in announcement.yield(channel.localAddress?.port ?? address.port) })
        var configuration = ServiceGroupConfiguration(services: [server], logger: logger)
        configuration.maximumGracefulShutdownDuration = intake.limits.drain
        let group = ServiceGroup(configuration: configuration)

        // The task is awaited below on every path, also when the caller is cancelled: it is no child task, so that
        // the drain isn't cut short by that cancellation.
        let running = Task(executorPreference: threads.executor(of: loops)) {
            defer { announcement.finish() }
            try await group.run()
        }
        guard let port = await ports.first(where: { _ in true }) else {
            await group.triggerGracefulShutdown()
            if case .failure(let error) = await running.result {
                throw ListeningReason.bindingFailure(error, name: name, address: address, portAdvice: portAdvice)
            }
            try Task.checkCancellation()
            throw ListeningReason.couldNotListen.failure("\(name) ended before it listened on \(address)")
        }
        let bound = BoundListener(
            name: name, address: ListenAddress(host: address.host, port: port), isSecure: tls != nil)
        let outcome: Result<Value, any Error>
        do { outcome = .success(try await body(bound)) } catch { outcome = .failure(error) }
        await group.triggerGracefulShutdown()
        // Requests that had to be cut off end the group with an error of its own; the body's outcome is what counts.
        _ = await running.result
        return try outcome.get()
    }
}

private func serverBuilder(tls: ServerIdentity?, limits: ListenerLimits) throws -> HTTPServerBuilder {
    let configuration = HTTP1Channel.Configuration(
        additionalChannelHandlers: [FirstRequestDeadline(limits.firstRequest), BrokenRequestAnswerPlacing()],
        idleTimeout: TimeAmount(limits.idle),
        httpDecoderConfiguration: .init(maxHeaderFieldSize: limits.headerBytes, maxHeaderListSize: limits.headerBytes))
    guard let tls else { return .http1(configuration: configuration) }
    return try .tls(.http1(configuration: configuration), tlsConfiguration: tls.tlsConfiguration())
}
