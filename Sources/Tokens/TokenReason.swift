public import BridgePrimitives

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

    public var meaning: String {
        switch self {
        case .empty: "There is no token: the text is empty."
        case .tooLarge: "The token is longer than 64 KiB."
        case .malformed: "The text is not three base64url parts joined by two dots."
        case .notJSON: "The token's header or payload is not a JSON object."
        case .bareJSON: "The custom token is bare JSON, which only the emulator takes."
        case .isCustomToken: "This is a custom token where an ID token or a session cookie is expected."
        case .isIDToken: "This is an ID token where another kind of token is expected."
        case .isSessionCookie: "This is an auth session cookie where another kind of token is expected."
        case .wrongAlgorithm: "The token's header names another algorithm than RS256."
        case .unknownCriticalHeader: "The header marks an extension as critical that the verifier does not know."
        case .noKeyID: "The header has no key id."
        case .unknownKeyID: "No published key has the header's key id."
        case .mintedForEmulator:
            "An Admin SDK minted the custom token unsigned, because FIREBASE_AUTH_EMULATOR_HOST is set there."
        case .unknownServiceAccount: "The issuer is no service account of this project."
        case .badSignature: "The signature does not fit the token and the key."
        case .tenantMismatch: "The token is for another tenant."
        case .wrongAudience: "The audience is another project, or missing."
        case .wrongIssuer: "The issuer is not the project's token service, or missing."
        case .subjectIsNotIssuer: "Subject and issuer of the custom token are not the same service account."
        case .noExpiry: "The token has no time of expiry, or it is not a number."
        case .expired: "The token's time is over."
        case .notYetValid: "The token is not valid yet."
        case .noIssueTime: "The token does not say when it was issued, or not as a number."
        case .issuedInFuture: "The token was issued later than the verifier's now."
        case .lifetimeTooLong: "The custom token is valid for more than an hour."
        case .noAuthTime: "The token does not say when the user signed in, or not as a number."
        case .authTimeInFuture: "The user signed in later than the verifier's now."
        case .noSubject: "The token names no subject, or not as a string."
        case .emptySubject: "The token's subject is empty."
        case .subjectTooLong: "The token's subject is longer than 128 characters."
        case .noUID: "The custom token names no uid, or it is empty or not a string."
        case .uidTooLong: "The custom token's uid is longer than 128 characters."
        case .claimsNotObject: "The custom token's claims are not a JSON object."
        case .reservedClaim: "The custom token's claims use a name that is reserved."
        }
    }

    public var fix: String {
        switch self {
        case .empty: "Look for the step before this one: it gave no token."
        case .tooLarge: "Put fewer or smaller claims into the token."
        case .malformed: "Send the token whole and as it is: no quotes, padding, line breaks or percent escapes."
        case .notJSON: "Send a JWT, not another kind of token."
        case .bareJSON: "Mint the custom token with a service account, or run lenient."
        case .isCustomToken: "Sign in with the custom token first, then send the ID token of that user."
        case .isIDToken: "Send the ID token to the backend, and use the custom token or session cookie that it answers."
        case .isSessionCookie:
            "Verify it on the server. verifyIdToken takes the ID token that it was made from, a page a custom token."
        case .wrongAlgorithm: "Use signed tokens on both sides, or unsigned ones on both."
        case .unknownCriticalHeader: "Mint the token without a critical extension."
        case .noKeyID: "Send an ID token of the auth service that this verifier takes its keys from."
        case .unknownKeyID: "Fetch the certificates again, and check that both sides talk to the same auth service."
        case .mintedForEmulator:
            "Run the service lenient (serve --lenient), or unset the variable and mint with a service account's key."
        case .unknownServiceAccount: "Mint with the service account of the project that the web app is configured for."
        case .badSignature: "Check that the token was not cut or changed on its way, and which key signed it."
        case .tenantMismatch: "Use one tenant on both sides."
        case .wrongAudience: "Configure the same project id in the app and in the verifier."
        case .wrongIssuer: "Configure the same project id in the app and in the verifier."
        case .subjectIsNotIssuer: "Set both iss and sub to the service account's address."
        case .noExpiry: "Mint the token with exp in whole seconds."
        case .expired: "Ask for a fresh token just before use, and compare the clocks."
        case .notYetValid: "Compare the clocks of both sides."
        case .noIssueTime: "Mint the token with iat in whole seconds."
        case .issuedInFuture: "Compare the clocks of both sides, or allow a few seconds of skew."
        case .lifetimeTooLong: "Set exp to at most iat + 3600."
        case .noAuthTime: "Send an ID token that came from a sign-in."
        case .authTimeInFuture: "Compare the clocks of both sides, or allow a few seconds of skew."
        case .noSubject: "Send an ID token that came from a sign-in."
        case .emptySubject: "Send an ID token that came from a sign-in."
        case .subjectTooLong: "Choose user ids of at most 128 characters."
        case .noUID: "Mint the custom token with the user's uid, a string of 1 to 128 characters."
        case .uidTooLong: "Choose user ids of at most 128 characters."
        case .claimsNotObject: "Pass the claims as a JSON object."
        case .reservedClaim: "Rename the claim."
        }
    }
}
