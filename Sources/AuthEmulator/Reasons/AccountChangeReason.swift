public import BridgePrimitives

/// What else there is to say of a change of an account that was made.
public enum AccountChangeReason: String, Reason {
    case claimsChanged = "auth/claims-changed"
    case sessionsEnded = "auth/sessions-ended"

    public var meaning: String {
        switch self {
        case .claimsChanged: "The user's custom claims are others now; ID tokens from before have the old ones."
        case .sessionsEnded:
            "The user was disabled, or their sessions were revoked: who looks the account up refuses tokens from before."
        }
    }

    public var fix: String {
        switch self {
        case .claimsChanged: "Ask for a fresh ID token with getIdToken(true) where the new claims are wanted."
        case .sessionsEnded: "Verify with checkRevoked: without it a token is believed until its end."
        }
    }
}
