import BridgePrimitives
import Crypto

/// The proof that whoever trades a code is whoever asked for it (PKCE, RFC 7636).
struct CodeChallenge: Hashable, Sendable {
    enum Method: String, Sendable { case s256 = "S256", plain }

    let text: String
    let method: Method

    /// - Parameter method: nil for `plain` (§4.3).
    init(_ text: String, method: String?) throws(OIDCRefusal) {
        guard Self.isProof(text), let method = Method(rawValue: method ?? Method.plain.rawValue) else {
            throw OIDCRefusal(.challengeUnusable)
        }
        (self.text, self.method) = (text, method)
    }

    /// Whether the verifier is the one of the challenge (§4.6); compares in constant time.
    func matches(_ verifier: String) -> Bool {
        guard Self.isProof(verifier) else { return false }
        let proof = method == .plain ? verifier : Self.s256(verifier)
        return constantTimeEqual(Array(proof.utf8), Array(text.utf8))
    }

    static func s256(_ verifier: String) -> String { Base64URL.encode(SHA256Text.bytes(of: verifier)) }

    /// 43 to 128 unreserved characters (§4.1, §4.2).
    private static func isProof(_ text: String) -> Bool {
        (43...128).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                ASCIIText.isLetter($0) || ASCIIText.isDigit($0) || "-._~".utf8.contains($0)
            }
    }
}
