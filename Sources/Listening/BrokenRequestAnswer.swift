import BridgePrimitives
import NIOCore
import NIOHTTP1

/// Answers what is no request, or has a method that the parser does not know, in words, and closes the connection: the
/// server itself answers it with an empty 400.
///
/// Stands between the parser and everything else.
final class BrokenRequestAnswer: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// Requests that came and are not answered yet: their answers come first.
    private var waiting = 0

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head = unwrapInboundIn(data) { waiting += 1 }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) { waiting -= 1 }
        context.write(data, promise: promise)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // A client that leaves in the middle of a head has said nothing wrong.
        guard waiting <= 0, let error = error as? HTTPParserError, error != .invalidEOFState else {
            return context.fireErrorCaught(error)
        }
        let (status, reason): (HTTPResponseStatus, ListeningReason) =
            error == .invalidMethod ? (.notImplemented, .unknownMethod) : (.badRequest, .malformedRequest)
        let body = reason.answer.bytes()
        let head = HTTPResponseHead(
            version: .http1_1, status: status,
            headers: [
                "Content-Type": "application/json; charset=utf-8", "Content-Length": String(body.count),
                "Cache-Control": "no-store", "Connection": "close",
            ])
        let channel = context.channel
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: body)))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in channel.close(promise: nil) }
    }
}

/// Puts a ``BrokenRequestAnswer`` behind the parser: the server's own settings lead to places further on only.
final class BrokenRequestAnswerPlacing: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Never

    func handlerAdded(context: ChannelHandlerContext) {
        let pipeline = context.pipeline.syncOperations
        guard let parser = try? pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self) else { return }
        try? pipeline.addHandler(BrokenRequestAnswer(), position: .after(parser))
    }
}
