public import BridgePrimitives

/// What is wrong with the account of a token that is good in itself.
public enum AccountReason: String, Reason {
    case revoked = "account/token-revoked"
    case disabled = "account/disabled"
    case gone = "account/not-found"
    case unavailable = "account/look-up-failed"

    public var meaning: String {
        switch self {
        case .revoked: "The user's tokens were revoked after this sign-in."
        case .disabled: "The user's account is disabled."
        case .gone: "The auth service has no account of this uid."
        case .unavailable: "The auth service did not say whether the user's tokens were revoked."
        }
    }

    public var fix: String {
        switch self {
        case .revoked: "Have the user sign in again."
        case .disabled: "Enable the account, or sign in as another user."
        case .gone: "Sign out in the app, and sign in again."
        case .unavailable: "Check that the auth service runs and that the backend knows its address."
        }
    }
}
