/// What the backend noticed about a request, or why it did not answer with a token although no token is to blame.
public enum BackendReason: String, Reason {
    // Notes on requests that went well.
    case fieldIDToken = "backend/field-idtoken"
    case fieldToken = "backend/field-token"
    case bothFields = "backend/both-fields"

    // What is wrong with a request.
    case noSuchPath = "backend/no-such-path"
    case methodNotAllowed = "backend/method-not-allowed"
    case originNotAllowed = "backend/origin-not-allowed"
    case foreignHost = "backend/foreign-host"
    case bodyTooLarge = "backend/body-too-large"
    case emptyBody = "backend/empty-body"
    case unsupportedContentType = "backend/unsupported-content-type"
    case brokenForm = "backend/broken-form"
    case brokenJSON = "backend/broken-json"
    case missingField = "backend/missing-field"
    case fieldNotText = "backend/field-not-text"
    case emptyField = "backend/empty-field"
    case conflictingFields = "backend/conflicting-fields"

    // What is wrong with a view's own handover.
    case viewMethodNotAllowed = "backend/view-method-not-allowed"
    case foreignTarget = "backend/foreign-target"
    case noSession = "backend/no-session"
    case unknownCode = "backend/unknown-code"

    // What is wrong with a log-out.
    case endMethodNotAllowed = "backend/end-method-not-allowed"
    case foreignEnd = "backend/foreign-end"

    // What is wrong on this side.
    case noSessionCookie = "backend/no-session-cookie"
    case notRevoked = "backend/not-revoked"
    case keysUnavailable = "backend/keys-unavailable"
    case keysUnreadable = "backend/keys-unreadable"
    case cannotMint = "backend/cannot-mint"
    case notAnswered = "backend/not-answered"
}
