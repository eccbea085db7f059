import BridgePrimitives
import NIOCore
import NIOHTTP1

// What the server answers, or the proxy in its place, and what ends with that.
extension ExchangeHandler {
    /// A part of the answer is there.
    func answered(_ part: HTTPClientResponsePart) {
        guard let exchange, !exchange.isRefused else { return }
        switch part {
        case .head(let head):
            deadline?.cancel()
            exchange.isAnswerBegun = true
            exchange.isSwitching = head.status == .switchingProtocols && exchange.head.isUpgrade
            var (headers, framing) = HopFields.response(head, to: exchange.head)
            var remarks = exchange.plan.remarks
            if run.isRecording, HopFields.removeHTTP3Offer(from: &headers) { remarks.append(.http3Offered) }
            if framing == .byClosing { exchange.endsConnection = true }
            var answer = HTTPResponseHead(
                version: exchange.head.version == .http1_0 ? .http1_0 : .http1_1, status: head.status)
            answer.headers = headers
            if exchange.endsConnection, !exchange.isSwitching { answer.headers.add(name: "Connection", value: "close") }
            exchange.answered = .now - exchange.start
            if head.status.code >= 400, !run.isRecording {
                exchange.error = (head, remarks, [])
            } else {
                record(exchange, response: head, reasons: remarks)
            }
            write(.head(answer))
        case .body(let bytes):
            if let count = exchange.error?.body.count, count < Exchange.mostErrorBytes {
                exchange.error?.body += bytes.readableBytesView.prefix(Exchange.mostErrorBytes - count)
            }
            write(.body(.byteBuffer(bytes)))
        case .end(let trailers):
            recordError(exchange)
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
            recordError(exchange)
            // The answer is not whole; that is said by not ending it.
            context?.close(promise: nil)
        } else if ended.isUsed, !exchange.hasBeenRepeated, !exchange.hasBody {
            // A server may end a connection that it keeps at any time, also just when a request comes (RFC 9110 §9.2.2).
            exchange.hasBeenRepeated = true
            connect(exchange, to: ended.upstream)
        } else {
            refuse(exchange, ended.endReason ?? .brokenOff)
        }
    }

    func upstreamTakes(more: Bool) { reads(more) }

    func flush() { context?.flush() }

    // MARK: - The end of an exchange

    /// Answers here, with the reason in words.
    func refuse(_ exchange: Exchange, _ reason: ProxyReason) {
        guard !exchange.isRefused, let context else { return }
        deadline?.cancel()
        recordError(exchange)
        record(exchange, reasons: [reason], isRefused: true)
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

    func refuse(_ exchange: Exchange, _ reason: ProxyReason, within limit: Duration) {
        after(limit) { [weak self] in
            guard let self, self.exchange === exchange, !exchange.isAnswerBegun else { return }
            refuse(exchange, reason)
        }
    }

    func finish(_ exchange: Exchange) {
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
}
