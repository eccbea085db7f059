/// What is wrong with the nonce beside a provider's identity token: which of hash and raw value went where.
public enum NonceReason: String, Reason {
    case missing = "nonce/missing"
    case hashSent = "nonce/hash-sent"
    case rawInToken = "nonce/raw-in-token"
    case different = "nonce/different"
}
