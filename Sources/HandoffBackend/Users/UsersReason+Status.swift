import BridgePrimitives

extension UsersReason {
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
