import BridgePrimitives
import BridgeTrace
import Listening
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// What all connections of one proxy share.
final class ProxyRun: Sendable {
    let limits: ProxyLimits
    let trace: TraceLog
    let connections: OpenConnections
    /// The port that the proxy itself listens on; 0 until it does.
    let ownPort = Mutex(0)
    private let policy: ProxyPolicy
    private let authority: RunAuthority
    /// By host; made when first asked for, for as many hosts as the authority keeps.
    private let serverContexts = Mutex<[String: NIOSSLContext]>([:])

    init(policy: ProxyPolicy, authority: RunAuthority, limits: ProxyLimits, trace: TraceLog) {
        (self.policy, self.authority, self.limits, self.trace) = (policy, authority, limits, trace)
        connections = OpenConnections(limit: limits.connections)
    }

    /// Takes a connection on: from this machine, and while there is room; else it is closed, and the trace says why.
    ///
    /// - Throws: what keeps handlers from being added, which closes it.
    func begin(on channel: any Channel) throws {
        guard channel.remoteAddress?.isLoopback ?? false else { return drop(channel, .foreignClient) }
        guard connections.add(channel) else { return drop(channel, .tooManyConnections) }
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(IdleStateHandler(allTimeout: TimeAmount(limits.quiet)))
        try pipeline.addHandler(QuietHandler())
        try pipeline.addHandler(PromptAcknowledgement())
        try ServerCodec(ExchangeHandler(run: self, origin: nil)).add(to: pipeline)
    }

    private func drop(_ channel: any Channel, _ reason: ProxyReason) {
        record(.refused, method: "", url: "", since: .now, reasons: [reason])
        channel.close(promise: nil)
    }

    // MARK: - Decisions

    func plan(_ head: HTTPRequestHead, behind origin: RequestPlan.Origin?) -> RequestPlan {
        RequestPlan(for: head, behind: origin, policy: policy, ownPort: ownPort.withLock { $0 })
    }

    /// Whether a connection that was made leads to a port that nobody may be led to, under whatever name.
    func isClosed(_ address: SocketAddress?) -> Bool {
        guard let address, let port = address.port else { return false }
        return policy.controlPorts.contains(port) && address.isLoopback
    }

    /// - Throws: `server/name-not-local` and the like for a host that the authority does not vouch for.
    func serverContext(for host: String) throws -> NIOSSLContext {
        if let made = serverContexts.withLock({ $0[host] }) { return made }
        let context = try NIOSSLContext(configuration: authority.identity(for: host).tlsConfiguration())
        serverContexts.withLock { contexts in
            if contexts.count >= 256 { contexts.removeAll() }
            contexts[host] = context
        }
        return context
    }

    // MARK: - The trace

    func record(
        _ handling: ProxiedEvent.Handling, method: String, url: String, request: HTTPHeaders = [:],
        response: HTTPResponseHead? = nil, since start: ContinuousClock.Instant, reasons: [ProxyReason] = []
    ) {
        let event = ProxiedEvent(
            handling, method: method, url: trace.masking.url(url), requestFields: masked(request),
            status: response.map { Int($0.status.code) }, responseFields: masked(response?.headers ?? [:]),
            elapsed: ContinuousClock.now - start, reasons: reasons.map(\.code))
        trace.record(.proxied(event), by: .proxy)
    }

    private func masked(_ headers: HTTPHeaders) -> [MaskedField] {
        headers.map { trace.masking.field($0.name, $0.value) }
    }
}

extension SocketAddress {
    /// 127.0.0.0/8 and ::1, also as an IPv4 address in IPv6.
    var isLoopback: Bool {
        switch self {
        case .v4: ipAddress?.hasPrefix("127.") ?? false
        case .v6: ipAddress.map { $0 == "::1" || $0.hasPrefix("::ffff:127.") } ?? false
        case .unixDomainSocket: false
        }
    }
}

/// Closes a connection on which nothing has moved for long.
final class QuietHandler: ChannelInboundHandler {
    typealias InboundIn = NIOAny

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is IdleStateHandler.IdleStateEvent {
            context.close(promise: nil)
        } else {
            context.fireUserInboundEventTriggered(event)
        }
    }
}
