import BridgePrimitives
import Crypto

/// HMAC-SHA1 signatures (RFC 5849 §3.4.2).
enum OAuthSignature: Sendable {
    /// - Returns: the signature in base64.
    static func make(_ baseString: String, consumerSecret: String, tokenSecret: String) -> String {
        make(baseString, key: "\(PercentEncoding.encode(consumerSecret))&\(PercentEncoding.encode(tokenSecret))")
    }

    static func make(_ baseString: String, key: String) -> String {
        let code = HMAC<Insecure.SHA1>.authenticationCode(
            for: Array(baseString.utf8), using: SymmetricKey(data: Array(key.utf8)))
        return StandardBase64.encode(Array(code))
    }

    /// Compares letter by letter, in time that depends on the lengths only.
    static func matches(_ given: String, _ expected: String) -> Bool {
        constantTimeEqual(Array(given.utf8), Array(expected.utf8))
    }
}
