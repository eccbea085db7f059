/// A domain as a key of the jar's index, with its hash made in advance.
///
/// A host's own key and those of the domains above it are made together, in one pass from the end of the host:
/// a look-up then costs one probe a label and looks at no byte that it does not find.
struct DomainKey: Hashable, Sendable {
    private let precomputed: UInt64
    let domain: Substring

    private init(hash: UInt64, domain: Substring) { (precomputed, self.domain) = (hash, domain) }

    init(_ domain: String) {
        var hash = Self.seed
        for byte in domain.utf8.reversed() { hash = Self.mix(hash, byte) }
        self.init(hash: hash, domain: domain[...])
    }

    /// The keys of `host`, then of each domain above it, nearest first.
    static func domains(of host: String, isIPAddress: Bool) -> [DomainKey] {
        guard !isIPAddress else { return [DomainKey(host)] }
        let bytes = host.utf8
        var keys: [DomainKey] = []
        keys.reserveCapacity(4)
        var hash = seed
        var index = bytes.endIndex
        while index != bytes.startIndex {
            let previous = bytes.index(before: index)
            if bytes[previous] == Byte.dot, index != bytes.endIndex {
                keys.append(DomainKey(hash: hash, domain: host[index...]))
            }
            hash = mix(hash, bytes[previous])
            index = previous
        }
        keys.append(DomainKey(hash: hash, domain: host[...]))
        keys.reverse()
        return keys
    }

    /// Different in each process, so that nobody can choose domains that fall together.
    private static let seed = UInt64(bitPattern: Int64(Hasher().finalize()))

    private static func mix(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
        let mixed = (hash ^ UInt64(byte)) &* 0x9E37_79B9_7F4A_7C15
        return mixed ^ (mixed >> 29)
    }

    static func == (a: Self, b: Self) -> Bool { a.precomputed == b.precomputed && a.domain == b.domain }
    func hash(into hasher: inout Hasher) { hasher.combine(precomputed) }
}
