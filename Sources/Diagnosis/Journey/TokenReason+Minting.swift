import Reasons

extension TokenReason {
    /// What to do about a custom token that is refused for this, where a backend builds it; nil where ``fix`` says all.
    var fixOfMinting: String? {
        switch self {
        case .wrongAlgorithm:
            "Sign it with RS256 and the private key of the service account's file: a JWT library that is given a secret takes"
                + " HS256, and one that is given nothing signs nothing."
        case .issuedInFuture:
            "Set the backend's clock right; or write iat in whole seconds, if Date.now() or currentTimeMillis(), which count"
                + " milliseconds, gave it."
        case .lifetimeTooLong, .noExpiry, .noIssueTime:
            "Write iat and exp in whole seconds, exp at most 3600 after iat: Date.now() and currentTimeMillis() count"
                + " milliseconds."
        case .noUID: "Put the user's id under uid, as a string: sub, like iss, is the service account's address."
        case .subjectIsNotIssuer: "Put the service account's address under iss and sub, and the user's id under uid."
        case .unknownServiceAccount:
            "Mint with the service account of the project that the web app is configured for, here with the key file that"
                + " GOOGLE_APPLICATION_CREDENTIALS names: its client_email goes under iss and sub."
        default: nil
        }
    }
}
