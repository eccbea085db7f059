import SwiftASN1
import X509

/// For which names an authority vouches. Its own certificate says the same by name constraints (RFC 5280 §4.2.1.10), so
/// that a key that got lost signs for nothing else.
public enum AuthorityReach: Hashable, Sendable {
    /// `localhost`, what lies under it, and loopback addresses.
    case thisMachine
    /// Names under `local` and addresses of private networks as well.
    case localNetwork

    /// Addresses that begin with the same bits.
    private struct Range {
        let base: [UInt8]
        let bits: Int

        init(_ leading: [UInt8], of count: Int, bits: Int) {
            base = leading + Array(repeating: 0, count: count - leading.count)
            self.bits = bits
        }

        private var mask: [UInt8] {
            base.indices.map { UInt8(truncatingIfNeeded: 0xFF00 >> min(8, max(0, bits - 8 * $0))) }
        }

        func contains(_ address: [UInt8]) -> Bool {
            address.count == base.count && zip(zip(address, mask), base).allSatisfy { $0.0 & $0.1 == $1 }
        }

        /// An address and its mask.
        var name: GeneralName { .ipAddress(ASN1OctetString(contentBytes: (base + mask)[...])) }
    }

    private var ranges: [Range] {
        let loopback = [
            Range([127], of: 4, bits: 8), Range(Array(repeating: 0, count: 15) + [1], of: 16, bits: 128),
        ]
        switch self {
        case .thisMachine: return loopback
        case .localNetwork:
            // RFC 1918 §3, RFC 3927, RFC 4193, RFC 4291 §2.5.6.
            return loopback + [
                Range([10], of: 4, bits: 8), Range([172, 16], of: 4, bits: 12), Range([192, 168], of: 4, bits: 16),
                Range([169, 254], of: 4, bits: 16), Range([0xFC], of: 16, bits: 7),
                Range([0xFE, 0x80], of: 16, bits: 10),
            ]
        }
    }

    /// - Parameter address: 4 or 16 bytes, in network order.
    func contains(address: [UInt8]) -> Bool { ranges.contains { $0.contains(address) } }

    /// Domains that it vouches for with what lies under them; `local` itself is nobody's name.
    var domains: [String] { self == .thisMachine ? ["localhost"] : ["localhost", "local"] }

    var permittedSubtrees: [GeneralName] { domains.map { .dnsName($0) } + ranges.map(\.name) }
}
