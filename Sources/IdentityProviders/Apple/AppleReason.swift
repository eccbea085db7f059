public import BridgePrimitives

/// Why the simulated Apple, or a verifier of its tokens, refuses; and what it noticed although it did not.
public enum AppleReason: String, Reason {
    // Requests
    case noSuchPath = "apple/no-such-path"
    case foreignPage = "apple/foreign-page"
    case brokenForm = "apple/broken-form"
    case parameterRepeated = "apple/parameter-repeated"
    case parameterTooLong = "apple/parameter-too-long"
    case parameterMissing = "apple/parameter-missing"
    // Authorisation
    case clientUnknown = "apple/client-unknown"
    case redirectURIUnusable = "apple/redirect-uri-unusable"
    case redirectURINotRegistered = "apple/redirect-uri-not-registered"
    case responseTypeUnknown = "apple/response-type-unknown"
    case responseModeUnknown = "apple/response-mode-unknown"
    case responseModeTooOpen = "apple/response-mode-too-open"
    case scopeUnknown = "apple/scope-unknown"
    case ticketUnknown = "apple/ticket-unknown"
    case accountUnknown = "apple/account-unknown"
    case cancelled = "apple/cancelled"
    // The token endpoint
    case grantTypeUnknown = "apple/grant-type-unknown"
    case clientSecretMalformed = "apple/client-secret-malformed"
    case clientSecretWrongAlgorithm = "apple/client-secret-wrong-algorithm"
    case clientSecretNoKeyID = "apple/client-secret-no-key-id"
    case clientSecretWrongIssuer = "apple/client-secret-wrong-issuer"
    case clientSecretWrongSubject = "apple/client-secret-wrong-subject"
    case clientSecretWrongAudience = "apple/client-secret-wrong-audience"
    case clientSecretExpired = "apple/client-secret-expired"
    case clientSecretLivesTooLong = "apple/client-secret-lives-too-long"
    case clientSecretBadSignature = "apple/client-secret-bad-signature"
    case codeUnknown = "apple/code-unknown"
    case codeAlreadyUsed = "apple/code-already-used"
    case codeExpired = "apple/code-expired"
    case codeForAnotherClient = "apple/code-for-another-client"
    case redirectURIDiffers = "apple/redirect-uri-differs"
    case refreshTokenUnknown = "apple/refresh-token-unknown"
    // Identity tokens
    case tokenWrongIssuer = "apple/token-wrong-issuer"
    case tokenWrongAudience = "apple/token-wrong-audience"
    case tokenWrongAlgorithm = "apple/token-wrong-algorithm"
    case tokenUnknownKey = "apple/token-unknown-key"
    case tokenBadSignature = "apple/token-bad-signature"
    case tokenExpired = "apple/token-expired"
    case tokenIssuedInFuture = "apple/token-issued-in-future"
    case tokenNoSubject = "apple/token-no-subject"
    // Its nonce
    case nonceMissing = "apple/nonce-missing"
    case nonceNotInToken = "apple/nonce-not-in-token"
    case nonceHashSent = "apple/nonce-hash-sent"
    case nonceRawInToken = "apple/nonce-raw-in-token"
    case nonceSwapped = "apple/nonce-swapped"
    case nonceHashedTwice = "apple/nonce-hashed-twice"
    case nonceHashUpperCase = "apple/nonce-hash-upper-case"
    case nonceHashNotHex = "apple/nonce-hash-not-hex"
    case nonceDiffers = "apple/nonce-differs"
    case nonceOfEarlierRequest = "apple/nonce-of-earlier-request"

    public var meaning: String { texts.meaning }
    public var fix: String { texts.fix }

    /// What the token endpoint's `error` says (RFC 6749 §5.2).
    var oauthError: String {
        switch self {
        case .clientUnknown, .clientSecretMalformed, .clientSecretWrongAlgorithm, .clientSecretNoKeyID,
            .clientSecretWrongIssuer, .clientSecretWrongSubject, .clientSecretWrongAudience, .clientSecretExpired,
            .clientSecretLivesTooLong, .clientSecretBadSignature:
            "invalid_client"
        case .codeUnknown, .codeAlreadyUsed, .codeExpired, .codeForAnotherClient, .redirectURIDiffers,
            .refreshTokenUnknown:
            "invalid_grant"
        case .grantTypeUnknown: "unsupported_grant_type"
        case .scopeUnknown: "invalid_scope"
        case .cancelled: "user_cancelled_authorize"
        case .noSuchPath, .foreignPage, .brokenForm, .parameterRepeated, .parameterTooLong,
            .parameterMissing, .redirectURIUnusable, .redirectURINotRegistered, .responseTypeUnknown,
            .responseModeUnknown, .responseModeTooOpen, .ticketUnknown, .accountUnknown, .tokenWrongIssuer,
            .tokenWrongAudience, .tokenWrongAlgorithm, .tokenUnknownKey, .tokenBadSignature, .tokenExpired,
            .tokenIssuedInFuture, .tokenNoSubject, .nonceMissing, .nonceNotInToken, .nonceHashSent,
            .nonceRawInToken, .nonceSwapped, .nonceHashedTwice, .nonceHashUpperCase, .nonceHashNotHex,
            .nonceDiffers, .nonceOfEarlierRequest:
            "invalid_request"
        }
    }
}

/// A reason as an error, for the way out of a parser or a check, with the value that is at fault where it is harmless.
public struct AppleRefusal: Error, Hashable, Sendable {
    public let reason: AppleReason
    /// A parameter's name, or a value that is no secret; nil when there is nothing to name.
    public let detail: String?

    init(_ reason: AppleReason, _ detail: String? = nil) { (self.reason, self.detail) = (reason, detail) }

    init(_ fault: FormItems.Fault) {
        switch fault {
        case .tooMany, .brokenEscape, .notUTF8: self.init(.brokenForm)
        case .repeated(let name): self.init(.parameterRepeated, name)
        case .valueTooLong(let name): self.init(.parameterTooLong, name)
        }
    }
}

extension FormItems {
    /// As ``text(_:)``, with the refusals of this provider; an empty value counts as none.
    func appleText(_ name: String) throws(AppleRefusal) -> String? {
        do {
            let text = try text(name)
            return text?.isEmpty == true ? nil : text
        } catch { throw AppleRefusal(error) }
    }

    func requiredAppleText(_ name: String) throws(AppleRefusal) -> String {
        guard let text = try appleText(name) else { throw AppleRefusal(.parameterMissing, name) }
        return text
    }

    init(applying text: some Sequence<UInt8>) throws(AppleRefusal) {
        do { try self.init(parsing: text) } catch { throw AppleRefusal(error) }
    }
}
