import NIOCore
import NIOPosix
import NIOSSL

/// A client that speaks TLS behind a `CONNECT`.
struct TLSClient {
    let proxyPort: Int
    /// The one authority that it trusts, in PEM form.
    let trusted: String

    /// Sends one request and gives what comes until the end.
    ///
    /// - Parameter target: `host:port`.
    /// - Throws: what the handshake ends with, when it trusts the other side not.
    func say(_ request: String, to target: String) async throws -> String {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.trustRoots = .certificates(try NIOSSLCertificate.fromPEMBytes(Array(trusted.utf8)))
        let tls = try NIOSSLContext(configuration: configuration)
        let (pieces, arrival) = AsyncThrowingStream.makeStream(of: ByteBuffer.self)
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Collector(arrival))
                }
            }
            .connect(host: "127.0.0.1", port: proxyPort).get()
        defer { channel.close(promise: nil) }
        channel.writeAndFlush(ByteBuffer(string: "CONNECT \(target) HTTP/1.1\r\nHost: \(target)\r\n\r\n"), promise: nil)
        var text = ""
        let name = String(target.prefix { $0 != ":" })
        let isName = name.contains { $0.isLetter }
        for try await piece in pieces {
            text += String(buffer: piece)
            guard text.hasSuffix("\r\n\r\n") else { continue }
            guard text.hasPrefix("HTTP/1.1 200 ") else { return text }
            break
        }
        try await channel.eventLoop.submit {
            try channel.pipeline.syncOperations.addHandler(
                try NIOSSLClientHandler(context: tls, serverHostname: isName ? name : nil), position: .first)
        }.get()
        channel.writeAndFlush(ByteBuffer(string: request), promise: nil)
        var answer = ""
        for try await piece in pieces { answer += String(buffer: piece) }
        return answer
    }
}

private final class Collector: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    private let arrival: AsyncThrowingStream<ByteBuffer, any Error>.Continuation

    init(_ arrival: AsyncThrowingStream<ByteBuffer, any Error>.Continuation) { self.arrival = arrival }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { arrival.yield(unwrapInboundIn(data)) }
    func channelInactive(context: ChannelHandlerContext) { arrival.finish() }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if case .some(.uncleanShutdown) = error as? NIOSSLError { return }
        arrival.finish(throwing: error)
        context.close(promise: nil)
    }
}
