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
    /// Nil where the client speaks with the proxy itself.
    private let origin: RequestPlan.Origin?
    /// The handlers that this one is among.
    var codec: ServerCodec?

    private var context: ChannelHandlerContext?
    private(set) var exchange: Exchange?
    /// What a client has sent that did not wait for its answer.
    private var waiting: [HTTPServerRequestPart] = []
    private var link: UpstreamLink?
    private var deadline: Scheduled<Void>?
    /// A client that has sent all that it will send still reads.
    private var isInputClosed = false
    private static let mostWaiting = 64
    /// Whether what the client sends is read; to say it anew for each request costs more than to look.
    private var isReading = true

    init(run: ProxyRun, origin: RequestPlan.Origin?) { (self.run, self.origin) = (run, origin) }

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
        if let exchange, !exchange.isAnswerBegun, !exchange.isRefused { record(exchange, reasons: []) }
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

    private func take(_ part: HTTPServerRequestPart) {
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

    // MARK: - What becomes of a request

    private func begin(_ head: HTTPRequestHead) {
        deadline?.cancel()
        let exchange = Exchange(head, run.plan(head, behind: origin))
        self.exchange = exchange
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

    /// Sends the request over the connection that there is, or a new one.
    private func relay(_ exchange: Exchange, to upstream: Upstream) {
        if let link, link.isFree, link.upstream == upstream, link.channel.isActive {
            return start(exchange, on: link)
        }
        link?.close()
        link = nil
        connect(exchange, to: upstream)
    }

    private func connect(_ exchange: Exchange, to upstream: Upstream) {
        guard let context else { return }
        reads(false)
        upstream.connect(on: context.eventLoop, within: run.limits.connect).assumeIsolated().whenComplete { outcome in
            self.connected(outcome, exchange, upstream)
        }
    }

    private func connected(_ outcome: Result<any Channel, any Error>, _ exchange: Exchange, _ upstream: Upstream) {
        guard case .success(let channel) = outcome else {
            if self.exchange === exchange, context != nil {
                reads(true)
                refuse(exchange, .unreachable)
            }
            return
        }
        guard self.exchange === exchange, context != nil, !exchange.isRefused else {
            channel.close(promise: nil)
            return
        }
        reads(true)
        guard !run.isClosed(channel.remoteAddress) || exchange.plan.handling == .answered else {
            channel.close(promise: nil)
            return refuse(exchange, .controlPort)
        }
        do {
            let link = try UpstreamLink(channel, to: upstream, for: self)
            self.link = link
            if case .tunnel = exchange.plan.step { return tunnel(exchange, over: link) }
            start(exchange, on: link)
        } catch {
            channel.close(promise: nil)
            refuse(exchange, .brokenOff)
        }
    }

    private func start(_ exchange: Exchange, on link: UpstreamLink) {
        guard case .relay(_, let head) = exchange.plan.step else { return }
        link.begin(head)
        for part in exchange.unsent { link.send(part) }
        if exchange.hasBody { exchange.unsent = [] }
        link.flush()
    }

    private func send(_ part: HTTPClientRequestPart, of exchange: Exchange) {
        if let link, !link.isFree {
            link.send(part)
        } else {
            exchange.unsent.append(part)
        }
        // A request without a body can be sent again.
        if case .end = part, !exchange.hasBody, link != nil { exchange.unsent = [part] }
    }

    // MARK: - The server's side

    /// A part of the answer is there.
    func answered(_ part: HTTPClientResponsePart) {
        guard let exchange, !exchange.isRefused else { return }
        switch part {
        case .head(let head):
            deadline?.cancel()
            exchange.isAnswerBegun = true
            exchange.isSwitching = head.status == .switchingProtocols && exchange.head.isUpgrade
            let (headers, framing) = HopFields.response(head, to: exchange.head)
            if framing == .byClosing { exchange.endsConnection = true }
            var answer = HTTPResponseHead(
                version: exchange.head.version == .http1_0 ? .http1_0 : .http1_1, status: head.status)
            answer.headers = headers
            if exchange.endsConnection, !exchange.isSwitching { answer.headers.add(name: "Connection", value: "close") }
            record(exchange, response: head, reasons: exchange.plan.remarks)
            write(.head(answer))
        case .body(let bytes): write(.body(.byteBuffer(bytes)))
        case .end(let trailers):
            write(.end(trailers))
            flush()
            exchange.isAnswerEnded = true
            if exchange.isSwitching { switchOver() } else { finish(exchange) }
        }
    }

    /// The connection to the server has ended, as it should or not.
    func upstreamEnded(_ ended: UpstreamLink) {
        guard ended === link else { return }
        link = nil
        guard let exchange, !exchange.isRefused, !exchange.isAnswerEnded else { return }
        if exchange.isAnswerBegun {
            // The answer is not whole; that is said by not ending it.
            context?.close(promise: nil)
        } else if ended.isUsed, !exchange.hasBeenRepeated, !exchange.hasBody {
            // A server may end a connection that it keeps at any time, also just when a request comes (RFC 9110 §9.2.2).
            exchange.hasBeenRepeated = true
            connect(exchange, to: ended.upstream)
        } else {
            refuse(exchange, .brokenOff)
        }
    }

    func upstreamTakes(more: Bool) { reads(more) }

    func flush() { context?.flush() }

    // MARK: - The end of an exchange

    /// Answers here, with the reason in words.
    private func refuse(_ exchange: Exchange, _ reason: ProxyReason) {
        guard !exchange.isRefused, let context else { return }
        deadline?.cancel()
        record(exchange, reasons: [reason])
        guard !exchange.isAnswerBegun else { return context.close(promise: nil) }
        (exchange.isRefused, exchange.isAnswerBegun, exchange.endsConnection) = (true, true, true)
        link?.close()
        link = nil
        let advice = reason.advice(on: exchange.plan.host)
        let status = HTTPResponseStatus(statusCode: reason.status)
        var head = HTTPResponseHead(
            version: .http1_1,
            // Many clients show nothing of an answer to CONNECT but this phrase.
            status: exchange.head.method == .CONNECT
                ? .custom(code: status.code, reasonPhrase: "\(status.reasonPhrase) by session-bridge: \(advice)")
                : status)
        let text = "session-bridge: \(reason.rawValue): \(reason.meaning) To do: \(advice).\n"
        let body = context.channel.allocator.buffer(string: text)
        head.headers = [
            "Content-Type": "text/plain; charset=utf-8", "Content-Length": "\(body.readableBytes)",
            "Connection": "close",
        ]
        write(.head(head))
        if exchange.head.method != .HEAD { write(.body(.byteBuffer(body))) }
        write(.end(nil))
        flush()
        exchange.isAnswerEnded = true
        if exchange.isRequestEnded { finish(exchange) } else { closeUnlessBegun(within: run.limits.firstRequest) }
    }

    private func refuse(_ exchange: Exchange, _ reason: ProxyReason, within limit: Duration) {
        after(limit) { [weak self] in
            guard let self, self.exchange === exchange, !exchange.isAnswerBegun else { return }
            refuse(exchange, reason)
        }
    }

    private func finish(_ exchange: Exchange) {
        guard exchange.isAnswerEnded, self.exchange === exchange, let context else { return }
        guard exchange.isRequestEnded, !exchange.endsConnection, !isInputClosed else {
            return context.close(promise: nil)
        }
        self.exchange = nil
        closeUnlessBegun(within: run.limits.idle)
        let parts = waiting
        waiting = []
        for (index, part) in parts.enumerated() {
            take(part)
            if self.exchange?.isRequestEnded ?? false {
                waiting = Array(parts.dropFirst(index + 1)) + waiting
                break
            }
        }
        if waiting.count < Self.mostWaiting { reads(true) }
    }

    // MARK: - Tunnels

    /// Answers `CONNECT`: what follows is read if it is for a host that is, else it passes.
    private func open(_ exchange: Exchange) {
        if case .tunnel(let upstream) = exchange.plan.step { return connect(exchange, to: upstream) }
        guard let host = exchange.plan.host, let context else { return }
        reads(true)  // whoever reads on begins so
        establish()
        let pipeline = context.pipeline.syncOperations
        do { try pipeline.addHandler(FirstBytesHandler(run: run, host: host, handling: exchange.plan.handling)) } catch
        {
            return context.close(promise: nil)
        }
        self.exchange = nil
        codec?.remove(from: pipeline)
    }

    private func tunnel(_ exchange: Exchange, over link: UpstreamLink) {
        establish()
        record(exchange, reasons: [])
        switchOver()
    }

    private func establish() {
        write(
            .head(
                HTTPResponseHead(version: .http1_1, status: .custom(code: 200, reasonPhrase: "Connection Established")))
        )
        write(.end(nil))
        flush()
    }

    /// From here on the connection speaks what client and server have agreed on.
    private func switchOver() {
        guard let context, let link else { return }
        deadline?.cancel()
        exchange = nil
        self.link = nil
        let (here, there) = TunnelHalf.pair()
        let pipeline = context.pipeline.syncOperations
        do {
            try pipeline.addHandler(here)
            reads(true)
            codec?.remove(from: pipeline)
            here.open()
            try link.becomeTunnel(there)
        } catch {
            link.channel.close(promise: nil)
            context.close(promise: nil)
        }
    }

    // MARK: - Tools

    private func record(_ exchange: Exchange, response: HTTPResponseHead? = nil, reasons: [ProxyReason]) {
        let isRefused = !reasons.isEmpty && reasons != exchange.plan.remarks
        run.record(
            isRefused ? .refused : exchange.plan.handling, method: exchange.head.method.rawValue,
            url: exchange.plan.url,
            request: exchange.head.headers, response: response, since: exchange.start, reasons: reasons)
    }

    private func write(_ part: HTTPServerResponsePart) { context?.write(wrapOutboundOut(part), promise: nil) }

    private func reads(_ reads: Bool) {
        guard reads != isReading else { return }
        isReading = reads
        try? context?.channel.syncOptions?.setOption(.autoRead, value: reads)
    }

    private func closeUnlessBegun(within limit: Duration) {
        after(limit) { [weak self] in self?.context?.close(promise: nil) }
    }

    private func after(_ limit: Duration, _ body: @escaping () -> Void) {
        deadline?.cancel()
        deadline = context?.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(limit), body)
    }
}
