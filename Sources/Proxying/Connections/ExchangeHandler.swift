import BridgePrimitives
import BridgeTrace
import NIOCore
import NIOHTTP1
import NIOSSL

/// Reads a client's requests, one after the other, and sees to it that each is answered: by the server that it is for,
/// or with the reason why not.
///
/// One on each client's connection; a second one, behind the first's `CONNECT`, reads what is said inside.
final class ExchangeHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    let run: ProxyRun
    let client: ProxyClient
    /// Nil where the client speaks with the proxy itself.
    private let origin: RequestPlan.Origin?
    /// The handlers that this one is among.
    var codec: ServerCodec?

    private(set) var context: ChannelHandlerContext?
    var exchange: Exchange?
    /// What a client has sent that did not wait for its answer.
    var waiting: [HTTPServerRequestPart] = []
    var link: UpstreamLink?
    var deadline: Scheduled<Void>?
    /// A client that has sent all that it will send still reads.
    private(set) var isInputClosed = false
    static let mostWaiting = 64
    /// Whether what the client sends is read; to say it anew for each request costs more than to look.
    private var isReading = true

    init(run: ProxyRun, client: ProxyClient, origin: RequestPlan.Origin?) {
        (self.run, self.client, self.origin) = (run, client, origin)
    }

    // MARK: - The client's side

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        if context.channel.isActive { closeUnlessBegun(within: run.limits.firstRequest) }
    }

    func channelActive(context: ChannelHandlerContext) {
        closeUnlessBegun(within: run.limits.firstRequest)
        context.fireChannelActive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        deadline?.cancel()
        self.context = nil
    }

    func channelInactive(context: ChannelHandlerContext) {
        deadline?.cancel()
        if let exchange {
            recordError(exchange)
            if !exchange.isAnswerBegun, !exchange.isRefused { record(exchange, reasons: []) }
        }
        exchange = nil
        link?.close()
        link = nil
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        guard exchange?.isRequestEnded != true, waiting.isEmpty else {
            waiting.append(part)
            if waiting.count >= Self.mostWaiting { reads(false) }
            return
        }
        take(part)
    }

    func channelReadComplete(context: ChannelHandlerContext) { link?.flush() }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        link?.reads(context.channel.isWritable)
        context.fireChannelWritabilityChanged()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard case .some(.inputClosed) = event as? ChannelEvent else {
            return context.fireUserInboundEventTriggered(event)
        }
        isInputClosed = true
        if exchange == nil { context.close(promise: nil) } else { exchange?.endsConnection = true }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if case .some(.uncleanShutdown) = error as? NIOSSLError { return }
        // A client that leaves in the middle of a head has said nothing wrong.
        guard exchange == nil, let error = error as? HTTPParserError, error != .invalidEOFState else {
            return context.close(promise: nil)
        }
        // What has no method and no target is planned as what it is: no request.
        let head = HTTPRequestHead(version: .http1_1, method: .RAW(value: ""), uri: "")
        let broken = Exchange(head, run.plan(head, behind: origin))
        (broken.isRequestEnded, broken.endsConnection) = (true, true)
        exchange = broken
        refuse(broken, error == .headerOverflow ? .headTooLarge : .badRequest)
    }

    func take(_ part: HTTPServerRequestPart) {
        switch part {
        case .head(let head): begin(head)
        case .body(let bytes):
            guard let exchange else { return }
            exchange.hasBody = true
            exchange.isRefused ? discard(bytes, of: exchange) : send(.body(.byteBuffer(bytes)), of: exchange)
        case .end(let trailers):
            guard let exchange else { return }
            exchange.isRequestEnded = true
            if exchange.isRefused { return finish(exchange) }
            if exchange.head.method == .CONNECT { return open(exchange) }
            send(.end(trailers), of: exchange)
            if !exchange.isAnswerBegun { refuse(exchange, .timedOut, within: run.limits.answer) }
        }
    }

    /// - Parameter bytes: of a request that was refused: its sender gets to read why once it has sent them.
    private func discard(_ bytes: ByteBuffer, of exchange: Exchange) {
        exchange.discarded += bytes.readableBytes
        if exchange.discarded > run.limits.patience { context?.close(promise: nil) }
    }

    private func begin(_ head: HTTPRequestHead) {
        deadline?.cancel()
        let exchange = Exchange(head, run.plan(head, behind: origin))
        self.exchange = exchange
        // What is asked inside a connection that is read is told by itself.
        if case .readOn = exchange.plan.step {} else { run.tell(of: exchange, by: client) }
        switch exchange.plan.step {
        case .refuse(let reason): refuse(exchange, reason)
        case .readOn, .tunnel: break  // once the request is whole
        case .relay(let upstream, _):
            // Whoever waits for leave to send a body gets it here: the next hop is not asked.
            if head.headers[canonicalForm: "expect"].contains(where: { $0.lowercased() == "100-continue" }) {
                write(.head(HTTPResponseHead(version: .http1_1, status: .continue)))
                flush()
            }
            relay(exchange, to: upstream)
        }
    }

    // MARK: - Tools

    func record(
        _ exchange: Exchange, response: HTTPResponseHead? = nil, reasons: [ProxyReason], isRefused: Bool = false
    ) {
        guard !run.isRecording else { return run.tellAnswer(to: exchange, by: client, response, reasons) }
        run.record(
            isRefused ? .refused : exchange.plan.handling, method: exchange.head.method.rawValue,
            url: exchange.plan.url,
            request: exchange.head.headers, response: response, said: exchange.errorWords,
            elapsed: exchange.answered ?? .now - exchange.start, reasons: reasons)
    }

    /// An error's answer is recorded with what its body says, as soon as that has come or comes no more.
    func recordError(_ exchange: Exchange) {
        guard let error = exchange.error.take() else { return }
        exchange.errorWords = AnswerWords.sentence(in: error.body)
        record(exchange, response: error.head, reasons: error.remarks)
    }

    func write(_ part: HTTPServerResponsePart) { context?.write(wrapOutboundOut(part), promise: nil) }

    func reads(_ reads: Bool) {
        guard reads != isReading else { return }
        isReading = reads
        try? context?.channel.syncOptions?.setOption(.autoRead, value: reads)
    }

    func closeUnlessBegun(within limit: Duration) {
        after(limit) { [weak self] in self?.context?.close(promise: nil) }
    }

    func after(_ limit: Duration, _ body: @escaping () -> Void) {
        deadline?.cancel()
        deadline = context?.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(limit), body)
    }
}
