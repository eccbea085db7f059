public import BridgePrimitives

/// Why a client of Apple's, or its nonce, cannot be made.
public enum AppleSetupReason: String, FailureReason {
    case unreadableClientKey = "apple/unreadable-client-key"
    case nonceLength = "nonce/length"
    case noRandomBytes = "nonce/no-random-bytes"

    public var kind: BridgeFailure.Kind {
        switch self {
        case .unreadableClientKey: .unreadableInput
        case .nonceLength: .usage
        case .noRandomBytes: .unavailable
        }
    }

    public var meaning: String {
        switch self {
        case .unreadableClientKey: "The client key is no P-256 public key in PEM form."
        case .noRandomBytes: "SecRandomCopyBytes failed, so that the app has no nonce."
        case .nonceLength: "A nonce of that length would be guessable, or too long for Apple."
        }
    }

    public var fix: String {
        switch self {
        case .unreadableClientKey: "Export it with openssl pkey -pubout."
        case .nonceLength: "Ask for the usual length."
        case .noRandomBytes: "Look at the status, throw, and let the user try again; never go on with the zeros."
        }
    }
}
