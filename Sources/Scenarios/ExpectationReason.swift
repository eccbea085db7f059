public import BridgePrimitives

/// What a scenario itself can have wrong, where nothing in the handoff is.
public enum ExpectationReason: String, Reason {
    case notMet = "run/expectation-not-met"
    case knownFailurePasses = "run/known-failure-passes"
    case valueNotThere = "run/value-not-there"
    case valueDoesNotFit = "run/value-does-not-fit"
    case nothingPending = "run/nothing-pending"
    case notInTime = "run/not-in-time"

    public var meaning: String {
        switch self {
        case .notMet: "Nothing in the handoff went wrong; the scenario expects something else of it."
        case .knownFailurePasses: "The scenario passes, and its file says that it is known to fail."
        case .valueNotThere: "A value is named that no step has brought about in this run."
        case .nothingPending: "What is waited for does not hold, and nothing is still to come that could change it."
        case .notInTime: "What is waited for did not come within the time."
        case .valueDoesNotFit: "The value that a step has brought about cannot stand where it is named."
        }
    }

    public var fix: String {
        switch self {
        case .notMet: "Change what the scenario expects, or the steps before it."
        case .knownFailurePasses: "Take `known-failure` out of the scenario."
        case .valueNotThere: "See that the step before it is taken, and that it brings about what is named."
        case .nothingPending:
            "Take the step before it that brings it about; what only a page's own scripts do needs --engine."
        case .notInTime: "Raise `within`, or find out what it waits for."
        case .valueDoesNotFit: "Name another value."
        }
    }
}
