public import BridgePrimitives
import Crypto
import CryptoExtras

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A password as it is stored: scrypt (RFC 7914) with its parameters and salt beside it.
///
/// Spelled `$scrypt$ln=11,r=8,p=1$SALT$HASH`, salt and hash in base64url. The parameters travel with the hash, so
/// the cost of new passwords can change while old ones keep working.
public struct PasswordHash: Hashable, Sendable {
    /// The work factor of scrypt.
    public struct Cost: Hashable, Sendable {
        /// log₂ of scrypt's N. 11 with r = 8 takes 2 MiB, and about 20 ms in an unoptimised build: enough for a
        /// service that guards test accounts, little enough for a scripted sign-in.
        public let logN: Int
        public let blockSize: Int
        public let parallelism: Int

        public static let standard = Cost(logN: 11, blockSize: 8, parallelism: 1)

        init(logN: Int, blockSize: Int, parallelism: Int) {
            (self.logN, self.blockSize, self.parallelism) = (logN, blockSize, parallelism)
        }

        /// Nil beyond 256 MiB or other bounds that only a broken or hostile file exceeds.
        fileprivate init?(checkingLogN logN: Int, blockSize: Int, parallelism: Int) {
            guard (1...18).contains(logN), (1...8).contains(blockSize), (1...16).contains(parallelism) else {
                return nil
            }
            self.init(logN: logN, blockSize: blockSize, parallelism: parallelism)
        }
    }

    /// The password that the real service shows instead of a hash, in base64: `REDACTED`.
    static let redacted = "UkVEQUNURUQ="

    private static let hashLength = 32
    static let saltLength = 16

    public let cost: Cost
    let salt: [UInt8]
    let hash: [UInt8]

    /// - Parameter salt: 16 random bytes, used for nothing else.
    /// - Throws: `auth/password-not-hashed` when memory is out.
    /// - Complexity: deliberately slow: see ``Cost``.
    public init(_ password: Secret<String>, salt: [UInt8], cost: Cost = .standard) throws(BridgeFailure) {
        (self.cost, self.salt) = (cost, salt)
        hash = try Self.derive(password, salt: salt, cost: cost)
    }

    /// Whether `password` is the one; compares in constant time.
    ///
    /// - Complexity: as much as making the hash.
    public func matches(_ password: Secret<String>) throws(BridgeFailure) -> Bool {
        constantTimeEqual(try Self.derive(password, salt: salt, cost: cost), hash)
    }

    private static func derive(
        _ password: Secret<String>, salt: [UInt8], cost: Cost
    ) throws(BridgeFailure) -> [UInt8] {
        // HMAC, inside scrypt, fills short keys up with zeros: without a last byte that is none, NULs at the end of a
        // password would not count.
        let input = Array(password.reveal().utf8) + [1]
        do {
            let key = try KDF.Scrypt.deriveKey(
                from: input, salt: salt, outputByteCount: hashLength, rounds: 1 << cost.logN,
                blockSize: cost.blockSize, parallelism: cost.parallelism)
            return key.withUnsafeBytes { Array($0) }
        } catch {
            throw BridgeFailure(AuthServiceReason.passwordNotHashed, cause: "scrypt failed: \(error)")
        }
    }
}

extension PasswordHash {
    /// The form in which it is stored.
    public var encoded: String {
        "$scrypt$ln=\(cost.logN),r=\(cost.blockSize),p=\(cost.parallelism)"
            + "$\(Base64URL.encode(salt))$\(Base64URL.encode(hash))"
    }

    /// Returns nil for anything but the form of ``encoded``.
    public init?(encoded: String) {
        let parts = encoded.utf8.split(separator: UInt8(ascii: "$"), omittingEmptySubsequences: false)
        guard parts.count == 5, parts[0].isEmpty, parts[1].elementsEqual("scrypt".utf8),
            let cost = Cost(encoded: parts[2]), let salt = Base64URL.decode(parts[3]), !salt.isEmpty,
            let hash = Base64URL.decode(parts[4]), hash.count == Self.hashLength
        else { return nil }
        (self.cost, self.salt, self.hash) = (cost, salt, hash)
    }
}

extension PasswordHash.Cost {
    fileprivate init?(encoded: Substring.UTF8View) {
        let items = encoded.split(separator: UInt8(ascii: ","))
        let names = ["ln=", "r=", "p="]
        guard items.count == names.count else { return nil }
        var numbers: [Int] = []
        for (item, name) in zip(items, names) {
            guard item.starts(with: name.utf8), let number = Int(Substring(item.dropFirst(name.utf8.count))) else {
                return nil
            }
            numbers.append(number)
        }
        self.init(checkingLogN: numbers[0], blockSize: numbers[1], parallelism: numbers[2])
    }
}

extension PasswordHash: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "<redacted>" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
