public import BridgePrimitives

/// Why an authenticator makes or uses no passkey.
public enum PasskeyRefusal: String, Reason, Error {
    case noCommonAlgorithm = "passkey/no-common-algorithm"
    case badUserHandle = "passkey/bad-user-handle"
    case noCredential = "passkey/no-credential"
    case signingFailed = "passkey/signing-failed"

    public var meaning: String {
        switch self {
        case .noCommonAlgorithm: "The relying party takes no key on P-256, and the authenticator has no others."
        case .badUserHandle: "The relying party's name for the user has not between 1 and 64 bytes."
        case .noCredential: "The device has no passkey of this relying party."
        case .signingFailed: "The randomness makes no key, or the key did not sign."
        }
    }

    public var fix: String {
        switch self {
        case .noCommonAlgorithm: "Offer ES256 (-7)."
        case .badUserHandle: "Send a user id of 1 to 64 bytes."
        case .noCredential: "Enrol one on this device first."
        case .signingFailed: "Pass bytes that are random."
        }
    }
}
