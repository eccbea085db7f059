public import BridgePrimitives

/// Why the simulated Twitter refuses a request, or what its signature was made over instead of what it should be.
public enum TwitterReason: String, Reason {
    // Requests
    case noSuchPath = "twitter/no-such-path"
    case foreignPage = "twitter/foreign-page"
    case brokenForm = "twitter/broken-form"
    case brokenHeader = "twitter/broken-header"
    case notSigned = "twitter/not-signed"
    case parameterMissing = "twitter/parameter-missing"
    case parameterRepeated = "twitter/parameter-repeated"
    case parameterTooLong = "twitter/parameter-too-long"
    // Who asks, and when
    case consumerUnknown = "twitter/consumer-unknown"
    case signatureMethodUnsupported = "twitter/signature-method-unsupported"
    case versionUnsupported = "twitter/version-unsupported"
    case timestampNotNumber = "twitter/timestamp-not-number"
    case timestampOutOfRange = "twitter/timestamp-out-of-range"
    case nonceUsed = "twitter/nonce-used"
    case tokenUnknown = "twitter/token-unknown"
    case tokenExpired = "twitter/token-expired"
    case tokenForAnotherConsumer = "twitter/token-for-another-consumer"
    case tokenNotExpected = "twitter/token-not-expected"
    // The signature
    case signatureDiffers = "twitter/signature-differs"
    case signatureOtherHash = "twitter/signature-other-hash"
    case signatureEscapedTwice = "twitter/signature-escaped-twice"
    case signatureWithoutTokenSecret = "twitter/signature-without-token-secret"
    case signatureWithoutAmpersand = "twitter/signature-without-ampersand"
    case signaturePort = "twitter/signature-port"
    case signatureScheme = "twitter/signature-scheme"
    case signatureURLWithQuery = "twitter/signature-url-with-query"
    case signatureMethodCase = "twitter/signature-method-case"
    case signatureWithoutQuery = "twitter/signature-without-query"
    case signatureWithoutBody = "twitter/signature-without-body"
    case signatureWithoutParameter = "twitter/signature-without-parameter"
    case signatureUnsorted = "twitter/signature-unsorted"
    case signatureBlankAsPlus = "twitter/signature-blank-as-plus"
    case signatureEncodedOnce = "twitter/signature-encoded-once"
    // The three steps
    case callbackMissing = "twitter/callback-missing"
    case callbackUnusable = "twitter/callback-unusable"
    case callbackNotApproved = "twitter/callback-not-approved"
    case accountUnknown = "twitter/account-unknown"
    case decidedAlready = "twitter/decided-already"
    case notAuthorized = "twitter/not-authorized"
    case denied = "twitter/denied"
    case verifierDiffers = "twitter/verifier-differs"
    case tokenSecretDiffers = "twitter/token-secret-differs"

    public var meaning: String { texts.meaning }
    public var fix: String { texts.fix }

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
