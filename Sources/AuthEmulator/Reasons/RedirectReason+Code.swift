import BridgePrimitives

extension RedirectReason {
    /// The `code` of the error that the app's callback carries.
    var firebaseCode: String {
        switch self {
        case .denied: "auth/web-context-cancelled"
        case .sessionMissing, .callbackMissing, .providerRefused, .providerUnreachable: "auth/internal-error"
        case .stateUnknown, .stateUsed, .stateExpired, .tokenDiffers, .notReturned, .linkUsed,
            .providerDiffers, .sessionDiffers, .sessionHashSent:
            "auth/invalid-credential"
        }
    }
}
