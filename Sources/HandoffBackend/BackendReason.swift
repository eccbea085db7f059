public import BridgePrimitives

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

    public var meaning: String {
        switch self {
        case .fieldIDToken: "The ID token came in the field idtoken."
        case .fieldToken: "The ID token came in the field token."
        case .bothFields: "The ID token came in both fields, idtoken and token."
        case .noSuchPath: "The backend has nothing at this path."
        case .methodNotAllowed: "The backend takes POST only."
        case .originNotAllowed: "A page of an origin asked that the backend does not let in."
        case .foreignHost: "The request names a host that is none of the backend's names."
        case .bodyTooLarge: "The request's body is larger than 128 KiB."
        case .emptyBody: "The request has no body."
        case .unsupportedContentType: "The body is announced as neither a form nor JSON."
        case .brokenForm: "The body is announced as a form and is none."
        case .brokenJSON: "The body is announced as JSON and is no JSON object."
        case .missingField: "The body has no field that the backend reads the ID token from."
        case .fieldNotText: "The field of the ID token is no text."
        case .emptyField: "The field of the ID token is empty."
        case .conflictingFields: "The body has more than one ID token, and they differ."
        case .viewMethodNotAllowed: "The address does not take this method."
        case .foreignTarget: "The page to go on to is no path of the web app."
        case .noSession: "The request has no session cookie."
        case .unknownCode: "The code was used before, is older than a minute, or was never given."
        case .endMethodNotAllowed: "A session is ended with POST only."
        case .foreignEnd: "A page of another origin asked for the end of the session."
        case .noSessionCookie: "The auth service made no session cookie of the ID token."
        case .notRevoked: "The auth service did not revoke the user's tokens, so that the session goes on."
        case .keysUnavailable: "The auth service did not give its certificates."
        case .keysUnreadable: "The auth service's answer holds no certificates that can be read."
        case .cannotMint: "The backend could not make a custom token."
        case .notAnswered: "The backend did not take the token and never answered, so that the client waits."
        }
    }

    public var fix: String {
        switch self {
        case .fieldIDToken, .fieldToken: "Make sure that app and backend use the same name for the field."
        case .bothFields: "Send the token once."
        case .noSuchPath: "Post to the path / of the backend."
        case .methodNotAllowed: "Send the ID token with POST."
        case .originNotAllowed: "Name the page's origin to serve with --cors-origin, scheme and port included."
        case .foreignHost:
            "Ask at 127.0.0.1, a name under .localhost or an address that serve --host prints; a proxy's own name is let"
                + " in by --cors-origin."
        case .bodyTooLarge: "Send the ID token and nothing else."
        case .emptyBody: "Send the ID token in the body, not in the query."
        case .unsupportedContentType: "Set Content-Type to application/x-www-form-urlencoded or application/json."
        case .brokenForm: "Percent-encode names and values of the form."
        case .brokenJSON: "Send a JSON object such as {\"idtoken\": \"…\"}."
        case .missingField: "Send the ID token in the field idtoken."
        case .fieldNotText: "Send the ID token as one string."
        case .emptyField: "Wait for the ID token before sending the request."
        case .conflictingFields: "Send the token once."
        case .viewMethodNotAllowed:
            "Use one that Allow names: GET for what a web view loads, POST for what code asks for."
        case .foreignTarget: "Name a path that begins with one slash: to=/orders."
        case .noSession: "Load \(ViewHandover.sessionPath) with the ID token in Authorization first."
        case .unknownCode: "Ask for a code right before each load, and load its address once."
        case .endMethodNotAllowed: "Send a form with method=post; what GET does, any page's image does."
        case .foreignEnd:
            "Send the form from a page of the web app's own, without Referrer-Policy: no-referrer, which makes its Origin"
                + " null."
        case .noSessionCookie: "Ask for one of five minutes to 14 days, with an ID token of this project's."
        case .notRevoked: "Check that the auth service runs and that the backend knows its address, and log out again."
        case .keysUnavailable: "Check that the auth service runs and that the backend knows its address."
        case .keysUnreadable: "Check that the configured address is the auth service's certificate endpoint."
        case .cannotMint: "Check the service account's key."
        case .notAnswered:
            "Answer in the catch of the verification as well, with 401; and give the app's request a timeout of seconds."
        }
    }
}
