public import BridgePrimitives

/// Why the inspector does not answer a question, or has nothing to show.
public enum InspectorReason: String, FailureReason {
    case noSuchTrace = "inspector/no-such-trace"
    case noSuchPage = "inspector/no-such-page"
    case badQuestion = "inspector/bad-question"
    case unknownProfile = "inspector/unknown-profile"
    case noDevice = "inspector/no-device"
    case stepFailed = "inspector/step-failed"

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
        case .stepFailed: "The device did not do what was asked."
        case .noDevice: "There is no device here that could be relaunched or locked."
        }
    }

    public var fix: String {
        switch self {
        case .noSuchTrace: "Load the page again: it lists the traces that there are."
        case .noSuchPage: "Open /inspector/."
        case .badQuestion: "Send {\"trace\":\"1\",\"url\":\"https://app.example.com/\"}."
        case .stepFailed: "See the last events of the trace: they say why."
        case .noDevice:
            "Run one scenario with `session-bridge run FILE --ui`: its device stays until Ctrl-C. Services have none."
        case .unknownProfile: "See `session-bridge profiles` for those that there are."
        }
    }
}
