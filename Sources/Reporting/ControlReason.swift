public import BridgePrimitives

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

    public var kind: BridgeFailure.Kind { .usage }

    public var meaning: String {
        switch self {
        case .noSuchEndpoint: "No control endpoint has this path and method."
        case .notAnObject: "The body is no JSON object."
        case .unknownMember: "The clock has no member of that name, or the value is of another type."
        case .badDuration: "The text is no duration."
        case .badTime: "The text is no time."
        case .notFaults: "The body is no list of faults."
        case .bodyTooLarge: "The body is larger than what is sent there may be."
        case .clockOutOfRange: "The clock would leave the years 101 to 9899."
        }
    }

    public var fix: String {
        switch self {
        case .noSuchEndpoint:
            "See GET /__bridge/openapi.json, or session-bridge schema --control, which list them all."
        case .notAnObject: "Send a JSON object."
        case .unknownMember:
            "Send advance, now, frozen and skew, which has device, backend and web with a duration each."
        case .badDuration: "Write 61m, 10s or 250ms."
        case .badTime: "Write 2026-11-21T09:00:00Z."
        case .notFaults: "Send {\"faults\": […]}."
        case .bodyTooLarge: "Split it."
        case .clockOutOfRange: "POST /__bridge/reset puts it back to today."
        }
    }
}
