import BridgePrimitives

extension AppleReason {
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
