import BridgePrimitives
import SwiftASN1
import X509

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A name or address of this machine or its network that a certificate may be for.
enum SubjectName: Hashable, Comparable {
    /// Lower-case.
    case name(String)
    /// 4 or 16 bytes, in network order.
    case address([UInt8], text: String)

    /// - Throws: `server/name-not-local`.
    init(_ text: String, within reach: AuthorityReach) throws(BridgeFailure) {
        if let address = Self.address(text) {
            guard reach.contains(address: address) else {
                throw ListeningReason.nameNotLocal.failure(
                    reach == .thisMachine
                        ? "\(text) is no loopback address" : "\(text) is no address of a private network")
            }
            self = .address(address, text: text)
            return
        }
        let lowered = ASCIIText.lowercased(text)
        let labels = lowered.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard lowered == "localhost" || labels.count > 1, lowered.utf8.count <= 253,
            reach.domains.contains(where: { labels.last?.elementsEqual($0.utf8) ?? false }),
            labels.allSatisfy({ (1...63).contains($0.count) && $0.allSatisfy(Self.isNameByte) })
        else {
            let domains = reach.domains.map { "." + $0 }.joined(separator: " or ")
            throw ListeningReason.nameNotLocal.failure("\(text) is neither localhost nor a name under \(domains)")
        }
        self = .name(lowered)
    }

    var text: String {
        switch self {
        case .name(let name): name
        case .address(_, let text): text
        }
    }

    var generalName: GeneralName {
        switch self {
        case .name(let name): .dnsName(name)
        case .address(let bytes, _): .ipAddress(ASN1OctetString(contentBytes: bytes[...]))
        }
    }

    static func < (a: Self, b: Self) -> Bool { a.text < b.text }

    /// An address is the same address however it is written.
    static func == (a: Self, b: Self) -> Bool {
        switch (a, b) {
        case (.name(let a), .name(let b)): a == b
        case (.address(let a, _), .address(let b, _)): a == b
        default: false
        }
    }

    func hash(into hasher: inout Hasher) {
        switch self {
        case .name(let name): hasher.combine(name)
        case .address(let bytes, _): hasher.combine(bytes)
        }
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
        default: false
        }
    }

    static func address(_ text: String) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, text, &bytes) == 1 { return Array(bytes.prefix(4)) }
        if inet_pton(AF_INET6, text, &bytes) == 1 { return bytes }
        return nil
    }
}
