public import BridgePrimitives

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

    public var kind: BridgeFailure.Kind {
        switch self {
        case .noToken, .unreadableCertificates: .unreadableInput
        case .noKeys, .cannotMint, .badTime, .badClaims, .unfittingOption: .usage
        case .certificatesNotFetched: .unavailable
        }
    }

    public var meaning: String {
        switch self {
        case .noToken: "There is no token in the text."
        case .noKeys: "There are no keys to verify with."
        case .unreadableCertificates: "The certificates are in none of the forms in which keys are published."
        case .certificatesNotFetched: "The certificates could not be fetched."
        case .cannotMint: "The token cannot be minted, as an Admin SDK would refuse to."
        case .badTime: "The text is no time."
        case .badClaims: "The claims are no JSON object."
        case .unfittingOption: "An option does not go with the kind of token."
        }
    }

    public var fix: String {
        switch self {
        case .noToken: "Paste the token, the Cookie or Set-Cookie line, or the header that it stands in."
        case .noKeys: "Add --certificates FILE or URL, or --state FOLDER of a served world."
        case .unreadableCertificates:
            "Give an object of certificates by key id as Google publishes it, a JSON Web Key Set, or a PEM file."
        case .certificatesNotFetched: "Check the URL, and that it is reached from here."
        case .cannotMint: "Change what is named."
        case .badTime: "Write 2026-11-21T09:00:00Z, seconds since 1970, or +61m for later than now."
        case .badClaims: "Write an object, such as '{\"role\":\"admin\"}'."
        case .unfittingOption: "Leave it out."
        }
    }
}
