import BridgePrimitives
public import Reasons

/// What a client sends beside an identity token, to prove that the token was made for its own request.
public enum PresentedNonce: Hashable, Sendable {
    case none
    /// The random text of which Apple got the hash: what Firebase wants.
    case raw(String)
    /// The hash itself, for verifiers that keep no raw nonce.
    case hashed(String)
}

/// How the nonce of a token and the one that was sent stand to each other.
public enum NonceComparison: Hashable, Sendable {
    /// There is none on either side.
    case absent
    /// The token's is the SHA-256 of the raw one, in lower-case hexadecimal.
    case hashMatches
    /// Two equal hashes were compared.
    case equal
    /// They do not belong together; the reason says how they seem to have been mixed up.
    case refused(AppleReason)

    /// Looks for the usual mix-ups when the two do not fit, hash against raw first.
    ///
    /// - Parameter claim: the token's nonce; nil when it has none.
    public init(claim: String?, presented: PresentedNonce) {
        switch (claim, presented) {
        case (nil, .none): self = .absent
        case (nil, _): self = .refused(.nonceNotInToken)
        case (_?, .none): self = .refused(.nonceMissing)
        case (let claim?, .hashed(let hash)): self = claim == hash ? .equal : .refused(.nonceDiffers)
        case (let claim?, .raw(let raw)):
            self =
                SHA256Text.hexadecimal(of: raw) == claim ? .hashMatches : .refused(Self.mixUp(claim: claim, raw: raw))
        }
    }

    private static func mixUp(claim: String, raw: String) -> AppleReason {
        // Equal on both sides: the look of the value tells which of the two it is.
        if claim == raw { return looksLikeHash(raw) ? .nonceHashSent : .nonceRawInToken }
        if SHA256Text.hexadecimal(of: claim) == raw { return .nonceSwapped }
        let hash = SHA256Text.hexadecimal(of: raw)
        if SHA256Text.hexadecimal(of: hash) == claim { return .nonceHashedTwice }
        if ASCIIText.isSame(claim, hash) { return .nonceHashUpperCase }
        if base64Core(claim) == base64Core(SHA256Text.base64(of: raw)) { return .nonceHashNotHex }
        return .nonceDiffers
    }

    private static func looksLikeHash(_ text: String) -> Bool {
        Hexadecimal.looksLikeSHA256(ASCIIText.lowercased(text).utf8)
    }

    /// One spelling for both alphabets, with and without padding.
    private static func base64Core(_ text: String) -> [UInt8] {
        text.utf8.filter { $0 != UInt8(ascii: "=") }.map { byte in
            switch byte {
            case UInt8(ascii: "-"): UInt8(ascii: "+")
            case UInt8(ascii: "_"): UInt8(ascii: "/")
            default: byte
            }
        }
    }
}
