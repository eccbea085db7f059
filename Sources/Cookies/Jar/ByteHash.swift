/// A running hash of bytes that come from outside.
struct ByteHash: Sendable {
    private var state = seed

    /// Different in each process, so that nobody can choose texts that fall together.
    private static let seed = UInt64(bitPattern: Int64(Hasher().finalize()))

    mutating func combine(_ byte: UInt8) {
        let mixed = (state ^ UInt64(byte)) &* 0x9E37_79B9_7F4A_7C15
        state = mixed ^ (mixed >> 29)
    }

    mutating func combine(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { combine(byte) }
    }

    /// All its bits, mixed once more.
    var value: UInt64 { state &* 0xD6E8_FEB8_6659_FD93 }

    /// The bits that a ``DomainIndex`` keeps.
    var tag: UInt32 { UInt32(truncatingIfNeeded: value >> 32) }
}
