public import BridgePrimitives

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
