public import BridgePrimitives

/// Why an administrator's bearer opens nothing at Google's hosts.
public enum AccessTokenReason: String, Reason {
    case emulatorOwner = "access-token/emulator-owner"
    case notIssued = "access-token/not-issued"
    case expired = "access-token/expired"
    case insufficientScope = "access-token/insufficient-scope"

    public var meaning: String {
        switch self {
        case .emulatorOwner: "The bearer is `owner`, which only the emulator takes."
        case .notIssued: "The bearer is no access token that the token endpoint here gave out."
        case .expired: "The access token's hour is over."
        case .insufficientScope: "The access token was asked for without a scope that administers users."
        }
    }

    public var fix: String {
        switch self {
        case .emulatorOwner: "Unset FIREBASE_AUTH_EMULATOR_HOST, and use a service account's key."
        case .notIssued: "Ask https://oauth2.googleapis.com/token for one, with the service account's key."
        case .expired: "Ask for a new one; SDKs do so by themselves when the clocks agree."
        case .insufficientScope: "Ask for https://www.googleapis.com/auth/cloud-platform or …/auth/identitytoolkit."
        }
    }
}
