import NIOCore

#if canImport(Glibc)
    import Glibc
#endif

/// Acknowledges what a client has sent as soon as it is read.
///
/// Some clients (urllib3 for one) let the system hold back a small second part, a body behind its head, until the first
/// one is acknowledged when they speak through a proxy (RFC 9293 §3.7.4). The system would wait 40 ms for something to
/// send along with that (§3.8.6.3), in each request.
final class PromptAcknowledgement: ChannelInboundHandler {
    typealias InboundIn = NIOAny

    func channelReadComplete(context: ChannelHandlerContext) {
        #if canImport(Glibc)
            // The system forgets it after a while, so it is said each time; where it cannot be said nothing is lost.
            let option = ChannelOptions.Types.SocketOption(level: .tcp, name: .init(rawValue: TCP_QUICKACK))
            try? context.channel.syncOptions?.setOption(option, value: 1)
        #endif
        context.fireChannelReadComplete()
    }
}
