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
}
