/// Why a token is refused, or would be where the rules are production's.
///
/// An error as well as a reason: parsing has one outcome, verifying has all reasons that hold.
public enum TokenReason: String, Reason, Error {
    // The text itself.
    case empty = "token/empty"
    case tooLarge = "token/too-large"
    case malformed = "token/malformed"
    case notJSON = "token/not-json"
    case bareJSON = "token/bare-json"

    // The wrong kind of token.
    case isCustomToken = "token/is-custom-token"
    case isIDToken = "token/is-id-token"
    case isSessionCookie = "token/is-session-cookie"

    // The signature.
    case wrongAlgorithm = "token/wrong-algorithm"
    case unknownCriticalHeader = "token/unknown-critical-header"
    case noKeyID = "token/no-key-id"
    case unknownKeyID = "token/unknown-key-id"
    case mintedForEmulator = "token/minted-for-emulator"
    case unknownServiceAccount = "token/unknown-service-account"
    case badSignature = "token/bad-signature"

    // Issuer, audience and tenant.
    case tenantMismatch = "token/tenant-mismatch"
    case wrongAudience = "token/wrong-audience"
    case wrongIssuer = "token/wrong-issuer"
    case subjectIsNotIssuer = "token/subject-is-not-issuer"

    // Its times.
    case noExpiry = "token/no-expiry"
    case expired = "token/expired"
    case notYetValid = "token/not-yet-valid"
    case noIssueTime = "token/no-issue-time"
    case issuedInFuture = "token/issued-in-future"
    case lifetimeTooLong = "token/lifetime-too-long"
    case noAuthTime = "token/no-auth-time"
    case authTimeInFuture = "token/auth-time-in-future"

    // Whom it is about.
    case noSubject = "token/no-subject"
    case emptySubject = "token/empty-subject"
    case subjectTooLong = "token/subject-too-long"
    case noUID = "token/no-uid"
    case uidTooLong = "token/uid-too-long"
    case claimsNotObject = "token/claims-not-object"
    case reservedClaim = "token/reserved-claim"
}
