import NIOCore

/// Closes a connection on which no request comes in time: one that is opened and left, a TLS handshake that does not
/// end, a head that is sent a byte at a time.
///
/// Stands behind the HTTP decoder, so the first thing that it reads is a whole head.
final class FirstRequestDeadline: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Never

    private let limit: TimeAmount
    private var deadline: Scheduled<Void>?

    init(_ limit: Duration) { self.limit = TimeAmount(limit) }

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { start(context) }
    }

    func channelActive(context: ChannelHandlerContext) {
        start(context)
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        stop()
        context.fireChannelRead(data)
    }

    func channelInactive(context: ChannelHandlerContext) {
        stop()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { stop() }

    private func start(_ context: ChannelHandlerContext) {
        guard deadline == nil else { return }
        let channel = context.channel
        deadline = context.eventLoop.scheduleTask(in: limit) { channel.close(promise: nil) }
    }

    private func stop() { deadline?.cancel() }
}
