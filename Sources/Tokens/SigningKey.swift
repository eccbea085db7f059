public import BridgePrimitives
import Crypto
import CryptoExtras

/// An RSA private key with its key id, parsed once, which makes RS256 signatures (RFC 7518 §3.3).
///
/// The header parts of its tokens never change, so they are encoded when the key is made.
public struct SigningKey: Sendable {
    /// Names the key in headers and key sets.
    public let keyID: String
    /// The public half.
    public let verificationKey: VerificationKey
    private let privateKey: _RSA.Signing.PrivateKey
    #if os(Linux)
        /// The same key where it signs faster.
        private let systemKey: SystemRSAKey
    #endif
    /// `{"alg":"RS256","kid":…,"typ":"JWT"}`, encoded.
    let headerSegment: String
    /// `{"alg":"RS256","typ":"JWT"}`, encoded: custom tokens name no key.
    static let anonymousHeaderSegment = Base64URL.encode(Array(#"{"alg":"RS256","typ":"JWT"}"#.utf8))

    private init(_ privateKey: _RSA.Signing.PrivateKey, keyID: String?) throws {
        let verificationKey = VerificationKey(privateKey.publicKey)
        let id = keyID ?? Self.keyID(for: verificationKey)
        let header: JSONValue = ["alg": "RS256", "kid": .string(id), "typ": "JWT"]
        (self.privateKey, self.verificationKey, self.keyID) = (privateKey, verificationKey, id)
        headerSegment = Base64URL.encode(header.bytes())
        #if os(Linux)
            systemKey = try SystemRSAKey(der: Array(privateKey.derRepresentation))
        #endif
    }

    /// Makes a key of 2048 bits.
    ///
    /// - Parameter keyID: nil for one that is derived from the public key.
    /// - Throws: `token/key-not-made` when the system gives no randomness.
    /// - Complexity: a search for two primes: 50 to 500 ms.
    public static func generate(keyID: String? = nil) throws(BridgeFailure) -> SigningKey {
        do { return try SigningKey(_RSA.Signing.PrivateKey(keySize: .bits2048), keyID: keyID) } catch {
            throw BridgeFailure(KeyReason.keyNotMade, cause: "no RSA key could be made: \(error)")
        }
    }

    /// - Parameters:
    ///   - pem: PKCS #8 (`BEGIN PRIVATE KEY`) or PKCS #1, at least 2048 bits.
    ///   - keyID: nil for one that is derived from the public key.
    /// - Throws: `token/unreadable-key`; the message never holds the text.
    public init(pem: Secret<String>, keyID: String? = nil) throws(BridgeFailure) {
        do { try self.init(_RSA.Signing.PrivateKey(pemRepresentation: pem.reveal()), keyID: keyID) } catch {
            throw .unreadableKey("the text is no RSA private key of 2048 bits or more in PEM form")
        }
    }

    /// The key as PKCS #8, `BEGIN PRIVATE KEY`, as service-account files hold it.
    public var pem: Secret<String> { Secret(privateKey.pkcs8PEMRepresentation) }

    /// RSASSA-PKCS1-v1_5 with SHA-256 over `message`.
    ///
    /// - Throws: `token/signing-failed`, which no input causes.
    /// - Complexity: one RSA private operation, 0.2 to 0.6 ms.
    public func signature(for message: [UInt8]) throws(BridgeFailure) -> [UInt8] {
        do {
            #if os(Linux)
                return try systemKey.signature(for: message)
            #else
                return try portableSignature(for: message)
            #endif
        } catch {
            throw BridgeFailure(
                KeyReason.signingFailed, cause: "key \(keyID) did not sign: \(error)")
        }
    }

    /// The same by swift-crypto.
    func portableSignature(for message: [UInt8]) throws -> [UInt8] {
        let digest = SHA256.hash(data: message)
        return Array(try privateKey.signature(for: digest, padding: .insecurePKCS1v1_5).rawRepresentation)
    }

    /// 40 hexadecimal digits of the public key's SHA-256, the look of Google's key ids.
    private static func keyID(for key: VerificationKey) -> String {
        Hexadecimal.text(SHA256.hash(data: key.der).prefix(20))
    }
}

extension SigningKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "key \(keyID)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["keyID": keyID]) }
}
