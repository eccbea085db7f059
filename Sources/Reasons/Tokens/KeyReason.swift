/// Why a key cannot be made, read or used.
public enum KeyReason: String, FailureReason {
    case unreadableKey = "token/unreadable-key"
    case unreadableServiceAccount = "token/unreadable-service-account"
    case keyNotMade = "token/key-not-made"
    case signingFailed = "token/signing-failed"
}
