public import BridgePrimitives

/// What else there is to say of a change of an account that was made.
public enum AccountChangeReason: String, Reason {
    case claimsChanged = "auth/claims-changed"

    public var meaning: String {
        switch self {
        case .claimsChanged: "The user's custom claims are others now; ID tokens from before have the old ones."
        }
    }

    public var fix: String {
        switch self {
        case .claimsChanged: "Ask for a fresh ID token with getIdToken(true) where the new claims are wanted."
        }
    }
}
