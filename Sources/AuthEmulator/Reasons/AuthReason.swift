public import BridgePrimitives

/// Why the auth service refused a request, one case for each code of the wire protocol.
///
/// The raw value is the wire's code in this project's spelling: `EMAIL_EXISTS` is `auth/email-exists`, so one
/// list serves traces, scenarios and replies.
public enum AuthReason: String, Reason {
    // Accounts
    case emailExists = "auth/email-exists"
    case emailNotFound = "auth/email-not-found"
    case invalidEmail = "auth/invalid-email"
    case missingEmail = "auth/missing-email"
    case missingPassword = "auth/missing-password"
    case invalidPassword = "auth/invalid-password"
    case invalidLoginCredentials = "auth/invalid-login-credentials"
    case passwordResetNeeded = "auth/password-reset-needed"
    case weakPassword = "auth/weak-password"
    case passwordDoesNotMeetRequirements = "auth/password-does-not-meet-requirements"
    case passwordLoginDisabled = "auth/password-login-disabled"
    case operationNotAllowed = "auth/operation-not-allowed"
    case adminOnlyOperation = "auth/admin-only-operation"
    case invalidDisplayName = "auth/invalid-display-name"
    case invalidPhoneNumber = "auth/invalid-phone-number"
    case phoneNumberExists = "auth/phone-number-exists"
    case duplicateLocalID = "auth/duplicate-local-id"
    case missingLocalID = "auth/missing-local-id"
    case unexpectedParameter = "auth/unexpected-parameter"
    case userDisabled = "auth/user-disabled"
    case userNotFound = "auth/user-not-found"
    case missingProviderID = "auth/missing-provider-id"
    case missingRawID = "auth/missing-raw-id"
    case federatedUserIDAlreadyLinked = "auth/federated-user-id-already-linked"
    case invalidRequestType = "auth/invalid-req-type"
    case invalidOobCode = "auth/invalid-oob-code"

    // ID tokens
    case missingIDToken = "auth/missing-id-token"
    case invalidIDToken = "auth/invalid-id-token"
    case tokenExpired = "auth/token-expired"
    case credentialTooOldLoginAgain = "auth/credential-too-old-login-again"
    case tenantIDMismatch = "auth/tenant-id-mismatch"
    case tenantNotFound = "auth/tenant-not-found"

    // Custom tokens and claims
    case missingCustomToken = "auth/missing-custom-token"
    case invalidCustomToken = "auth/invalid-custom-token"
    case credentialMismatch = "auth/credential-mismatch"
    case missingIdentifier = "auth/missing-identifier"
    case invalidClaims = "auth/invalid-claims"
    case forbiddenClaim = "auth/forbidden-claim"
    case claimsTooLarge = "auth/claims-too-large"

    // Refresh tokens
    case missingGrantType = "auth/missing-grant-type"
    case invalidGrantType = "auth/invalid-grant-type"
    case missingRefreshToken = "auth/missing-refresh-token"
    case invalidRefreshToken = "auth/invalid-refresh-token"

    // Codes by e-mail
    case missingOobCode = "auth/missing-oob-code"
    case expiredOobCode = "auth/expired-oob-code"
    case missingRequestType = "auth/missing-req-type"
    case missingContinueURI = "auth/missing-continue-uri"
    case invalidContinueURI = "auth/invalid-continue-uri"
    case unauthorizedDomain = "auth/unauthorized-domain"
    case missingNewEmail = "auth/missing-new-email"
    case invalidNewEmail = "auth/invalid-new-email"
    case invalidIdentifier = "auth/invalid-identifier"
    case emailChangeNeedsVerification = "auth/email-change-needs-verification"

    // Codes by message, second factors
    case missingPhoneNumber = "auth/missing-phone-number"
    case invalidTemporaryProof = "auth/invalid-temporary-proof"
    case missingSessionInfo = "auth/missing-session-info"
    case missingCode = "auth/missing-code"
    case invalidSessionInfo = "auth/invalid-session-info"
    case invalidCode = "auth/invalid-code"
    case sessionExpired = "auth/session-expired"
    case tooManyAttempts = "auth/too-many-attempts-try-later"
    case quotaExceeded = "auth/quota-exceeded"
    case resetPasswordExceedLimit = "auth/reset-password-exceed-limit"
    case unsupportedFirstFactor = "auth/unsupported-first-factor"
    case unverifiedEmail = "auth/unverified-email"
    case secondFactorExists = "auth/second-factor-exists"
    case secondFactorLimitExceeded = "auth/second-factor-limit-exceeded"
    case mfaEnrollmentNotFound = "auth/mfa-enrollment-not-found"
    case missingMFAPendingCredential = "auth/missing-mfa-pending-credential"
    case invalidMFAPendingCredential = "auth/invalid-mfa-pending-credential"
    case missingCredential = "auth/missing-credential"
    case missingMFAEnrollmentID = "auth/missing-mfa-enrollment-id"
    case unsupportedMFAProvider = "auth/unsupported-mfa-provider"
    case invalidMFAPhoneNumber = "auth/invalid-mfa-phone-number"
    case invalidMFAEnrollmentID = "auth/invalid-mfa-enrollment-id"
    case duplicateMFAEnrollmentID = "auth/duplicate-mfa-enrollment-id"

