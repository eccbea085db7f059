import NIOCore
import NIOHTTP1

/// The handlers that read requests and write answers on a client's connection, and the way to take them off again when
/// the connection goes on in another protocol.
struct ServerCodec {
    private let encoder: HTTPResponseEncoder
    private let decoder: ByteToMessageHandler<HTTPRequestDecoder>
    private let exchanges: ExchangeHandler

    init(_ exchanges: ExchangeHandler) {
        var configuration = HTTPResponseEncoder.Configuration()
        // How a body ends is what the server said, not what would be usual.
        configuration.automaticallySetFramingHeaders = false
        encoder = HTTPResponseEncoder(configuration: configuration)
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderFieldSize = exchanges.run.limits.headBytes
        limits.maxHeaderListSize = exchanges.run.limits.headBytes
        decoder = ByteToMessageHandler(
            HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes, limitConfiguration: limits))
        self.exchanges = exchanges
        exchanges.codec = self
    }

    /// - Parameter position: nil for the end of the pipeline.
    func add(
        to pipeline: ChannelPipeline.SynchronousOperations,
        position: ChannelPipeline.SynchronousOperations.Position = .last
    ) throws {
        try pipeline.addHandlers([encoder, decoder, exchanges], position: position)
    }

    /// What was read and not understood goes to the handler behind these.
    func remove(from pipeline: ChannelPipeline.SynchronousOperations) {
        exchanges.codec = nil
        pipeline.removeHandler(exchanges, promise: nil)
        pipeline.removeHandler(encoder, promise: nil)
        pipeline.removeHandler(decoder, promise: nil)
    }
}
