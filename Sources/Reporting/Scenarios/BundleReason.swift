public import BridgePrimitives

/// Why a scenario cannot be bundled, or a bundle not be played again.
public enum BundleReason: String, FailureReason {
    case severalScenarios = "bundle/several-scenarios"
    case ownApp = "bundle/own-app"
    case holdsSecret = "bundle/holds-a-secret"
    case otherVerdict = "bundle/other-verdict"
    case notABundle = "bundle/not-a-bundle"

    public var kind: BridgeFailure.Kind {
        switch self {
        case .severalScenarios, .ownApp: .usage
        case .holdsSecret, .notABundle: .unreadableInput
        case .otherVerdict: .internalFault
        }
    }

    public var meaning: String {
        switch self {
        case .severalScenarios: "A bundle is of one scenario, and there are several."
        case .ownApp:
            "A bundle cannot hold somebody's own backend and page, against which the scenario would be played."
        case .holdsSecret:
            "The scenario, a module of it or the recording has what looks like a secret in a place where it has no stand-in."
        case .otherVerdict:
            "With stand-ins for its secrets the scenario or the recording ends otherwise than with the secrets themselves."
        case .notABundle: "The file has a trace, and not what it was played from."
        }
    }

    public var fix: String {
        switch self {
        case .severalScenarios: "Name one with --filter."
        case .ownApp: "Send its trace, which `run --trace FILE` writes; or give --no-project-file."
        case .holdsSecret: "Take it out of the file, or put something in its place that opens nothing."
        case .otherVerdict: "Send the trace that `run --trace FILE` writes, and report this."
        case .notABundle: "Make one with `session-bridge bundle SCENARIO --out FILE`."
        }
    }
}
