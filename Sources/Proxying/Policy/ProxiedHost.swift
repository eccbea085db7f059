import BridgePrimitives
import Listening

/// A host and a port that somebody wants to reach.
public struct ProxiedHost: Hashable, Sendable, CustomStringConvertible {
    /// A name in lower case without a final dot, or an address without brackets.
    public let name: String
    public let port: Int

    /// Reads `name`, `name:port`, `1.2.3.4:port` or `[::1]:port`.
    ///
    /// - Parameter defaultPort: nil where a port must be given.
    /// - Returns: nil for user information, for other bytes than names and addresses have, and for ports out of range.
    init?(_ authority: some StringProtocol, defaultPort: Int?) {
        let bytes = Array(authority.utf8)
        guard bytes.count <= 300 else { return nil }
        let name: ArraySlice<UInt8>
        let rest: ArraySlice<UInt8>
        if bytes.first == UInt8(ascii: "[") {
            guard let close = bytes.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            (name, rest) = (bytes[1..<close], bytes[(close + 1)...])
            guard !name.isEmpty, name.allSatisfy(Self.isAddressByte) else { return nil }
        } else {
            name = bytes.prefix { $0 != UInt8(ascii: ":") }
            rest = bytes[name.endIndex...]
            guard name.allSatisfy(Self.isNameByte) else { return nil }
        }
        let trimmed = name.last == UInt8(ascii: ".") ? name.dropLast() : name
        guard !trimmed.isEmpty, trimmed.count <= 253, let port = Self.port(rest, defaultPort) else { return nil }
        (self.name, self.port) = (ASCIIText.lowercased(trimmed), port)
    }

    /// Reads `name:port`, `1.2.3.4:port` or `[::1]:port`; nil for anything else.
    public init?(target: String) { self.init(target, defaultPort: nil) }

    /// `name:port`, an IPv6 address in brackets.
    public var description: String { ListenAddress(host: name, port: port).description }

    /// Whether it is this machine by its spelling: `localhost`, a name under it, or an address in full.
    var isLoopback: Bool { LocalRequest.isLoopback(authority: description) }

    /// Whether it is an address; certificates and SNI treat those in another way.
    var isAddress: Bool {
        name.utf8.contains(UInt8(ascii: ":")) || name.utf8.allSatisfy { ASCIIText.isDigit($0) || $0 == 0x2E }
    }

    private static func port(_ bytes: ArraySlice<UInt8>, _ defaultPort: Int?) -> Int? {
        guard let colon = bytes.first else { return defaultPort }
        let digits = bytes.dropFirst()
        guard colon == UInt8(ascii: ":"), (1...5).contains(digits.count), digits.allSatisfy(ASCIIText.isDigit),
            let port = Int(String(decoding: digits, as: UTF8.self)), (1...65_535).contains(port)
        else { return nil }
        return port
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        ASCIIText.isLetter(byte) || ASCIIText.isDigit(byte) || "-._".utf8.contains(byte)
    }

    private static func isAddressByte(_ byte: UInt8) -> Bool {
        ASCIIText.isDigit(byte) || (0x61...0x66).contains(byte | 0x20) || ":.".utf8.contains(byte)
    }
}
