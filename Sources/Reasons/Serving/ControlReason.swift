/// Why a control endpoint of a served world does not do what it is asked.
public enum ControlReason: String, FailureReason {
    case noSuchEndpoint = "control/no-such-endpoint"
    case notAnObject = "control/not-an-object"
    case unknownMember = "control/unknown-member"
    case badDuration = "control/bad-duration"
    case badTime = "control/bad-time"
    case notFaults = "control/not-faults"
    case bodyTooLarge = "control/body-too-large"
    case clockOutOfRange = "control/clock-out-of-range"
}
