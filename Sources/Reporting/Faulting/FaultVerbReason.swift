public import BridgePrimitives

/// Why a handoff cannot be tried under faults.
public enum FaultVerbReason: String, FailureReason {
    case noSuchFault = "faults/no-such-fault"
    case notSignedIn = "faults/not-signed-in"
    case pageNotRun = "faults/page-not-run"

    public var kind: BridgeFailure.Kind {
        switch self {
        case .noSuchFault: .usage
        case .notSignedIn, .pageNotRun: .unavailable
        }
    }

    public var meaning: String {
        switch self {
        case .noSuchFault: "No shipped fault is called that."
        case .notSignedIn: "Without any fault the scenario does not end signed in."
        case .pageNotRun: "What the page does then its own scripts decide, which the model does not run."
        }
    }

    public var fix: String {
        switch self {
        case .noSuchFault: "See session-bridge faults --list."
        case .pageNotRun: "Try it in a real engine: --engine webkitgtk, or chromium."
        case .notSignedIn: "Run it with session-bridge run until it does; a fault says nothing before that."
        }
    }
}
