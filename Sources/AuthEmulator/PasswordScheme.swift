public import BridgePrimitives
import Crypto
import CryptoExtras

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How an import's password hashes were made: `hashAlgorithm` and its parameters.
public struct PasswordScheme: Hashable, Sendable {
    /// The wire's name: `HMAC_SHA256`, `PBKDF2_SHA256`, `SCRYPT` …
    public let algorithm: String
    public let signerKey: [UInt8]
    public let saltSeparator: [UInt8]
    public let rounds: Int
    public let memoryCost: Int
    public let parallelization: Int
    public let blockSize: Int
    public let derivedKeyLength: Int
    /// `SALT_AND_PASSWORD` or `PASSWORD_AND_SALT`; nil when the import did not say, and then both orders are tried.
    public let saltFirst: Bool?

    /// Whether its hashes are kept and never verified.
    var isUnverified: Bool { algorithm == "ARGON2" || algorithm == "BCRYPT" }

    /// The parameters of a `batchCreate`, by their names there; those that make no sense count as absent.
    public init(json: JSONObject) {
        func bytes(_ name: String) -> [UInt8] { json[name]?.stringValue.flatMap(StandardBase64.decode) ?? [] }
        func number(_ name: String) -> Int {
            let text = json[name]?.stringValue.flatMap { Int64($0) }
            return Int(clamping: json[name]?.integerValue ?? text ?? 0)
        }
        algorithm = json["hashAlgorithm"]?.stringValue ?? ""
        (signerKey, saltSeparator) = (bytes("signerKey"), bytes("saltSeparator"))
        rounds = number("rounds")
        memoryCost = json["cpuMemCost"] == nil ? number("memoryCost") : number("cpuMemCost")
        (parallelization, blockSize) = (number("parallelization"), number("blockSize"))
        derivedKeyLength = number("dkLen")
        saltFirst =
            switch json["passwordHashOrder"]?.stringValue {
            case "SALT_AND_PASSWORD": true
            case "PASSWORD_AND_SALT": false
            default: nil
            }
    }

    public var json: JSONObject {
        var object = JSONObject([("hashAlgorithm", .string(algorithm))])
        if !signerKey.isEmpty { object["signerKey"] = .string(StandardBase64.encode(signerKey)) }
        if !saltSeparator.isEmpty { object["saltSeparator"] = .string(StandardBase64.encode(saltSeparator)) }
        for (name, value) in [
            ("rounds", rounds), ("memoryCost", memoryCost), ("parallelization", parallelization),
            ("blockSize", blockSize), ("dkLen", derivedKeyLength),
        ] where value != 0 { object[name] = .integer(Int64(value)) }
        if let saltFirst { object["passwordHashOrder"] = saltFirst ? "SALT_AND_PASSWORD" : "PASSWORD_AND_SALT" }
        return object
    }

    /// What `password` hashes to: one value, or two when the order of salt and password is unknown; none for schemes
    /// that cannot be verified and for costs beyond what the protocol allows.
    ///
    /// - Parameter length: the bytes of the hash to compare with, for schemes that make hashes of any length.
    func derivations(of password: [UInt8], salt: [UInt8], length: Int) throws(BridgeFailure) -> [[UInt8]] {
        switch algorithm {
        case "HMAC_SHA512": mixtures(password, salt).map { mac(HMAC<SHA512>.self, $0) }
        case "HMAC_SHA256": mixtures(password, salt).map { mac(HMAC<SHA256>.self, $0) }
        case "HMAC_SHA1": mixtures(password, salt).map { mac(HMAC<Insecure.SHA1>.self, $0) }
        case "HMAC_MD5": mixtures(password, salt).map { mac(HMAC<Insecure.MD5>.self, $0) }
        case "SHA512": mixtures(password, salt).map { digest(SHA512.self, $0) }
        case "SHA256": mixtures(password, salt).map { digest(SHA256.self, $0) }
        case "SHA1": mixtures(password, salt).map { digest(Insecure.SHA1.self, $0) }
        case "MD5": mixtures(password, salt).map { digest(Insecure.MD5.self, $0) }
        case "PBKDF_SHA1": try pbkdf2(.insecureSHA1, password, salt, length)
        case "PBKDF2_SHA256": try pbkdf2(.sha256, password, salt, length)
        case "SCRYPT": try firebaseScrypt(password, salt)
        case "STANDARD_SCRYPT": try standardScrypt(password, salt, length)
        default: []
        }
    }

