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
        let hash = Self.hexadecimal(SHA256.hash(data: raw))
        if constantTimeEqual(claimed, hash) {
            self = .matches
        } else if constantTimeEqual(claimed, raw) {
            self = takesRaw ? .matches : Self.looksLikeHash(raw) ? .hashSent : .rawInToken
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

    private static func hexadecimal(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        let digits = Array("0123456789abcdef".utf8)
        return bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 0xF)]] }
    }

    private static func looksLikeHash(_ bytes: [UInt8]) -> Bool {
        bytes.count == 64 && bytes.allSatisfy { ($0 >= 0x30 && $0 <= 0x39) || ($0 >= 0x61 && $0 <= 0x66) }
    }
}
