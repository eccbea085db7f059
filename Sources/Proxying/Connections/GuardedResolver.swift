import BridgePrimitives
import Listening
import NIOCore
import NIOPosix

/// Looks names up, and keeps the addresses back that nobody may be led to: what is decided on is where a connection
/// goes, and not how it was spelled. The same look-up is connected with, so no second answer can be another one.
final class GuardedResolver: Resolver, Sendable {
    private let loop: any EventLoop
    private let refusal: @Sendable (NetworkAddress) -> ProxyReason?
    private let seen = Mutex((hasAddress: false, refusal: ProxyReason?.none))

    /// Look-ups wait for others' servers: on threads that nothing else needs.
    private static let threads: NIOThreadPool = {
        let pool = NIOThreadPool(numberOfThreads: 8)
        pool.start()
        return pool
    }()

    init(on loop: any EventLoop, refusal: @escaping @Sendable (NetworkAddress) -> ProxyReason?) {
        (self.loop, self.refusal) = (loop, refusal)
    }

    /// Why nothing was connected with.
    var reason: ProxyReason {
        let seen = seen.withLock { $0 }
        return seen.refusal ?? (seen.hasAddress ? .unreachable : .nameUnknown)
    }

    func initiateAQuery(host: String, port: Int) -> EventLoopFuture<[SocketAddress]> { addresses(host, port, .ipv4) }

    func initiateAAAAQuery(host: String, port: Int) -> EventLoopFuture<[SocketAddress]> {
        addresses(host, port, .ipv6)
    }

    func cancelQueries() {}

    private func addresses(
        _ host: String, _ port: Int, _ family: NameLookup.Family
    ) -> EventLoopFuture<[SocketAddress]> {
        Self.threads.runIfActive(eventLoop: loop) { [self] in
            // Names under localhost are this machine's own (RFC 6761 §6.3), also where the system's resolver asks others.
            let isOwn = ProxiedHost(target: "\(host):\(port)")?.isLoopback ?? false
            let name = isOwn && host.contains { $0.isLetter } ? "localhost" : host
            return NameLookup.addresses(of: name, port: port, family).filter { address in
                guard let plain = NetworkAddress(address) else { return false }
                let refusal = refusal(plain)
                seen.withLock { seen in
                    seen.hasAddress = seen.hasAddress || refusal == nil
                    seen.refusal = seen.refusal ?? refusal
                }
                return refusal == nil
            }
        }
    }
}
