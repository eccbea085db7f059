public import BridgePrimitives

/// A request that the auth service turned down.
public struct AuthRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    public let reason: AuthReason
    /// What the reply adds after the code.
    public let detail: String?
    /// The reasons behind the reason: why a token is invalid, in the order of the checks.
    public let causes: [ReasonCode]
    /// The account that it was about, once it is known.
    public var uid: String?
    /// Whether the trace has it already: whoever knows most of a refusal records it.
    var isRecorded = false

    public init(_ reason: AuthReason, _ detail: String? = nil, causes: [ReasonCode] = [], uid: String? = nil) {
        (self.reason, self.detail, self.causes, self.uid) = (reason, detail, causes, uid)
    }

    /// The reason and what is behind it, as traces list them.
    public var reasons: [ReasonCode] { [reason.code] + causes }

    /// What of the request it is about, if the reason leaves that open.
    var offender: String? {
        switch reason {
        case .invalidArgument, .malformedPayload, .notSimulated: detail.map { ASCIIText.trimmed($0.utf8) }
        default: nil
        }
    }

    /// `CODE` or `CODE : detail`. Clients split at the colon, so the blanks round it are part of the protocol.
    public var message: String {
        switch reason {
        case .invalidArgument, .malformedPayload: "Invalid JSON payload received." + (detail.map { " \($0)" } ?? "")
        case .permissionDenied where causes == [AccessTokenReason.insufficientScope.code]:
            "Request had insufficient authentication scopes."
        case .invalidContentType: "Invalid content-type: \(detail ?? "")"
        case .methodNotAllowed: "Method \(detail ?? "")"
        // Sentences without a code: no client has a name for these.
        case .foreignRequest, .singleProject: detail ?? reason.meaning
        case .invalidAPIKey: "API key not valid. Please pass a valid API key."
        // Another sentence that clients make a code of: auth/firebase-app-check-token-is-invalid.
        case .invalidAppCheckToken: "Firebase App Check token is invalid."
        case .permissionDenied: "The request is missing a valid API key."
        case .unauthenticated: "Request had invalid authentication credentials. Expected an OAuth 2 access token."
        case .notFound: "Not Found"
        // The emulator's words for a SAML response that lacks something: no colon is before them.
        case .invalidIDPResponse where detail?.hasPrefix("((") == true: "\(reason.wireCode) \(detail ?? "")"
        default: detail.map { "\(reason.wireCode) : \($0)" } ?? reason.wireCode
        }
    }

    public var description: String { message }

    // Two refusals are the same whether or not they were recorded.
    public static func == (a: Self, b: Self) -> Bool {
        (a.reason, a.detail, a.causes, a.uid) == (b.reason, b.detail, b.causes, b.uid)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(reason)
        hasher.combine(detail)
        hasher.combine(causes)
        hasher.combine(uid)
    }
}
