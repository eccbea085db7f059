public import BridgePrimitives

/// What the backend answers to an exchange.
public struct BackendAnswer: Sendable {
    /// 200, 400, 401, 403, 404, 405, 413, 500 or 503.
    public let status: Int
    /// `{"status":"success"}`, or `{"status":"error","code":…,"message":…,"reasons":[…]}`.
    public let json: JSONValue
    /// The value of `Set-Cookie`; nil when there is no token to hand over.
    public let setCookie: Secret<String>?
    /// Why it refused, or what it noticed although it didn't.
    public let reasons: [ReasonCode]

    static func success(setCookie: String, reasons: [ReasonCode]) -> BackendAnswer {
        BackendAnswer(status: 200, json: ["status": "success"], setCookie: Secret(setCookie), reasons: reasons)
    }

    /// - Parameter reasons: not empty; the first is the code of the answer.
    static func refusal(_ status: Int, _ reasons: [any Reason]) -> BackendAnswer {
        let first = reasons.first
        return BackendAnswer(
            status: status,
            json: [
                "status": "error", "code": .string(first?.rawValue ?? ""),
                "message": .string([first?.meaning, first?.fix].compactMap { $0 }.joined(separator: " ")),
                "reasons": .codes(reasons.map(\.code)),
            ], setCookie: nil, reasons: reasons.map(\.code))
    }

    static func refusal(_ reason: BackendReason) -> BackendAnswer { refusal(reason.status, [reason]) }
}

extension BackendReason {
    /// The status of an answer that is refused for this reason.
    var status: Int {
        switch self {
        case .fieldIDToken, .fieldToken, .bothFields: 200
        case .originNotAllowed, .foreignHost, .foreignEnd: 403
        case .noSuchPath: 404
        case .methodNotAllowed, .viewMethodNotAllowed, .endMethodNotAllowed: 405
        case .foreignTarget: 400
        case .noSession, .unknownCode: 401
        case .noSessionCookie, .notRevoked: 503
        case .bodyTooLarge: 413
        case .emptyBody, .unsupportedContentType, .brokenForm, .brokenJSON, .missingField, .fieldNotText, .emptyField,
            .conflictingFields:
            400
        case .keysUnavailable: 503
        case .keysUnreadable, .cannotMint, .notAnswered: 500
        }
    }
}
