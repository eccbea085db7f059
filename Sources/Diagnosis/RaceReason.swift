public import BridgePrimitives

/// What becomes of a scenario whose events have no promised order.
public enum RaceReason: String, FailureReason {
    case deadlock = "race/deadlock"
    case orderNotFollowed = "race/order-not-followed"
    case nothingConcurrent = "race/nothing-concurrent"
    case modelOnly = "race/model-only"
    case notWritten = "race/not-written"
    case notRepeatable = "race/not-repeatable"

    public var kind: BridgeFailure.Kind {
        switch self {
        case .deadlock, .orderNotFollowed, .nothingConcurrent, .modelOnly, .notWritten:
            .unreadableInput
        case .notRepeatable: .internalFault
        }
    }

    public var meaning: String {
        switch self {
        case .deadlock: "Each of some things waits for the next one, and the last one for the first: none will happen."
        case .orderNotFollowed: "The scenario's events do not come in the order that it names."
        case .nothingConcurrent: "All of the scenario's events wait for each other: there is one order."
        case .modelOnly: "Orders are explored in the model: nobody can order what happens in a real engine."
        case .notWritten: "The scenario stands in a form into which no order can be written."
        case .notRepeatable: "The same order of events led to other events than before."
        }
    }

    public var fix: String {
        switch self {
        case .deadlock: "Take one of the waits away: load a page before you wait, or return from the main thread."
        case .orderNotFollowed: "Take the order from session-bridge explore, or leave `order:` out."
        case .nothingConcurrent:
            "Let something not wait: `cookie-store: { awaited: false }`, or steps under `together:`."
        case .modelOnly: "Leave out `engine:`, or pass --engine model."
        case .notWritten: "Write it as a document of its own, with `steps:` at the beginning of a line."
        case .notRepeatable: "This is our fault: report it with the scenario."
        }
    }
}
