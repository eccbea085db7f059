public import BridgePrimitives

/// Why a handoff cannot be tried under faults.
public enum FaultVerbReason: String, FailureReason {
    case noSuchFault = "faults/no-such-fault"
    case notSignedIn = "faults/not-signed-in"

    public var kind: BridgeFailure.Kind {
        switch self {
        case .noSuchFault: .usage
        case .notSignedIn: .unavailable
        }
    }

    public var meaning: String {
        switch self {
        case .noSuchFault: "No shipped fault is called that."
        case .notSignedIn: "Without any fault the scenario does not end signed in."
        }
    }

    public var fix: String {
        switch self {
        case .noSuchFault: "See session-bridge faults --list."
        case .notSignedIn: "Run it with session-bridge run until it does; a fault says nothing before that."
        }
    }
}
