import NIOCore

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A port on which nobody listens, and which the system gives to nobody else: connections are refused there, as to a
/// service that is down, and do not reach a stranger who was given the number meanwhile.
final class HeldPort: Sendable {
    private let descriptor: Int32

    /// - Returns: nil where somebody has the port already; there is nothing to hold then.
    init?(at address: ListenAddress) {
        #if canImport(Darwin)
            let kind = SOCK_STREAM
        #else
            let kind = Int32(SOCK_STREAM.rawValue)
        #endif
        guard let place = try? SocketAddress(ipAddress: address.host, port: address.port) else { return nil }
        descriptor = socket(place.protocol == .inet6 ? AF_INET6 : AF_INET, kind, 0)
        guard descriptor >= 0 else { return nil }
        // Not for children: they would hold it beyond the scope.
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        if isBound(at: place) { return }
        // Connections that just ended are remembered at the port. Held like this it is still no free port, though
        // somebody who asks for its very number may have it.
        var isReused: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isReused, socklen_t(MemoryLayout<Int32>.size))
        // From here on deinit closes it.
        guard isBound(at: place) else { return nil }
    }

    private func isBound(at place: SocketAddress) -> Bool {
        place.withSockAddr { bind(descriptor, $0, socklen_t($1)) } == 0
    }

    deinit { close(descriptor) }
}
