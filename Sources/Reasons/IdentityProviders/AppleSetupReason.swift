/// Why a client of Apple's, or its nonce, cannot be made.
public enum AppleSetupReason: String, FailureReason {
    case unreadableClientKey = "apple/unreadable-client-key"
    case nonceLength = "nonce/length"
    case noRandomBytes = "nonce/no-random-bytes"
}
