public import BridgePrimitives

extension TwitterReason {
    /// Twitter's own code, message and status for it.
    var wire: (code: Int64, message: String, status: Int) {
        switch self {
        case .noSuchPath: (34, "Sorry, that page does not exist.", 404)
        case .brokenForm, .brokenHeader, .notSigned, .parameterMissing, .parameterRepeated, .parameterTooLong:
            (215, "Bad Authentication data.", 400)
        case .timestampNotNumber, .timestampOutOfRange: (135, "Timestamp out of bounds.", 401)
        case .tokenUnknown, .tokenExpired, .tokenForAnotherConsumer: (89, "Invalid or expired token.", 401)
        case .callbackMissing, .callbackUnusable, .callbackNotApproved:
            (415, "Callback URL not approved for this client application.", 403)
        case .foreignPage, .consumerUnknown, .signatureMethodUnsupported, .versionUnsupported, .nonceUsed,
            .tokenNotExpected, .signatureDiffers, .signatureOtherHash, .signatureEscapedTwice,
            .signatureWithoutTokenSecret, .signatureWithoutAmpersand, .signaturePort, .signatureScheme,
            .signatureURLWithQuery, .signatureMethodCase, .signatureWithoutQuery, .signatureWithoutBody,
            .signatureWithoutParameter, .signatureUnsorted, .signatureBlankAsPlus, .signatureEncodedOnce,
            .accountUnknown, .decidedAlready, .notAuthorized, .denied, .verifierDiffers, .tokenSecretDiffers:
            (32, "Could not authenticate you.", 401)
        }
    }
}

/// All reasons that hold, in the order of the checks, and what a debugger shows beside them.
public struct TwitterRefusal: Error, Hashable, Sendable {
    /// Never empty.
    public let reasons: [TwitterReason]
    /// A parameter's name, or a value that is no secret.
    public let detail: String?
    /// What the signature should have been made over, tokens and verifiers masked; nil when it was not looked at.
    public var baseString: String?

    init(_ reasons: [TwitterReason], _ detail: String? = nil, baseString: String? = nil) {
        (self.reasons, self.detail, self.baseString) = (reasons, detail, baseString)
    }

    init(_ reason: TwitterReason, _ detail: String? = nil) { self.init([reason], detail) }

    init(_ fault: FormItems.Fault) {
        switch fault {
        case .tooMany, .brokenEscape, .notUTF8: self.init(.brokenForm)
        case .repeated(let name): self.init(.parameterRepeated, name)
        case .valueTooLong(let name): self.init(.parameterTooLong, name)
        }
    }

    /// The first reason, which the answer's status follows.
    var first: TwitterReason { reasons.first ?? .notSigned }
}
