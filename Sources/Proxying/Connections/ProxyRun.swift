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
    /// What is seen of this machine's own programs; of devices whoever looks on is told instead.
    let trace: TraceLog
    private let observer: (@Sendable (ProxySighting) -> Void)?
    /// By what servers elsewhere are verified; nil for the system's authorities.
    let trust: NIOSSLContext?
    let connections: OpenConnections
    /// The port that the proxy itself listens on; 0 until it does.
    let ownPort = Mutex(0)
    private let policy: ProxyPolicy
    private let authority: RunAuthority
    /// By host; made when first asked for, for as many hosts as the authority keeps.
    private let serverContexts = Mutex<[String: NIOSSLContext]>([:])

    private let counts = Mutex((connections: 0, requests: 0))

    init(
        policy: ProxyPolicy, authority: RunAuthority, limits: ProxyLimits, trace: TraceLog, trust: NIOSSLContext? = nil,
        observer: (@Sendable (ProxySighting) -> Void)? = nil
    ) {
        (self.policy, self.authority, self.limits, self.trace) = (policy, authority, limits, trace)
        (self.trust, self.observer) = (trust, observer)
        connections = OpenConnections(limit: limits.connections, limitOfOne: limits.connectionsOfOne)
    }

    /// Whether what passes is that of real devices.
    var isRecording: Bool { policy.recording != nil }

    /// Takes a connection on: from whom the policy lets in, and while there is room; else it is closed, and it is told
    /// why.
    ///
    /// - Throws: what keeps handlers from being added, which closes it.
    func begin(on channel: any Channel) throws {
        let address = channel.remoteAddress.flatMap { NetworkAddress($0) }
        if let refusal = refusal(of: address) { return drop(channel, address, refusal) }
        guard let address, connections.add(channel, of: address) else {
            return drop(channel, address, .tooManyConnections)
        }
        let number = counts.withLock { counts in
            counts.connections += 1
            return counts.connections
        }
        let client = ProxyClient(connection: number, address: "\(address)")
        if observer != nil {
            tell(.connected(client))
            channel.closeFuture.whenComplete { [self] _ in tell(.left(client)) }
        }
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(IdleStateHandler(allTimeout: TimeAmount(limits.quiet)))
        try pipeline.addHandler(QuietHandler())
        try pipeline.addHandler(PromptAcknowledgement())
        try ServerCodec(ExchangeHandler(run: self, client: client, origin: nil)).add(to: pipeline)
    }

    private func refusal(of client: NetworkAddress?) -> ProxyReason? {
        if let recording = policy.recording { return recording.refusal(ofClient: client) }
        return client?.realm == .loopback ? nil : .foreignClient
    }

    private func drop(_ channel: any Channel, _ address: NetworkAddress?, _ reason: ProxyReason) {
        if isRecording {
            tell(.turnedAway(address: address.map { "\($0)" } ?? "", reason))
        } else {
            record(.refused, method: "", url: "", elapsed: .zero, reasons: [reason])
        }
        channel.close(promise: nil)
    }

    // MARK: - Decisions

    func plan(_ head: HTTPRequestHead, behind origin: RequestPlan.Origin?) -> RequestPlan {
        RequestPlan(for: head, behind: origin, policy: policy, ownPort: ownPort.withLock { $0 })
    }

    /// What looks a host up for a device; nil for this machine's own programs, which get everywhere by themselves.
    func resolver(for host: ProxiedHost, on loop: any EventLoop) -> GuardedResolver? {
        guard let recording = policy.recording else { return nil }
        let (own, closed) = (ownPort.withLock { $0 }, policy.controlPorts)
        return GuardedResolver(on: loop) {
            recording.refusal(ofAddress: $0, askedAs: host, ownPort: own, closed: closed)
        }
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

    // MARK: - Whoever looks on

    func tell(_ sighting: ProxySighting) { observer?(sighting) }

    func tell(of exchange: Exchange, by client: ProxyClient) {
        guard observer != nil, exchange.sighting == nil else { return }
        let request = ProxiedRequest(
            number: nextRequest(), client: client, way: exchange.plan.way, method: exchange.head.method.rawValue,
            url: exchange.plan.url, fields: exchange.head.headers.map { ($0.name, $0.value) }, at: SystemTime.now)
        exchange.sighting = request
        tell(.asked(request))
    }

    func tellAnswer(
        to exchange: Exchange, by client: ProxyClient, _ response: HTTPResponseHead?, _ reasons: [ProxyReason]
    ) {
        tell(of: exchange, by: client)
        guard let request = exchange.sighting else { return }
        let answer = ProxiedAnswer(
            status: response.map { Int($0.status.code) },
            fields: response?.headers.map { ($0.name, $0.value) } ?? [], at: SystemTime.now, reasons: reasons)
        tell(.answered(request, answer))
    }

    /// Tells of what came behind a `CONNECT` and is no HTTP.
    func tell(of host: ProxiedHost, by client: ProxyClient, _ way: ProxiedRequest.Way, _ reasons: [ProxyReason]) {
        guard observer != nil else { return }
        let now = SystemTime.now
        let request = ProxiedRequest(
            number: nextRequest(), client: client, way: way, method: "CONNECT", url: "\(host)", fields: [], at: now)
        tell(.asked(request))
        tell(.answered(request, ProxiedAnswer(status: nil, at: now, reasons: reasons)))
    }

    private func nextRequest() -> Int {
        counts.withLock { counts in
            counts.requests += 1
            return counts.requests
        }
    }

    // MARK: - The trace

    func record(
        _ handling: ProxiedEvent.Handling, method: String, url: String, request: HTTPHeaders = [:],
        response: HTTPResponseHead? = nil, said: String? = nil, elapsed: Duration, reasons: [ProxyReason] = []
    ) {
        let event = ProxiedEvent(
            handling, method: method, url: trace.masking.url(url), requestFields: masked(request),
            status: response.map { Int($0.status.code) }, responseFields: masked(response?.headers ?? [:]),
            said: said.map { trace.masking.text($0) }, elapsed: elapsed, reasons: reasons.map(\.code))
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
