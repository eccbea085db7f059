import BridgePrimitives
import Crypto

/// How the nonce of an identity token and the one that a client sent with it fit together.
///
/// The app gives the provider the SHA-256 of a random text, in hexadecimal, and the service the text itself: whoever
/// steals the token cannot use it.
enum NonceVerdict: Hashable, Sendable {
    /// The raw value hashes to the token's.
    case matches
    /// The token carries no nonce, so there is nothing to prove.
    case notNeeded
    /// The token carries a nonce, and none was sent.
    case missing
    /// What was sent is the hash itself, which everybody can read in the token.
    case hashSent
    /// The provider was given the raw value, so the token gives it away.
    case rawInToken
    /// Neither the value nor its hash.
    case different

    /// - Parameters:
    ///   - claim: `nonce` of the identity token.
    ///   - sent: `nonce` of the request.
    ///   - takesRaw: for providers other than Apple, whose nonce may be the raw value itself.
    init(claim: String?, sent: String?, takesRaw: Bool) {
        guard let claim else {
            self = .notNeeded
            return
        }
        guard let sent, !sent.isEmpty else {
            self = .missing
            return
        }
        let claimed = Array(claim.utf8), raw = Array(sent.utf8)
        let hash = Array(Hexadecimal.text(SHA256.hash(data: raw)).utf8)
        if constantTimeEqual(claimed, hash) {
            self = .matches
        } else if constantTimeEqual(claimed, raw) {
            self = takesRaw ? .matches : Hexadecimal.looksLikeSHA256(raw) ? .hashSent : .rawInToken
        } else {
            self = .different
        }
    }

    /// Why the two do not fit; nil when they do.
    var reason: NonceReason? {
        switch self {
        case .matches, .notNeeded: nil
        case .missing: .missing
        case .hashSent: .hashSent
        case .rawInToken: .rawInToken
        case .different: .different
        }
    }
}
