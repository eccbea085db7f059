import BridgeTrace
import NIOCore
import NIOHTTP1
import Reasons

// How a request gets to the server that it is for.
extension ExchangeHandler {
    /// Sends the request over the connection that there is, or a new one.
    func relay(_ exchange: Exchange, to upstream: Upstream) {
        if let link, link.isFree, link.upstream == upstream, link.channel.isActive {
            return start(exchange, on: link)
        }
        link?.close()
        link = nil
        connect(exchange, to: upstream)
    }

    func connect(_ exchange: Exchange, to upstream: Upstream) {
        guard let context else { return }
        reads(false)
        // What is answered here is where it is.
        let resolver =
            exchange.plan.handling == .answered ? nil : run.resolver(for: upstream.host, on: context.eventLoop)
        upstream.connect(on: context.eventLoop, within: run.limits.connect, resolver: resolver).assumeIsolated()
            .whenComplete { outcome in
                self.connected(outcome, exchange, upstream, resolver)
            }
    }

    private func connected(
        _ outcome: Result<any Channel, any Error>, _ exchange: Exchange, _ upstream: Upstream,
        _ resolver: GuardedResolver?
    ) {
        guard case .success(let channel) = outcome else {
            if self.exchange === exchange, context != nil {
                reads(true)
                refuse(exchange, resolver?.reason ?? .unreachable)
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

    func start(_ exchange: Exchange, on link: UpstreamLink) {
        guard case .relay(_, let head) = exchange.plan.step else { return }
        link.begin(head)
        for part in exchange.unsent { link.send(part) }
        if exchange.hasBody { exchange.unsent = [] }
        link.flush()
    }

    func send(_ part: HTTPClientRequestPart, of exchange: Exchange) {
        if let link, !link.isFree {
            link.send(part)
        } else {
            exchange.unsent.append(part)
        }
        // A request without a body can be sent again.
        if case .end = part, !exchange.hasBody, link != nil { exchange.unsent = [part] }
    }
}
