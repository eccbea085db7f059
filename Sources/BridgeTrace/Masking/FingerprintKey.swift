import BridgePrimitives
import Crypto

/// The key that fingerprints of secrets are made with: whoever has not got it cannot search for a value that has a
/// given fingerprint.
public struct FingerprintKey: Sendable {
    private let key: SymmetricKey

    /// Random, and the same until the process ends: fingerprints of one run can be compared, those of two cannot.
    public static let ofThisProcess = FingerprintKey(key: SymmetricKey(size: .bits256))

    private init(key: SymmetricKey) { self.key = key }

    /// Of a world whose secrets are made from its seed as well: the same seed gives the same trace.
    public init(seed: UInt64) {
        self.init(key: SymmetricKey(data: SHA256.hash(data: Array("fingerprints of seed \(seed)".utf8))))
    }

    /// Six hexadecimal digits of HMAC-SHA-256; nil for a value that somebody could guess, because it is short or made
    /// of few different bytes.
    func fingerprint(of value: String) -> String? {
        let bytes = Array(value.utf8)
        guard bytes.count >= 16, Set(bytes).count >= 8 else { return nil }
        return Hexadecimal.text(HMAC<SHA256>.authenticationCode(for: bytes, using: key).prefix(3))
    }

    /// Eight bytes of HMAC-SHA-256 as a number, of any value: for comparisons, not to be shown.
    func mark(of value: String) -> UInt64 {
        HMAC<SHA256>.authenticationCode(for: Array(value.utf8), using: key).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
