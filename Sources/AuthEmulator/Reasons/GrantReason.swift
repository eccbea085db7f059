public import BridgePrimitives

/// Why the token endpoint gives a service account no token.
public enum GrantReason: String, Reason {
    case missingGrantType = "grant/missing-grant-type"
    case unsupportedGrantType = "grant/unsupported-grant-type"
    case missingAssertion = "grant/missing-assertion"
    case assertionRefused = "grant/assertion-refused"
    case delegation = "grant/delegation"
    case nothingAskedFor = "grant/nothing-asked-for"

    public var meaning: String {
        switch self {
        case .missingGrantType: "The request names no grant_type."
        case .unsupportedGrantType: "Only service accounts get tokens here: the grant_type is another."
        case .missingAssertion: "The request has no assertion."
        case .assertionRefused: "The assertion does not prove the service account."
        case .delegation: "The assertion names another subject than the account itself, and no one delegated to it."
        case .nothingAskedFor: "The assertion names neither a scope nor a target_audience."
        }
    }

    public var fix: String {
        switch self {
        case .missingGrantType, .unsupportedGrantType:
            "Send grant_type=urn:ietf:params:oauth:grant-type:jwt-bearer with an assertion."
        case .missingAssertion: "Send the signed JWT as assertion, in a form."
        case .assertionRefused: "Use the service account's file as it is: GOOGLE_APPLICATION_CREDENTIALS names it."
        case .delegation: "Leave sub out, or set it to the account's address."
        case .nothingAskedFor: "Put the scopes into the assertion, joined by blanks."
        }
    }

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
