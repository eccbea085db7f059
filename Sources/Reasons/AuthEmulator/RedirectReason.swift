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
}
