import NIOCore

/// One of two ends between which bytes pass as they come.
///
/// Each reads only while the other can write, so that neither piles up what the slower one has not taken. One direction
/// may end before the other does.
final class TunnelHalf: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private var partner: TunnelHalf?
    private var context: ChannelHandlerContext?
    /// Whether bytes may be written: handlers that take no bytes are gone from the pipeline.
    private var isOpen = false
    /// What came before the partner was open.
    private var early: [ByteBuffer] = []
    private var wantsToRead = false
    private var hasEnded = false

    private init() {}

    static func pair() -> (TunnelHalf, TunnelHalf) {
        let (one, other) = (TunnelHalf(), TunnelHalf())
        (one.partner, other.partner) = (other, one)
        return (one, other)
    }

    /// From now on what the partner reads is written here.
    func open() {
        guard let context, let partner else { return }
        isOpen = true
        for bytes in partner.early { context.write(wrapOutboundOut(bytes), promise: nil) }
        partner.early = []
        context.flush()
        // What a decoder had left came without a word that it was all.
        partner.context?.flush()
        if partner.hasEnded { context.close(mode: .output, promise: nil) }
        partner.readOn()
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        partner = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = unwrapInboundIn(data)
        guard let partner, partner.isOpen, let other = partner.context else { return early.append(bytes) }
        other.write(partner.wrapOutboundOut(bytes), promise: nil)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if partner?.isOpen ?? false { partner?.context?.flush() }
    }

    func read(context: ChannelHandlerContext) {
        if let partner, partner.isOpen, partner.context?.channel.isWritable ?? false {
            context.read()
        } else {
            wantsToRead = true
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable { partner?.readOn() }
        context.fireChannelWritabilityChanged()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard case .some(.inputClosed) = event as? ChannelEvent else {
            return context.fireUserInboundEventTriggered(event)
        }
        hasEnded = true
        guard let partner, let other = partner.context else { return context.close(promise: nil) }
        if partner.hasEnded {
            other.close(promise: nil)
            context.close(promise: nil)
        } else if partner.isOpen {
            other.close(mode: .output, promise: nil)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        partner?.context?.close(promise: nil)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func readOn() {
        guard wantsToRead, let context else { return }
        wantsToRead = false
        context.read()
    }
}
