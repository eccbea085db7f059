import NIOCore
import NIOHTTP1
import NIOSSL
import Reasons

/// A connection to the server that answers, lent to one exchange after the other.
final class UpstreamLink {
    let upstream: Upstream
    let channel: any Channel
    /// The client's side; it owns this one.
    private(set) weak var owner: ExchangeHandler?
    /// Whether an exchange was ended on it.
    private(set) var isUsed = false
    /// Whether nothing is under way on it and it can be used again.
    private(set) var isFree = false
    private var keepsAlive = false
    /// Why TLS with the server ended, if it did.
    var endReason: ProxyReason?
    /// As it was connected.
    private var isReading = false
    private let encoder: HTTPRequestEncoder
    private let decoder: ByteToMessageHandler<HTTPResponseDecoder>
    private var handler: UpstreamHandler?

    /// Takes a channel on that has just been connected.
    ///
    /// - Throws: where no TLS can be spoken; the channel is the caller's to close.
    init(_ channel: any Channel, to upstream: Upstream, for owner: ExchangeHandler) throws {
        (self.channel, self.upstream, self.owner) = (channel, upstream, owner)
        var configuration = HTTPRequestEncoder.Configuration()
        configuration.automaticallySetFramingHeaders = false
        encoder = HTTPRequestEncoder(configuration: configuration)
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderFieldSize = owner.run.limits.headBytes
        limits.maxHeaderListSize = owner.run.limits.headBytes
        decoder = ByteToMessageHandler(
            HTTPResponseDecoder(leftOverBytesStrategy: .forwardBytes, limitConfiguration: limits))
        let handler = UpstreamHandler(self)
        self.handler = handler
        let pipeline = channel.pipeline.syncOperations
        if let tls = try upstream.tlsHandler(trust: owner.run.trust) { try pipeline.addHandler(tls) }
        try pipeline.addHandlers([encoder, decoder, handler])
        reads(true)
    }

    func begin(_ head: HTTPRequestHead) {
        isFree = false
        send(.head(head))
    }

    func send(_ part: HTTPClientRequestPart) { channel.write(part, promise: nil) }

    func flush() { channel.flush() }

    /// Whether what the server sends is read; not while the client takes no more.
    func reads(_ reads: Bool) {
        guard reads != isReading else { return }
        isReading = reads
        try? channel.syncOptions?.setOption(.autoRead, value: reads)
    }

    func close() {
        owner = nil
        channel.close(promise: nil)
    }

    fileprivate func take(_ part: HTTPClientResponsePart) {
        switch part {
        case .head(let head): keepsAlive = head.isKeepAlive
        case .body: break
        case .end: (isUsed, isFree) = (true, keepsAlive)
        }
    }

    func received(_ part: HTTPClientResponsePart) {
        take(part)
        owner?.answered(part)
    }

    func ended() {
        isFree = false
        owner?.upstreamEnded(self)
    }

    /// Lets bytes pass where requests and answers did.
    func becomeTunnel(_ half: TunnelHalf) throws {
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(half)
        if let handler { pipeline.removeHandler(handler, promise: nil) }
        pipeline.removeHandler(encoder, promise: nil)
        reads(true)
        // It looks at what is written for as long as it is there, and wants it to be requests.
        pipeline.removeHandler(decoder).assumeIsolated().whenComplete { _ in half.open() }
    }
}
