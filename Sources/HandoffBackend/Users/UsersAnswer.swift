public import BridgePrimitives

/// What `/v1/users` answers: a JSON:API document.
public struct UsersAnswer: Sendable {
    public let status: Int
    public let document: JSONValue
    /// Why it refused, in the order of the checks; empty when it did not.
    public let reasons: [ReasonCode]
    /// Where the created resource is, relative to the origin; the value of `Location`.
    public internal(set) var location: String?
    /// The value of `Allow`, with status 405.
    public internal(set) var allow: String?
    /// The value of `WWW-Authenticate`, with status 401.
    public internal(set) var challenge: String?

    static func success(_ status: Int, _ document: JSONValue) -> UsersAnswer {
        UsersAnswer(status: status, document: document, reasons: [])
    }

    /// - Parameter reasons: not empty.
    static func refusal(_ status: Int, _ reasons: [any Reason], source: ErrorSource? = nil) -> UsersAnswer {
        var answer = UsersAnswer(
            status: status, document: UsersDocument.errors(status, reasons, source: source),
            reasons: reasons.map(\.code))
        if status == 401, let first = reasons.first { answer.challenge = challenge(first) }
        return answer
    }

    static func refusal(_ refusal: UsersReason.Refusal) -> UsersAnswer {
        Self.refusal(refusal.reason.status, [refusal.reason], source: refusal.source)
    }

    /// A request without a token gets no error code: it may not have known that one is needed (RFC 6750 §3).
    private static func challenge(_ reason: any Reason) -> String {
        switch reason as? UsersReason {
        case .noAuthorization, .otherScheme: return #"Bearer realm="users""#
        default:
            // What may stand in a description (RFC 6750 §3): no quotes, no backslash.
            let text = reason.meaning.utf8.filter { $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }
            let description = String(decoding: text, as: UTF8.self)
            return #"Bearer error="invalid_token", error_description="\#(description)""#
        }
    }
}
