import BridgePrimitives
import NIOCore
import NIOPosix

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

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

    func initiateAQuery(host: String, port: Int) -> EventLoopFuture<[SocketAddress]> { addresses(host, port, AF_INET) }

    func initiateAAAAQuery(host: String, port: Int) -> EventLoopFuture<[SocketAddress]> {
        addresses(host, port, AF_INET6)
    }

    func cancelQueries() {}

    private func addresses(_ host: String, _ port: Int, _ family: Int32) -> EventLoopFuture<[SocketAddress]> {
        Self.threads.runIfActive(eventLoop: loop) { [self] in
            // Names under localhost are this machine's own (RFC 6761 §6.3), also where the system's resolver asks others.
            let isOwn = ProxiedHost(target: "\(host):\(port)")?.isLoopback ?? false
            let name = isOwn && host.contains { $0.isLetter } ? "localhost" : host
            return Self.lookUp(name, port, family).filter { address in
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

    /// - Returns: nothing where the system knows no address.
    private static func lookUp(_ host: String, _ port: Int, _ family: Int32) -> [SocketAddress] {
        var hints = addrinfo()
        hints.ai_family = family
        #if canImport(Darwin)
            hints.ai_socktype = SOCK_STREAM
        #else
            hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #endif
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        var found: [SocketAddress] = []
        var next = list
        while let entry = next?.pointee {
            if let raw = entry.ai_addr, entry.ai_family == family {
                let all = UnsafeRawBufferPointer(start: raw, count: Int(entry.ai_addrlen))
                let bytes = NetworkAddress.bytes(inSocketAddress: all, isIPv6: family == AF_INET6)
                if let address = try? SocketAddress(packedIPAddress: ByteBuffer(bytes: bytes), port: port) {
                    found.append(address)
                }
            }
            next = entry.ai_next
        }
        return found
    }
}
