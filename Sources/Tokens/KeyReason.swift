public import BridgePrimitives

/// Why a key cannot be made, read or used.
public enum KeyReason: String, FailureReason {
    case unreadableKey = "token/unreadable-key"
    case unreadableServiceAccount = "token/unreadable-service-account"
    case keyNotMade = "token/key-not-made"
    case signingFailed = "token/signing-failed"

    public var kind: BridgeFailure.Kind {
        switch self {
        case .unreadableKey, .unreadableServiceAccount: .unreadableInput
        case .keyNotMade, .signingFailed: .internalFault
        }
    }

    public var meaning: String {
        switch self {
        case .unreadableKey: "The text is no key of the kind that is needed."
        case .unreadableServiceAccount: "The file is no key file of a service account."
        case .keyNotMade: "The system could not make an RSA key."
        case .signingFailed: "The key did not sign."
        }
    }

    public var fix: String {
        switch self {
        case .unreadableKey: "Make the key anew or pass another."
        case .unreadableServiceAccount: "Pass the JSON file of a service-account key as it was downloaded."
        case .keyNotMade: "Try again; without randomness no key can be made."
        case .signingFailed: "Make the key anew."
        }
    }
}
