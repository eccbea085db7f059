import BridgePrimitives
import Hummingbird
import NIOCore

extension ConnectionHeld {
    /// Waits for whatever comes first, the end of the waiting or of the client's side of the connection.
    ///
    /// - Throws: ``ConnectionDropped`` where nobody is to be answered any more.
    func ending(on channel: any Channel) async throws -> Response {
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        channel.closeFuture.whenComplete { _ in end.finish() }
        // Half-closed connections stay open here: that the client has gone is an event of its own.
        let watch = InputEnd { end.finish() }
        try? await channel.pipeline.addHandler(watch, position: .first).get()
        defer { _ = channel.pipeline.removeHandler(watch) }
        let isAnswered = await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                await wait()
                return !Task.isCancelled
            }
            group.addTask {
                for await _ in ends {}
                return false
            }
            defer { group.cancelAll() }
            return await group.next() ?? false
        }
        guard isAnswered, let answer else { throw ConnectionDropped() }
        return try await answer()
    }
}

/// Tells that the other end sends no more.
private final class InputEnd: ChannelInboundHandler, RemovableChannelHandler, Sendable {
    typealias InboundIn = Any
    private let tell: @Sendable () -> Void

    init(_ tell: @escaping @Sendable () -> Void) { self.tell = tell }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let event = event as? ChannelEvent, event == .inputClosed { tell() }
        context.fireUserInboundEventTriggered(event)
    }
}
