public import BridgePrimitives

/// Why the inspector does not answer a question, or has nothing to show.
public enum InspectorReason: String, FailureReason {
    case noSuchTrace = "inspector/no-such-trace"
    case noSuchPage = "inspector/no-such-page"
    case badQuestion = "inspector/bad-question"
    case unknownProfile = "inspector/unknown-profile"

    public var kind: BridgeFailure.Kind {
        .usage
    }

    public var meaning: String {
        switch self {
        case .noSuchTrace: "The inspector has no trace of that id."
        case .noSuchPage: "The inspector has no page or endpoint of that name."
        case .badQuestion:
            "A question to the inspector is an object with a trace, and with a URL where one is asked about."
        case .unknownProfile: "There is no cookie profile of that name."
        }
    }

    public var fix: String {
        switch self {
        case .noSuchTrace: "Load the page again: it lists the traces that there are."
        case .noSuchPage: "Open /inspector/."
        case .badQuestion: "Send {\"trace\":\"1\",\"url\":\"https://app.example.com/\"}."
        case .unknownProfile: "See `session-bridge profiles` for those that there are."
        }
    }
}
