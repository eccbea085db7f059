import NIOCore

/// An address of IP as whoever decides on it looks at it: in bytes, so that no spelling of it says something else.
public struct NetworkAddress: Hashable, Sendable, CustomStringConvertible {
    /// 4 or 16 bytes in network order; an IPv4 address inside IPv6 (RFC 4291 §2.5.5) is IPv4.
    let bytes: [UInt8]

    /// To what part of the world an address belongs (RFC 6890, as far as it matters here).
    enum Realm: Hashable, Sendable {
        /// 127.0.0.0/8 and ::1.
        case loopback
        /// RFC 1918, RFC 4193, and 100.64.0.0/10 of carriers and mesh networks (RFC 6598).
        case privateNetwork
        /// 169.254.0.0/16 and fe80::/10.
        case linkLocal
        /// 0.0.0.0/8, ::, multicast, and what is reserved: nobody's own.
        case nobody
        case everywhere
    }

    /// - Parameter bytes: nil comes of another count than 4 or 16.
    init?(bytes: [UInt8]) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        let isMapped = bytes.count == 16 && bytes.starts(with: Self.mapped)
        let isCompatible =
            bytes.count == 16 && bytes.prefix(12).allSatisfy { $0 == 0 } && bytes.suffix(4).prefix(3) != [0, 0, 0]
        self.bytes = isMapped || isCompatible ? Array(bytes.suffix(4)) : bytes
    }

    private static let mapped: [UInt8] = Array(repeating: 0, count: 10) + [0xFF, 0xFF]
    /// By which networks without IPv4 reach it (RFC 6052 §2.1).
    private static let translated: [UInt8] = [0x00, 0x64, 0xFF, 0x9B] + Array(repeating: 0, count: 8)

    /// The address that a translating network would lead to; the address itself otherwise.
    var destination: NetworkAddress {
        guard bytes.starts(with: Self.translated), let inner = NetworkAddress(bytes: Array(bytes.suffix(4))) else {
            return self
        }
        return inner
    }

    var realm: Realm {
        let (first, second) = (bytes[0], bytes[1])
        guard bytes.count == 4 else {
            if bytes.dropLast().allSatisfy({ $0 == 0 }) { return bytes.last == 1 ? .loopback : .nobody }
            if first == 0xFF { return .nobody }
            if first == 0xFE, second & 0xC0 == 0x80 { return .linkLocal }
            return first & 0xFE == 0xFC ? .privateNetwork : .everywhere
        }
        switch (first, second) {
        case (127, _): return .loopback
        case (10, _), (172, 16...31), (192, 168), (100, 64...127): return .privateNetwork
        case (169, 254): return .linkLocal
        case (0, _), (224..., _): return .nobody
        default: return .everywhere
        }
    }

    /// Whether the internet cannot have it: who has such an address is near.
    public var isNear: Bool {
        switch realm {
        case .loopback, .privateNetwork, .linkLocal: true
        case .nobody, .everywhere: false
        }
    }

    /// Whether clouds answer there with credentials of the machine that asks.
    var isMetadata: Bool {
        bytes.count == 4 && bytes.starts(with: [169, 254]) || bytes == [100, 100, 100, 200]
            || bytes == [0xFD, 0, 0x0E, 0xC2] + Array(repeating: 0, count: 10) + [2, 0x54]
    }

    /// As the system writes it, without brackets.
    public var description: String {
        guard bytes.count == 16 else { return bytes.map { String($0) }.joined(separator: ".") }
        return (try? SocketAddress(packedIPAddress: ByteBuffer(bytes: bytes), port: 0))?.ipAddress ?? ""
    }
}

extension NetworkAddress {
    /// - Returns: nil for a socket of the file system.
    init?(_ address: SocketAddress) {
        let place: Range<Int>
        switch address {
        case .v4: place = 4..<8
        case .v6: place = 8..<24
        case .unixDomainSocket: return nil
        }
        // Every system lays `sockaddr_in` and `sockaddr_in6` out alike.
        self.init(
            bytes: address.withSockAddr { pointer, size in
                Array(UnsafeRawBufferPointer(start: pointer, count: size)[place])
            })
    }

    /// - Parameter text: as the system writes addresses; nothing that only some readers take for one.
    public init?(_ text: String) {
        guard let address = try? SocketAddress(ipAddress: text, port: 0) else { return nil }
        self.init(address)
    }
}
