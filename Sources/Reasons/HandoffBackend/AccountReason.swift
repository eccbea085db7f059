/// What is wrong with the account of a token that is good in itself.
public enum AccountReason: String, Reason {
    case revoked = "account/token-revoked"
    case disabled = "account/disabled"
    case gone = "account/not-found"
    case unavailable = "account/look-up-failed"
}
