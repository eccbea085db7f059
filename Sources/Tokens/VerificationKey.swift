public import BridgePrimitives
import Crypto
import CryptoExtras

/// The public half of an RSA key, parsed once, which checks RS256 signatures (RFC 7518 §3.3).
public struct VerificationKey: Sendable {
    private let publicKey: _RSA.Signing.PublicKey

    init(_ publicKey: _RSA.Signing.PublicKey) { self.publicKey = publicKey }

    /// - Parameter pem: a SubjectPublicKeyInfo (`BEGIN PUBLIC KEY`) or PKCS #1 key, at least 2048 bits.
    /// - Throws: `token/unreadable-key`.
    public init(pem: String) throws(BridgeFailure) {
        do { publicKey = try _RSA.Signing.PublicKey(pemRepresentation: pem) } catch {
            throw .unreadableKey("the text is no RSA public key of 2048 bits or more in PEM form")
        }
    }

    /// - Parameter bytes: a SubjectPublicKeyInfo or PKCS #1 key in DER form, at least 2048 bits.
    /// - Throws: `token/unreadable-key`.
    public init(der bytes: [UInt8]) throws(BridgeFailure) {
        do { publicKey = try _RSA.Signing.PublicKey(derRepresentation: bytes) } catch {
            throw .unreadableKey("the bytes are no RSA public key of 2048 bits or more in DER form")
        }
    }

    /// - Parameter jwk: a JSON Web Key with `kty` RSA, `n` and `e` (RFC 7518 §6.3.1).
    /// - Throws: `token/unreadable-key`.
    public init(jwk: JSONValue) throws(BridgeFailure) {
        guard jwk["kty"]?.stringValue == "RSA",
            let modulus = jwk["n"]?.stringValue.flatMap({ Base64URL.decode($0.utf8) }),
            let exponent = jwk["e"]?.stringValue.flatMap({ Base64URL.decode($0.utf8) }),
            (256...1024).contains(modulus.count), (1...8).contains(exponent.count),
            let key = try? _RSA.Signing.PublicKey(n: modulus, e: exponent), key.keySizeInBits >= 2048
        else { throw .unreadableKey("the JSON is no RSA key of 2048 bits or more with the members kty, n and e") }
        publicKey = key
    }

    /// The key as SubjectPublicKeyInfo, `BEGIN PUBLIC KEY`.
    public var pem: String { publicKey.pemRepresentation }

    /// The key as SubjectPublicKeyInfo in DER form.
    public var der: [UInt8] { Array(publicKey.derRepresentation) }

    /// The key as a JSON Web Key: `kty`, `alg`, `use`, `kid`, `n`, `e`.
    public func jwk(keyID: String) -> JSONValue {
        // Asking for the primitives of a key that was parsed fails only when memory is out.
        guard let primitives = try? publicKey.getKeyPrimitives() else { return [:] }
        return [
            "kty": "RSA", "alg": "RS256", "use": "sig", "kid": .string(keyID),
            "n": .string(Base64URL.encode(Array(primitives.modulus))),
            "e": .string(Base64URL.encode(Array(primitives.publicExponent))),
        ]
    }

    /// `{"keys":[…]}` (RFC 7517 §5), in the order given.
    public static func jwkSet(_ keys: [(keyID: String, key: VerificationKey)]) -> JSONValue {
        ["keys": .array(keys.map { $0.key.jwk(keyID: $0.keyID) })]
    }

    /// What was decided about a signature.
    package enum SignatureVerdict: Sendable {
        case matches, differs
    }

    /// Whether `signature` is this key's over `message`: RSASSA-PKCS1-v1_5 with SHA-256, nothing else.
    ///
    /// - Complexity: one RSA public operation, about 30 µs.
    package func check(_ signature: [UInt8], of message: [UInt8]) -> SignatureVerdict {
        let candidate = _RSA.Signing.RSASignature(rawRepresentation: signature)
        let digest = SHA256.hash(data: message)
        return publicKey.isValidSignature(candidate, for: digest, padding: .insecurePKCS1v1_5) ? .matches : .differs
    }
}

extension BridgeFailure {
    static func unreadableKey(_ cause: String) -> BridgeFailure {
        BridgeFailure(
            KeyReason.unreadableKey, cause: cause)
    }
}
