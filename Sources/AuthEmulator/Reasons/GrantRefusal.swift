import BridgePrimitives

extension GrantReason {
    /// OAuth's word for it (RFC 6749 §5.2).
    var oauthError: String {
        switch self {
        case .missingGrantType, .missingAssertion: "invalid_request"
        case .unsupportedGrantType: "unsupported_grant_type"
        case .assertionRefused: "invalid_grant"
        case .delegation: "unauthorized_client"
        case .nothingAskedFor: "invalid_scope"
        }
    }
}

/// A request for a token that was turned down.
struct GrantRefusal: Error, Hashable, Sendable {
    let reason: GrantReason
    /// Why the assertion does not count, in the order of the checks.
    let causes: [ReasonCode]
    /// What Google's endpoint says.
    let description: String

    init(_ reason: GrantReason, causes: [ReasonCode] = [], _ description: String) {
        (self.reason, self.causes, self.description) = (reason, causes, description)
    }

    /// `{"error":…,"error_description":…}`.
    var json: JSONObject {
        JSONObject([("error", .string(reason.oauthError)), ("error_description", .string(description))])
    }
}
