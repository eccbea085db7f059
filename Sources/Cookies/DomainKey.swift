/// A domain's bytes with their hash: what the jar's index is asked with.
///
/// A domain is hashed from its end, so that one pass over a host gives the hashes of all domains above it on the way.
struct DomainKey: Sendable {
    let hash: ByteHash
    let bytes: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        var hash = ByteHash()
        for byte in bytes.reversed() { hash.combine(byte) }
        (self.hash, self.bytes) = (hash, bytes)
    }

    init(_ domain: String) { self.init(Array(domain.utf8)[...]) }
}
