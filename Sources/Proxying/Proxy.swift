import BridgePrimitives
public import BridgeTrace
public import Listening
import NIOCore
import NIOPosix
import NIOSSL

/// Starts a proxy, lends its address to `body`, and ends it with all its connections however `body` ends.
///
/// It takes `CONNECT` and the absolute form of requests, HTTP/1.1, from this machine only. What goes to hosts that are
/// answered here, or to servers on this machine, is read on the way, TLS or not: each exchange is an event of the trace
/// with the fields that were really sent. WebSockets, event streams and whatever else is spoken to servers on this
/// machine pass through.
///
/// - Parameters:
///   - policy: who may be reached; the proxy's own port is closed on top of it.
///   - authority: signs for the hosts that are read; clients must trust it.
///   - address: a loopback address; port 0 for any free one.
/// - Throws: `server/port-in-use` and the like when it cannot listen; else what `body` throws.
public func withProxy<Value>(
    _ policy: ProxyPolicy, authority: RunAuthority, at address: ListenAddress = ListenAddress(),
    limits: ProxyLimits = ProxyLimits(), trace: TraceLog, _ body: (BoundListener) async throws -> Value
) async throws -> Value {
    try await lend(ProxyRun(policy: policy, authority: authority, limits: limits, trace: trace), at: address, body)
}

/// The same for real devices: what is seen is told as it happens.
///
/// It takes whom ``RecordingRules`` lets in, reads TLS with certificates for any host, and leads where the rules do.
///
/// - Parameters:
///   - authority: for any host.
///   - portAdvice: how any free port is asked for, for when this one is taken; nil for `--port-base`.
///   - furtherAuthorities: certificates in PEM form by which servers are verified besides the system's; may be empty.
///   - observer: is called on the threads that carry the traffic: it must not take long.
/// - Throws: `server/port-in-use` and the like when it cannot listen, `state/unreadable-authority` for authorities that are no
///   certificates; else what `body` throws.
public func withRecordingProxy<Value>(
    _ policy: ProxyPolicy, authority: RunAuthority, at address: ListenAddress, portAdvice: String? = nil,
    limits: ProxyLimits = ProxyLimits(), furtherAuthorities: String = "",
    observer: @escaping @Sendable (ProxySighting) -> Void,
    _ body: (BoundListener) async throws -> Value
) async throws -> Value {
    var trust: NIOSSLContext?
    if !furtherAuthorities.isEmpty {
        do {
            trust = try Upstream.context(
                .fullVerification, further: NIOSSLCertificate.fromPEMBytes(Array(furtherAuthorities.utf8)))
        } catch {
            throw ListeningReason.authorityUnreadable.failure(
                "the authorities for servers are no certificates in PEM form", fix: "name a file of certificates")
        }
    }
    let trace = TraceLog(clock: WorldClock { SystemTime.now }, masking: Masking(.fingerprints), capacity: 1)
    let run = ProxyRun(
        policy: policy, authority: authority, limits: limits, trace: trace, trust: trust, observer: observer)
    return try await lend(run, at: address, portAdvice: portAdvice, body)
}

private func lend<Value>(
    _ run: ProxyRun, at address: ListenAddress, portAdvice: String? = nil, _ body: (BoundListener) async throws -> Value
) async throws -> Value {
    let bootstrap = ServerBootstrap(group: try ListenerLoops.group(for: "the proxy"))
        .serverChannelInitializer { channel in
            channel.eventLoop.makeCompletedFuture { try ConnectionRoom.guardListener(channel) }
        }
        .serverChannelOption(.backlog, value: 256)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .childChannelOption(.allowRemoteHalfClosure, value: true)
        .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
        .childChannelOption(.writeBufferWaterMark, value: ProxyBuffers.waterMark)
        .childChannelOption(.recvAllocator, value: ProxyBuffers.ofClients)
        .childChannelInitializer { channel in
            channel.eventLoop.makeCompletedFuture { try run.begin(on: channel) }
        }
    let listener: any Channel
    do { listener = try await bootstrap.bind(host: address.host, port: address.port).get() } catch {
        throw ListeningReason.bindingFailure(error, name: "the proxy", address: address, portAdvice: portAdvice)
    }
    let port = listener.localAddress?.port ?? address.port
    run.ownPort.withLock { $0 = port }
    let bound = BoundListener(
        name: "proxy", address: ListenAddress(host: address.host, port: port), isSecure: false)
    let outcome: Result<Value, any Error>
    do { outcome = .success(try await body(bound)) } catch { outcome = .failure(error) }
    try? await listener.close()
    await run.connections.closeAll()
    return try outcome.get()
}
