#if os(Linux)
    import CCrypt
    import Glibc
#endif

/// bcrypt, as imports bring it along: the text of a hash, cost and salt in it (`$2b$10$…`).
///
/// The system's `crypt(3)` makes them on Linux. Elsewhere it knows none, and such hashes match no password.
enum BcryptHash: Sendable {
    /// 2¹⁴ rounds take about a second; what costs more is not tried.
    private static let costs = 4...14

    /// What `password` hashes to with the cost and salt of `hash`; nil for what is no bcrypt hash, for costs beyond
    /// bounds, and for a password with a NUL, at which bcrypt would stop reading.
    ///
    /// - Complexity: deliberately slow, 2 to the power of the hash's cost.
    static func text(of password: [UInt8], as hash: [UInt8]) -> [UInt8]? {
        guard isHash(hash), !password.contains(0) else { return nil }
        #if os(Linux)
            var memory: UnsafeMutableRawPointer?
            var size: Int32 = 0
            defer { free(memory) }
            let made = crypt_ra(
                (password + [0]).map { CChar(bitPattern: $0) }, (hash + [0]).map { CChar(bitPattern: $0) }, &memory,
                &size)
            return made.map { Array(String(cString: $0).utf8) }
        #else
            return nil
        #endif
    }

    /// `$2`, a, b or y, `$`, two digits, `$`, and 53 characters of salt and hash.
    private static func isHash(_ hash: [UInt8]) -> Bool {
        guard hash.count == 60, hash.starts(with: Array("$2".utf8)), "aby".utf8.contains(hash[2]),
            hash[3] == UInt8(ascii: "$"), hash[6] == UInt8(ascii: "$"), !hash.contains(0),
            let cost = Int(String(decoding: hash[4..<6], as: UTF8.self))
        else { return false }
        return costs.contains(cost)
    }
}
