public import BridgePrimitives

/// What is wrong with the nonce beside a provider's identity token: which of hash and raw value went where.
public enum NonceReason: String, Reason {
    case missing = "nonce/missing"
    case hashSent = "nonce/hash-sent"
    case rawInToken = "nonce/raw-in-token"
    case different = "nonce/different"

    public var meaning: String {
        switch self {
        case .missing: "The ID token has a nonce, and the request has none."
        case .hashSent: "The SHA-256 hash of the nonce was sent in place of the raw nonce."
        case .rawInToken: "The ID token carries the raw nonce in place of its SHA-256 hash."
        case .different: "The SHA-256 hash of the nonce that was sent is not the nonce of the ID token."
        }
    }

    public var fix: String {
        switch self {
        case .missing: "Send the raw nonce with the credential."
        case .hashSent: "Send the raw nonce with the credential, and its hash to the provider only."
        case .rawInToken: "Give the provider the SHA-256 hash of the nonce, in hexadecimal."
        case .different: "Keep the raw nonce of the very request that the token answers."
        }
    }
}
