import BridgePrimitives
import Crypto

/// A strict service's refresh token: the session's id, and a proof that this service gave it out.
///
/// The proof is an HMAC over the session under a key that never leaves the service: ids may come from a seed, and
/// the database may be read, without anybody being able to make a token.
enum SessionToken: Sendable {
    static let idLength = 28
    private static let proofLength = 43

    static func text(for session: AuthSession, key: SymmetricKey) -> String {
        session.id + proof(for: session, key: key)
    }

    /// The id of the session that `text` claims to be of; nil when it cannot be a token of this kind.
    static func sessionID(in text: String) -> String? {
        let bytes = text.utf8
        guard bytes.count == idLength + proofLength else { return nil }
        return String(bytes.prefix(idLength))
    }

    /// Whether `text` was given out for `session`; compares in constant time.
    static func proves(_ text: String, _ session: AuthSession, key: SymmetricKey) -> Bool {
        constantTimeEqual(Array(text.utf8), Array(self.text(for: session, key: key).utf8))
    }

    private static func proof(for session: AuthSession, key: SymmetricKey) -> String {
        var message = Array(session.id.utf8)
        for part in [session.localID, String(session.authTime.millisecondsSinceEpoch), session.method.provider] {
            message.append(0)
            message.append(contentsOf: part.utf8)
        }
        return Base64URL.encode(Array(HMAC<SHA256>.authenticationCode(for: message, using: key)))
    }
}
