import BridgePrimitives
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// Where a request goes on: an address to connect to, and whether TLS is spoken there.
struct Upstream: Hashable {
    let host: ProxiedHost
    let usesTLS: Bool
    /// Whether the host is this machine: then nobody verifies its certificate, which never left the machine.
    let isLocal: Bool

    /// Connects on an event loop; what arrives is not read before the channel's `autoRead` is set.
    ///
    /// A name under `localhost` is 127.0.0.1, and ::1 where nobody listens there.
    ///
    /// - Parameter resolver: nil for the system's, which leads everywhere.
    func connect(
        on loop: any EventLoop, within limit: Duration, resolver: GuardedResolver? = nil
    ) -> EventLoopFuture<any Channel> {
        let port = host.port
        @Sendable func connect(_ name: String) -> EventLoopFuture<any Channel> {
            ClientBootstrap(group: loop)
                .connectTimeout(TimeAmount(limit))
                .channelOption(.autoRead, value: false)
                .channelOption(.allowRemoteHalfClosure, value: true)
                .channelOption(.tcpOption(.tcp_nodelay), value: 1)
                .channelOption(.writeBufferWaterMark, value: ProxyBuffers.waterMark)
                .channelOption(.recvAllocator, value: ProxyBuffers.ofServers)
                .resolver(resolver)
                .connect(host: name, port: port)
        }
        guard isLocal, !host.isAddress else { return connect(host.name) }
        return connect("127.0.0.1").flatMapError { _ in connect("::1") }
    }

    /// Nil for plain TCP.
    ///
    /// - Parameter trust: by what servers elsewhere are verified; nil for the system's authorities.
    func tlsHandler(trust: NIOSSLContext?) throws -> NIOSSLClientHandler? {
        guard usesTLS else { return nil }
        let context = try isLocal ? Self.local.get() : trust ?? Self.verified.get()
        return try NIOSSLClientHandler(context: context, serverHostname: host.isAddress ? nil : host.name)
    }

    private static let local = Result { try context(.none) }
    private static let verified = Result { try context(.fullVerification) }

    /// - Parameter further: authorities that are trusted besides the system's.
    static func context(
        _ verification: CertificateVerification, further: [NIOSSLCertificate] = []
    ) throws -> NIOSSLContext {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.certificateVerification = verification
        configuration.applicationProtocols = ["http/1.1"]
        if !further.isEmpty { configuration.additionalTrustRoots = [.certificates(further)] }
        return try NIOSSLContext(configuration: configuration)
    }
}

/// Reads an upstream's answers for the exchange that they are for.
final class UpstreamHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPClientResponsePart

    /// Gone when the client is.
    private weak var link: UpstreamLink?

    init(_ link: UpstreamLink) { self.link = link }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { link?.received(unwrapInboundIn(data)) }

    func channelReadComplete(context: ChannelHandlerContext) { link?.owner?.flush() }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        link?.owner?.upstreamTakes(more: context.channel.isWritable)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // The decoder has seen the end by now, and given what ends with it.
        if case .some(.inputClosed) = event as? ChannelEvent { context.close(promise: nil) }
    }

    func channelInactive(context: ChannelHandlerContext) { link?.ended() }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // Servers that forget to end TLS are many; whether the answer was whole is known without it.
        if case .some(.uncleanShutdown) = error as? NIOSSLError { return }
        link?.endReason = Self.reason(of: error)
        context.close(promise: nil)
    }

    /// What TLS ended with; BoringSSL has names for it in its words alone.
    private static func reason(of error: any Error) -> ProxyReason {
        if error is NIOSSLExtraError { return .certificateUnverified }
        let words = "\(error)"
        // TLS 1.3's alert 116, which comes after the handshake.
        if words.contains("CERTIFICATE_REQUIRED") { return .certificateWanted }
        return words.contains("CERTIFICATE_VERIFY_FAILED") ? .certificateUnverified : .brokenOff
    }
}