    private func mixtures(_ password: [UInt8], _ salt: [UInt8]) -> [[UInt8]] {
        switch saltFirst {
        case true?: [salt + password]
        case false?: [password + salt]
        case nil: salt.isEmpty ? [password] : [password + salt, salt + password]
        }
    }

    private func mac<Hash: HashFunction>(_ type: HMAC<Hash>.Type, _ message: [UInt8]) -> [UInt8] {
        Array(HMAC<Hash>.authenticationCode(for: message, using: SymmetricKey(data: signerKey)))
    }

    /// Hashes the hash again for each further round, at most 8192 in all.
    private func digest<Hash: HashFunction>(_ type: Hash.Type, _ message: [UInt8]) -> [UInt8] {
        var value = Array(Hash.hash(data: message))
        for _ in 0..<(min(max(rounds, 1), 8192) - 1) { value = Array(Hash.hash(data: value)) }
        return value
    }

    private func pbkdf2(
        _ function: KDF.Insecure.PBKDF2.HashFunction, _ password: [UInt8], _ salt: [UInt8], _ length: Int
    ) throws(BridgeFailure) -> [[UInt8]] {
        guard (1...120_000).contains(rounds), (1...512).contains(length) else { return [] }
        return try deriving {
            try KDF.Insecure.PBKDF2.deriveKey(
                from: password, salt: salt, using: function, outputByteCount: length, unsafeUncheckedRounds: rounds)
        }
    }

    private func standardScrypt(
        _ password: [UInt8], _ salt: [UInt8], _ length: Int
    ) throws(BridgeFailure) -> [[UInt8]] {
        guard memoryCost > 1, memoryCost <= 1 << 18, memoryCost & (memoryCost - 1) == 0,
            (1...16).contains(parallelization), (1...8).contains(blockSize), (1...512).contains(length),
            derivedKeyLength == 0 || derivedKeyLength == length
        else { return [] }
        return try deriving {
            try KDF.Scrypt.deriveKey(
                from: password, salt: salt, outputByteCount: length, rounds: memoryCost, blockSize: blockSize,
                parallelism: parallelization)
        }
    }

    /// Firebase's own: scrypt makes an AES-256 key, which encrypts the project's signer key in counter mode.
    private func firebaseScrypt(_ password: [UInt8], _ salt: [UInt8]) throws(BridgeFailure) -> [[UInt8]] {
        guard (1...14).contains(memoryCost), (1...8).contains(rounds), !signerKey.isEmpty else { return [] }
        do {
            let derived = try KDF.Scrypt.deriveKey(
                from: password, salt: salt + saltSeparator, outputByteCount: 64, rounds: 1 << memoryCost,
                blockSize: rounds, parallelism: 1)
            let key = SymmetricKey(data: derived.withUnsafeBytes { Array($0.prefix(32)) })
            let nonce = try AES._CTR.Nonce(nonceBytes: [UInt8](repeating: 0, count: 16))
            return [Array(try AES._CTR.encrypt(signerKey, using: key, nonce: nonce))]
        } catch { throw Self.failure(error) }
    }

    private func deriving(_ body: () throws -> SymmetricKey) throws(BridgeFailure) -> [[UInt8]] {
        do { return [try body().withUnsafeBytes { Array($0) }] } catch { throw Self.failure(error) }
    }

    private static func failure(_ error: any Error) -> BridgeFailure {
        BridgeFailure(AuthServiceReason.passwordNotHashed, cause: "a key could not be derived: \(error)")
    }
}