    // Identity providers and passkeys
    case missingRequestURI = "auth/missing-request-uri"
    case invalidRequestURI = "auth/invalid-request-uri"
    case invalidCredentialOrProviderID = "auth/invalid-credential-or-provider-id"
    case invalidIDPResponse = "auth/invalid-idp-response"
    case missingOrInvalidNonce = "auth/missing-or-invalid-nonce"
    case invalidPendingToken = "auth/invalid-pending-token"
    case missingAuthenticatorResponse = "auth/missing-authenticator-response"
    case invalidCredentialID = "auth/invalid-credential-id"
    case credentialAlreadyInUse = "auth/credential-already-in-use"
    case passkeyNotFound = "auth/passkey-credential-not-found"

    // Administration
    case missingUserAccount = "auth/missing-user-account"
    case duplicateEmail = "auth/duplicate-email"
    case duplicateRawID = "auth/duplicate-raw-id"
    case localIDListExceedsLimit = "auth/local-id-list-exceeds-limit"
    case invalidPageSelection = "auth/invalid-page-selection"
    case invalidDuration = "auth/invalid-duration"
    case unsupportedTenantOperation = "auth/unsupported-tenant-operation"
    case projectDisabled = "auth/project-disabled"
    case invalidPhotoURL = "auth/invalid-photo-url"
    case missingConfigID = "auth/missing-config-id"
    case invalidConfigID = "auth/invalid-config-id"
    case invalidProviderID = "auth/invalid-provider-id"
    case configurationExists = "auth/configuration-exists"
    case configurationNotFound = "auth/configuration-not-found"
    case missingConfig = "auth/missing-config"
    case invalidConfig = "auth/invalid-config"
    case missingOauthClientID = "auth/missing-oauth-client-id"
    case missingIssuer = "auth/missing-issuer"
    case missingSamlRelyingPartyConfig = "auth/missing-saml-relying-party-config"
    case invalidBlockingFunction = "auth/invalid-blocking-function"
    case blockingFunctionErrorResponse = "auth/blocking-function-error-response"
    case blockingFunctionFailed = "auth/blocking-function-failed"
    case injectedFault = "auth/injected-fault"

    // The request itself
    case insufficientPermission = "auth/insufficient-permission"
    case invalidProjectID = "auth/invalid-project-id"
    case tooManyProjects = "auth/too-many-projects"
    case singleProject = "auth/single-project"
    case invalidArgument = "auth/invalid-argument"
    case malformedPayload = "auth/malformed-payload"
    case invalidContentType = "auth/invalid-content-type"
    case methodNotAllowed = "auth/method-not-allowed"
    case payloadTooLarge = "auth/payload-too-large"
    case unauthenticated = "auth/unauthenticated"
    case permissionDenied = "auth/permission-denied"
    case invalidAPIKey = "auth/invalid-api-key"
    case invalidAppCheckToken = "auth/invalid-app-check-token"
    case foreignRequest = "auth/foreign-request"
    case notFound = "auth/not-found"
    case notImplemented = "auth/not-implemented"
    case notSimulated = "auth/not-simulated"
    case internalError = "auth/internal-error"

    /// The code as replies spell it: `EMAIL_EXISTS`.
    public var wireCode: String {
        // One code of the wire for two things: a payload of the wrong shape, and a factor of an unknown kind.
        if self == .unsupportedMFAProvider { return "INVALID_ARGUMENT" }
        // And of two statuses: a function that refuses answers 400, one that does not answer 500.
        if self == .blockingFunctionFailed { return Self.blockingFunctionErrorResponse.wireCode }
        let bytes = rawValue.utf8.dropFirst("auth/".utf8.count).map { byte in
            switch byte {
            case UInt8(ascii: "-"): UInt8(ascii: "_")
            case UInt8(ascii: "a")...UInt8(ascii: "z"): byte & 0xDF
            default: byte
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The reason for a reply's code; nil for a code that the service does not know.
    ///
    /// `INVALID_ARGUMENT`, the code of two, is the general one.
    public init?(wireCode: String) {
        self.init(rawValue: "auth/" + ASCIIText.lowercased(wireCode).replacing("_", with: "-"))
    }

    public var meaning: String { texts.meaning }
    public var fix: String { texts.fix }
}
