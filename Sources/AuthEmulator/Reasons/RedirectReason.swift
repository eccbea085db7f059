public import BridgePrimitives

/// Why a sign-in in the browser ends without a user.
public enum RedirectReason: String, Reason {
    // At the handler
    case sessionMissing = "redirect/session-missing"
    case callbackMissing = "redirect/callback-missing"
    case providerRefused = "redirect/provider-refused"
    case providerUnreachable = "redirect/provider-unreachable"
    // At the callback
    case stateUnknown = "redirect/state-unknown"
    case stateUsed = "redirect/state-used"
    case stateExpired = "redirect/state-expired"
    case tokenDiffers = "redirect/token-differs"
    case denied = "redirect/denied"
    // At the end
    case notReturned = "redirect/not-returned"
    case linkUsed = "redirect/link-used"
    case providerDiffers = "redirect/provider-differs"
    case sessionDiffers = "redirect/session-differs"
    case sessionHashSent = "redirect/session-hash-sent"

    public var meaning: String { texts.meaning }
    public var fix: String { texts.fix }

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

    private var texts: (meaning: String, fix: String) {
        switch self {
        case .sessionMissing:
            (
                "The sign-in was begun, or is to be ended, without a sessionId.",
                "Give the handler a sessionId and send it again with the callback's link."
            )
        case .callbackMissing:
            (
                "The handler was not told where the app can be called back.",
                "Send ibi with clientId or appId for an app, or redirectUrl for a page."
            )
        case .providerRefused:
            ("The provider does not take part in the sign-in.", "Look at the provider's own reason beside this one.")
        case .providerUnreachable:
            ("The provider did not answer.", "Check that the provider is served and that its host name resolves.")
        case .stateUnknown:
            (
                "The callback belongs to no sign-in that was begun here.",
                "Begin at the handler, and leave the state of the callback as it is."
            )
        case .stateUsed: ("The provider has called back for this sign-in before.", "Begin a new sign-in.")
        case .stateExpired: ("The user was at the provider for too long.", "Begin a new sign-in.")
        case .tokenDiffers:
            (
                "The callback names another request token than the sign-in was begun with.",
                "Take the callback as the provider made it."
            )
        case .denied: ("The user denied the app access.", "Treat it as a choice, not as a failure.")
        case .notReturned:
            ("The provider has not called back for this sign-in yet.", "Send the user to the provider first.")
        case .linkUsed: ("The link has signed somebody in before.", "Begin a new sign-in.")
        case .providerDiffers:
            ("The link belongs to a sign-in with another provider.", "Send the link as the callback carries it.")
        case .sessionDiffers:
            (
                "The sessionId is not the one that the sign-in was begun with.",
                "Send the sessionId of the very sign-in that the callback answers."
            )
        case .sessionHashSent:
            (
                "The hash of the sessionId was sent, which everybody could read in the handler's address.",
                "Give the handler the hash, and send the sessionId itself with the link."
            )
        }
    }
}
