public import BridgePrimitives

/// Why a fault cannot be planted, and what is told of one that was.
public enum FaultReason: String, FailureReason {
    case injected = "fault/injected"
    case unreadable = "fault/unreadable"

    public var kind: BridgeFailure.Kind { .unreadableInput }

    public var meaning: String {
        switch self {
        case .injected: "Something was made to go wrong here, by a fault that somebody has planted."
        case .unreadable: "The fault cannot be read."
        }
    }

    public var fix: String {
        switch self {
        case .injected: "Take it out: the step `clear-faults`, or DELETE /__bridge/faults."
        case .unreadable: "Give service, effect and times as docs/scenarios.md has them under faults."
        }
    }
}
