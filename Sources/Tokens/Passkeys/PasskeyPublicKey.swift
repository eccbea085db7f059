import BridgePrimitives
import Crypto

/// The public half of a passkey, as COSE writes it (RFC 9052 §7): ES256 or RS256.
public enum PasskeyPublicKey: Hashable, Sendable {
    /// The two coordinates of a point on P-256, 32 bytes each.
    case es256(x: [UInt8], y: [UInt8])
    case rs256(modulus: [UInt8], exponent: [UInt8])

    /// Numbers of the algorithms (RFC 9053 §2.1, RFC 8812 §2).
    public enum Algorithm: Sendable {
        public static let es256 = Int64(-7), rs256 = Int64(-257)
    }

    /// Nil for other kinds of keys, and for numbers that make none.
    ///
    /// - Complexity: one look whether the point is on the curve.
    public init?(_ key: CBORValue) {
        switch (key[1]?.integerValue, key[3]?.integerValue) {
        case (2, Algorithm.es256):
            guard key[-1]?.integerValue == 1, let x = key[-2]?.bytesValue, let y = key[-3]?.bytesValue,
                x.count == 32, y.count == 32, Self.point(x, y) != nil
            else { return nil }
            self = .es256(x: x, y: y)
        case (3, Algorithm.rs256):
            guard let modulus = key[-1]?.bytesValue, let exponent = key[-2]?.bytesValue,
                Self.rsaKey(modulus, exponent) != nil
            else { return nil }
            self = .rs256(modulus: modulus, exponent: exponent)
        default: return nil
        }
    }

    /// - Parameter encoded: the key in CBOR.
    public init?(encoded: [UInt8]) {
        guard let value = CBORReader.value(encoded) else { return nil }
        self.init(value)
    }

    /// The key as a COSE map, in CTAP2's order.
    public var cose: CBORValue {
        switch self {
        case .es256(let x, let y):
            .map([
                .init(.integer(1), .integer(2)), .init(.integer(3), .integer(Algorithm.es256)),
                .init(.integer(-1), .integer(1)), .init(.integer(-2), .bytes(x)), .init(.integer(-3), .bytes(y)),
            ])
        case .rs256(let modulus, let exponent):
            .map([
                .init(.integer(1), .integer(3)), .init(.integer(3), .integer(Algorithm.rs256)),
                .init(.integer(-1), .bytes(modulus)), .init(.integer(-2), .bytes(exponent)),
            ])
        }
    }

    /// Whether the signature is this key's over the message: for ES256 in DER form, as WebAuthn has it (§6.5.5).
    package func check(_ signature: [UInt8], of message: [UInt8]) -> VerificationKey.SignatureVerdict {
        switch self {
        case .es256(let x, let y):
            guard let key = Self.point(x, y),
                let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature)
            else { return .differs }
            return key.isValidSignature(signature, for: message) ? .matches : .differs
        case .rs256(let modulus, let exponent):
            return Self.rsaKey(modulus, exponent)?.check(signature, of: message) ?? .differs
        }
    }

    private static func point(_ x: [UInt8], _ y: [UInt8]) -> P256.Signing.PublicKey? {
        try? P256.Signing.PublicKey(x963Representation: [4] + x + y)
    }

    private static func rsaKey(_ modulus: [UInt8], _ exponent: [UInt8]) -> VerificationKey? {
        try? VerificationKey(jwk: [
            "kty": "RSA", "n": .string(Base64URL.encode(modulus)), "e": .string(Base64URL.encode(exponent)),
        ])
    }
}
