import BridgePrimitives
package import NIOCore

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Asks the system for a name's addresses: its hosts file, then whatever it resolves with.
package enum NameLookup: Sendable {
    package enum Family: Sendable {
        case any, ipv4, ipv6

        fileprivate var number: Int32 {
            switch self {
            case .any: AF_UNSPEC
            case .ipv4: AF_INET
            case .ipv6: AF_INET6
            }
        }
    }

    /// Waits for others' servers: not for an event loop's thread.
    ///
    /// - Returns: in the system's order; nothing where it knows no address.
    package static func addresses(of host: String, port: Int = 0, _ family: Family = .any) -> [SocketAddress] {
        var hints = addrinfo()
        hints.ai_family = family.number
        #if canImport(Darwin)
            hints.ai_socktype = SOCK_STREAM
        #else
            hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #endif
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        return sequence(first: list, next: { $0?.pointee.ai_next }).prefix { $0 != nil }.compactMap { entry in
            guard let entry = entry?.pointee, let address = entry.ai_addr else { return nil }
            return socketAddress(at: address, entry.ai_family, port: port)
        }
    }

    /// The same as text, each once.
    package static func texts(of host: String) -> [String] { addresses(of: host).compactMap(\.ipAddress).uniqued() }

    private static func socketAddress(
        at address: UnsafeMutablePointer<sockaddr>, _ family: Int32, port: Int
    ) -> SocketAddress? {
        let raw = UnsafeRawPointer(address)
        var found: SocketAddress
        switch family {
        case AF_INET: found = SocketAddress(raw.loadUnaligned(as: sockaddr_in.self))
        case AF_INET6: found = SocketAddress(raw.loadUnaligned(as: sockaddr_in6.self))
        default: return nil
        }
        found.port = port
        return found
    }
}
