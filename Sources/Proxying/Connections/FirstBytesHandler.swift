import BridgePrimitives
import BridgeTrace
import NIOCore
import NIOHTTP1
import NIOSSL
import NIOTLS

/// Looks at what a client says first behind its `CONNECT`: TLS, a request, or something else.
///
/// TLS is spoken with a certificate of this run, and what is inside is read like a request without TLS. Anything else
/// passes to a server that is not answered for as it is.
final class FirstBytesHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let run: ProxyRun
    private let client: ProxyClient
    private let userAgent: String?
    private let host: ProxiedHost
    private let handling: ProxiedEvent.Handling
    private let start = ContinuousClock.now
    private var deadline: Scheduled<Void>?
    /// What came while the server was being connected.
    private var early: [ByteBuffer] = []
    private var isDecided = false

    init(
        run: ProxyRun, client: ProxyClient, userAgent: String?, host: ProxiedHost, handling: ProxiedEvent.Handling
    ) {
        (self.run, self.client, self.userAgent, self.host) = (run, client, userAgent, host)
        self.handling = handling
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let channel = context.channel
        deadline = context.eventLoop.scheduleTask(in: TimeAmount(run.limits.firstRequest)) {
            channel.close(promise: nil)
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = unwrapInboundIn(data)
        guard !isDecided else { return early.append(bytes) }
        guard let first = bytes.getInteger(at: bytes.readerIndex, as: UInt8.self) else { return }
        isDecided = true
        deadline?.cancel()
        do {
            switch first {
            case 0x16:  // a TLS record with a handshake in it (RFC 8446 §5.1)
                let server = NIOSSLServerHandler(context: try run.serverContext(for: host.name))
                let watch = HandshakeWatch(run: run, client: client, userAgent: userAgent, host: host)
                try context.pipeline.syncOperations.addHandlers([server, watch], position: .after(self))
                try codec(.https).add(to: context.pipeline.syncOperations, position: .after(watch))
                goOn(with: bytes, context)
            case UInt8(ascii: "A")...UInt8(ascii: "Z"):
                try codec(.http).add(to: context.pipeline.syncOperations, position: .after(self))
                goOn(with: bytes, context)
            default:
                guard handling == .passed else { return refuse(.badRequest, context) }
                early.append(bytes)
                pass(context)
            }
        } catch {
            refuse(.badRequest, context)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .some(.inputClosed) = event as? ChannelEvent { context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func codec(_ scheme: RequestTarget.Scheme) -> ServerCodec {
        ServerCodec(ExchangeHandler(run: run, client: client, origin: .init(scheme: scheme, host: host)))
    }

    private func goOn(with bytes: ByteBuffer, _ context: ChannelHandlerContext) {
        context.fireChannelRead(wrapInboundOut(bytes))
        context.pipeline.syncOperations.removeHandler(self, promise: nil)
    }

    private func refuse(_ reason: ProxyReason, _ context: ChannelHandlerContext) {
        tell(.refused, [reason])
        context.close(promise: nil)
    }

    private func tell(_ handling: ProxiedEvent.Handling, _ reasons: [ProxyReason] = []) {
        guard !run.isRecording else {
            return run.tell(of: host, by: client, handling == .refused ? .refused : .unread, reasons)
        }
        run.record(handling, method: "CONNECT", url: "\(host)", elapsed: .now - start, reasons: reasons)
    }

    /// Lets all bytes pass in both directions.
    private func pass(_ context: ChannelHandlerContext) {
        let upstream = Upstream(host: host, usesTLS: false, isLocal: host.isLoopback)
        let resolver = run.resolver(for: host, on: context.eventLoop)
        upstream.connect(on: context.eventLoop, within: run.limits.connect, resolver: resolver).assumeIsolated()
            .whenComplete { outcome in
                guard case .success(let channel) = outcome else {
                    return self.refuse(resolver?.reason ?? .unreachable, context)
                }
                guard context.channel.isActive else { return channel.close(promise: nil) }
                let (here, there) = TunnelHalf.pair()
                do {
                    try channel.pipeline.syncOperations.addHandler(there)
                    try context.pipeline.syncOperations.addHandler(here, position: .after(self))
                    self.tell(.tunnelled)
                    for bytes in self.early { context.fireChannelRead(self.wrapInboundOut(bytes)) }
                    context.fireChannelReadComplete()
                    here.open()
                    there.open()
                    context.pipeline.syncOperations.removeHandler(self, promise: nil)
                    try channel.syncOptions?.setOption(.autoRead, value: true)
                } catch {
                    channel.close(promise: nil)
                    context.close(promise: nil)
                }
            }
    }
}

/// Tells when a client ends the handshake before it is done: it does not trust the certificate that it was shown.
final class HandshakeWatch: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let run: ProxyRun
    private let client: ProxyClient
    private let userAgent: String?
    private let host: ProxiedHost
    private let start = ContinuousClock.now
    private var isOver = false
    private var hasTimedOut = false
    private var deadline: Scheduled<Void>?

    init(run: ProxyRun, client: ProxyClient, userAgent: String?, host: ProxiedHost) {
        (self.run, self.client, self.userAgent, self.host) = (run, client, userAgent, host)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let channel = context.channel
        deadline = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(run.limits.firstRequest)) {
            self.hasTimedOut = true
            channel.close(promise: nil)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .some(.handshakeCompleted) = event as? TLSUserEvent {
            isOver = true
            deadline?.cancel()
            run.tell(.handshake(client, host, .completed, userAgent: userAgent))
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        tell(HandshakeEnd("\(error)"))
        context.fireErrorCaught(error)
    }

    func channelInactive(context: ChannelHandlerContext) {
        tell(hasTimedOut ? .timedOut : .left)
        context.fireChannelInactive()
    }

    private func tell(_ end: HandshakeEnd) {
        deadline?.cancel()
        guard !isOver else { return }
        isOver = true
        guard !run.isRecording else { return run.tell(.handshake(client, host, end, userAgent: userAgent)) }
        run.record(.refused, method: "CONNECT", url: "\(host)", elapsed: .now - start, reasons: [.notTrusted])
    }
}
