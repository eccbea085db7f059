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

    // The request itself
    case insufficientPermission = "auth/insufficient-permission"
    case invalidProjectID = "auth/invalid-project-id"
    case invalidArgument = "auth/invalid-argument"
    case malformedPayload = "auth/malformed-payload"
    case payloadTooLarge = "auth/payload-too-large"
    case unauthenticated = "auth/unauthenticated"
    case permissionDenied = "auth/permission-denied"
    case notFound = "auth/not-found"
    case notImplemented = "auth/not-implemented"
    case internalError = "auth/internal-error"

    /// The code as replies spell it: `EMAIL_EXISTS`.
    public var wireCode: String {
        let bytes = rawValue.utf8.dropFirst("auth/".utf8.count).map { byte in
            switch byte {
            case UInt8(ascii: "-"): UInt8(ascii: "_")
            case UInt8(ascii: "a")...UInt8(ascii: "z"): byte & 0xDF
            default: byte
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    public var meaning: String { texts.meaning }
    public var mend: String { texts.mend }
}
