public import BridgePrimitives

/// Why a client of Apple's, or its nonce, cannot be made.
public enum AppleSetupReason: String, FailureReason {
    case unreadableClientKey = "apple/unreadable-client-key"
    case nonceLength = "nonce/length"

    public var kind: BridgeFailure.Kind {
        switch self {
        case .unreadableClientKey: .unreadableInput
        case .nonceLength: .usage
        }
    }

    public var meaning: String {
        switch self {
        case .unreadableClientKey: "The client key is no P-256 public key in PEM form."
        case .nonceLength: "A nonce of that length would be guessable, or too long for Apple."
        }
    }

    public var fix: String {
        switch self {
        case .unreadableClientKey: "Export it with openssl pkey -pubout."
        case .nonceLength: "Ask for the usual length."
        }
    }
}
