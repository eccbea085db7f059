public import BridgePrimitives

/// Why a line of the cookie protocol cannot be obeyed.
public enum CookieProtocolReason: String, FailureReason {
    case notJSON = "cookies/not-json"
    case badMember = "cookies/bad-member"
    case badURL = "cookies/bad-url"
    case unknownProfile = "cookies/unknown-profile"
    case unknownOp = "cookies/unknown-op"

    public var kind: BridgeFailure.Kind { .unreadableInput }

    public var meaning: String {
        switch self {
        case .notJSON: "The line is not JSON."
        case .badMember: "A member that the op needs is missing or of another type."
        case .badURL: "The member is no URL."
        case .unknownProfile: "There is no profile of that name."
        case .unknownOp: "There is no op of that name."
        }
    }

    public var fix: String {
        switch self {
        case .notJSON: "Write one JSON object a line."
        case .badMember: "Give the member its value, as the documentation of the op shows."
        case .badURL: "Write the whole URL, such as https://app.test/."
        case .unknownProfile: "Choose a name that session-bridge profiles lists."
        case .unknownOp: "Use now, profile, set, get, script-set, script-get or list."
        }
    }
}
