/// Why `session-bridge token` cannot do what it was asked.
public enum TokenVerbReason: String, FailureReason {
    case noToken = "token/no-token"
    case noKeys = "token/no-keys"
    case unreadableCertificates = "token/unreadable-certificates"
    case certificatesNotFetched = "token/certificates-not-fetched"
    case cannotMint = "token/cannot-mint"
    case badTime = "usage/bad-time"
    case badClaims = "usage/bad-claims"
    case unfittingOption = "usage/unfitting-option"
}
