public import BridgePrimitives

/// Why `/v1/users` refuses a request although no token is to blame.
public enum UsersReason: String, Reason {
    // The request line and what the client takes.
    case noSuchPath = "users/no-such-path"
    case methodNotAllowed = "users/method-not-allowed"
    case queryNotKnown = "users/query-not-known"
    case notAcceptable = "users/not-acceptable"

    // The Authorization field.
    case noAuthorization = "users/no-authorization"
    case severalAuthorizations = "users/several-authorizations"
    case otherScheme = "users/other-scheme"
    case noBearerToken = "users/no-bearer-token"

    // The document.
    case bodyTooLarge = "users/body-too-large"
    case unsupportedMediaType = "users/unsupported-media-type"
    case mediaTypeParameter = "users/media-type-parameter"
    case brokenDocument = "users/broken-document"
    case wrongType = "users/wrong-type"
    case clientGeneratedID = "users/client-generated-id"
    case memberNotSettable = "users/member-not-settable"
    case badName = "users/bad-name"

    // Who is asked for.
    case notRegistered = "users/not-registered"
    case noSuchUser = "users/no-such-user"

    public var meaning: String {
        switch self {
        case .noSuchPath: "There is nothing at this path."
        case .methodNotAllowed: "The path does not take this method."
        case .queryNotKnown: "The path takes no query parameters."
        case .notAcceptable: "The Accept field takes JSON:API only with parameters that are not served."
        case .noAuthorization: "The request has no Authorization field."
        case .severalAuthorizations: "The request has more than one Authorization field."
        case .otherScheme: "The Authorization field names another scheme than Bearer."
        case .noBearerToken: "The Authorization field says Bearer and nothing behind it."
        case .bodyTooLarge: "The request's body is larger than 64 KiB."
        case .unsupportedMediaType: "The body is not announced as JSON:API."
        case .mediaTypeParameter: "The body's media type has a parameter other than profile."
        case .brokenDocument: "The body is no JSON:API document with one resource."
        case .wrongType: "The resource is of another type than users."
        case .clientGeneratedID: "The resource comes with an id, and ids are given out here."
        case .memberNotSettable: "The resource has a member that a client cannot set."
        case .badName: "The name is no string of 1 to 256 bytes."
        case .notRegistered: "The token is good, and its user has not registered."
        case .noSuchUser: "The token's user has another id."
        }
    }

    public var fix: String {
        switch self {
        case .noSuchPath: "Use POST /v1/users, then GET /v1/users/me."
        case .methodNotAllowed: "Use a method that the Allow field lists."
        case .queryNotKnown: "Leave the query out."
        case .notAcceptable: "Send Accept: application/vnd.api+json without parameters."
        case .noAuthorization: "Send the ID token as Authorization: Bearer, on each request."
        case .severalAuthorizations: "Send one Authorization field; look for code that adds one instead of setting it."
        case .otherScheme: "Write Bearer, a blank, and the ID token."
        case .noBearerToken: "Wait for the ID token before sending the request."
        case .bodyTooLarge: "Send no body, or the user's name only."
        case .unsupportedMediaType: "Set Content-Type to application/vnd.api+json, or send no body."
        case .mediaTypeParameter: "Send application/vnd.api+json without charset and other parameters."
        case .brokenDocument: #"Send {"data":{"type":"users"}}, or no body."#
        case .wrongType: "Set the resource's type to users."
        case .clientGeneratedID: "Leave the id out."
        case .memberNotSettable: "Send the name at most; everything else comes from the ID token."
        case .badName: "Send the name as a string, or leave it out."
        case .notRegistered: "Send POST /v1/users with the same token first."
        case .noSuchUser: "Ask for /v1/users/me."
        }
    }

    /// The status of an answer that is refused for this reason.
    var status: Int {
        switch self {
        case .queryNotKnown, .brokenDocument: 400
        case .noAuthorization, .severalAuthorizations, .otherScheme, .noBearerToken: 401
        case .clientGeneratedID, .memberNotSettable: 403
        case .noSuchPath, .notRegistered, .noSuchUser: 404
        case .methodNotAllowed: 405
        case .notAcceptable: 406
        case .wrongType: 409
        case .bodyTooLarge: 413
        case .unsupportedMediaType, .mediaTypeParameter: 415
        case .badName: 422
        }
    }

    /// A reason as an error, with the part of the request that is to blame.
    struct Refusal: Error, Hashable {
        let reason: UsersReason
        let source: ErrorSource?

        init(_ reason: UsersReason, at source: ErrorSource? = nil) { (self.reason, self.source) = (reason, source) }
    }
}

/// Which part of a request an error is about (JSON:API 1.1, error objects, `source`).
enum ErrorSource: Hashable, Sendable {
    /// A JSON Pointer into the document (RFC 6901).
    case pointer(String)
    /// A header field's name.
    case header(String)
}
