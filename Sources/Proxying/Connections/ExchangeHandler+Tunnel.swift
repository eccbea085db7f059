import NIOCore
import NIOHTTP1
import Reasons

// `CONNECT`, and what is spoken behind it or in place of HTTP.
extension ExchangeHandler {
    /// Answers `CONNECT`: what follows is read if it is for a host that is, else it passes.
    func open(_ exchange: Exchange) {
        if case .tunnel(let upstream) = exchange.plan.step { return connect(exchange, to: upstream) }
        guard let host = exchange.plan.host, let context else { return }
        reads(true)  // whoever reads on begins so
        establish()
        let pipeline = context.pipeline.syncOperations
        do {
            try pipeline.addHandler(
                FirstBytesHandler(
                    run: run, client: client, userAgent: exchange.head.headers["user-agent"].first, host: host,
                    handling: exchange.plan.handling))
        } catch {
            return context.close(promise: nil)
        }
        self.exchange = nil
        codec?.remove(from: pipeline)
    }

    func tunnel(_ exchange: Exchange, over link: UpstreamLink) {
        establish()
        record(exchange, reasons: run.isRecording ? [.passedUnread] : [])
        switchOver()
    }

    func establish() {
        write(
            .head(
                HTTPResponseHead(version: .http1_1, status: .custom(code: 200, reasonPhrase: "Connection Established")))
        )
        write(.end(nil))
        flush()
    }

    /// From here on the connection speaks what client and server have agreed on.
    func switchOver() {
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
}
