/// Why a fault cannot be planted, and what the trace says of one that was.
public enum FaultReason: String, FailureReason {
    case injected = "fault/injected"
    case unreadable = "fault/unreadable"
}
