import BridgePrimitives
import Crypto

/// SHA-256 in the spellings that claims, policies and key ids use.
enum SHA256Text: Sendable {
    static func bytes(of text: String) -> [UInt8] { Array(SHA256.hash(data: Array(text.utf8))) }

    /// 64 lower-case hexadecimal digits.
    static func hexadecimal(of text: String) -> String { Hexadecimal.text(bytes(of: text)) }

    static func base64(of text: String) -> String { StandardBase64.encode(bytes(of: text)) }

    /// The left half, as `c_hash` and `at_hash` have it (OpenID Connect Core §3.3.2.11).
    static func leftHalf(of text: String) -> String { Base64URL.encode(Array(bytes(of: text).prefix(16))) }
}
