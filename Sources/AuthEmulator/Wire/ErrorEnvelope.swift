import BridgePrimitives

/// The body of a failed request, as Google's APIs shape it.
struct ErrorEnvelope: Sendable {
    let refusal: AuthRefusal

    var httpStatus: Int {
        switch refusal.reason {
        case .unauthenticated, .invalidAppCheckToken: 401
        case .permissionDenied, .foreignRequest: 403
        case .notFound: 404
        case .methodNotAllowed: 405
        case .payloadTooLarge: 413
        case .internalError, .blockingFunctionFailed: 500
        case .notImplemented, .notSimulated: 501
        default: 400
        }
    }

    /// `{"error":{"code":400,"message":…,"errors":[…],"status":…}}`; all members of `errors[]` are strings,
    /// because the iOS SDK reads them as such.
    var json: JSONObject {
        let (reason, domain, location) = classification
        var item = JSONObject([("message", .string(refusal.message)), ("reason", .string(reason))])
        if let domain { item["domain"] = .string(domain) }
        if let location {
            item["location"] = .string(location)
            item["locationType"] = "header"
        }
        var error = JSONObject([
            ("code", .integer(Int64(httpStatus))), ("message", .string(refusal.message)),
            ("errors", .array([.object(item)])),
        ])
        if let status { error["status"] = .string(status) }
        return JSONObject([("error", .object(error))])
    }

    /// The answer of a fault: the form of a failure, with any status and text.
    static func injected(status: Int, message: String) -> WireAnswer {
        let item: JSONValue = ["message": .string(message), "reason": "injected", "domain": "global"]
        return WireAnswer(
            status: status,
            json: JSONObject([
                (
                    "error",
                    ["code": .integer(Int64(status)), "message": .string(message), "errors": .array([item])]
                )
            ]))
    }

    private var classification: (reason: String, domain: String?, location: String?) {
        switch refusal.reason {
        case .malformedPayload: ("parseError", "global", nil)
        case .invalidAppCheckToken: ("unauthorized", "global", nil)
        case .unauthenticated: ("authError", "global", "Authorization")
        case .permissionDenied, .foreignRequest: ("forbidden", "global", nil)
        case .notFound: ("notFound", nil, nil)
        // iOS knows it by the beginning of this word.
        case .invalidAPIKey: ("keyInvalid", "global", nil)
        case .methodNotAllowed: ("httpMethodNotAllowed", "global", nil)
        case .invalidContentType: ("unknown", nil, nil)
        case .internalError: ("internalError", "global", nil)
        case .blockingFunctionFailed: (refusal.causes.last?.rawValue ?? "internalError", "global", nil)
        case .notImplemented, .notSimulated: ("unimplemented", nil, nil)
        default: ("invalid", "global", nil)
        }
    }

    /// Absent for the business errors.
    private var status: String? {
        switch refusal.reason {
        case .invalidArgument, .malformedPayload, .payloadTooLarge, .invalidAPIKey: "INVALID_ARGUMENT"
        case .unauthenticated, .invalidAppCheckToken: "UNAUTHENTICATED"
        case .permissionDenied, .foreignRequest: "PERMISSION_DENIED"
        case .notFound: "NOT_FOUND"
        case .internalError, .blockingFunctionFailed: "INTERNAL"
        case .notImplemented, .notSimulated: "NOT_IMPLEMENTED"
        default: nil
        }
    }
}
