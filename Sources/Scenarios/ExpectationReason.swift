public import BridgePrimitives

/// What a scenario itself can have wrong, where nothing in the handoff is.
public enum ExpectationReason: String, Reason {
    case notMet = "run/expectation-not-met"
    case knownFailurePasses = "run/known-failure-passes"
    case valueNotThere = "run/value-not-there"
    case valueDoesNotFit = "run/value-does-not-fit"

    public var meaning: String {
        switch self {
        case .notMet: "Nothing in the handoff went wrong; the scenario expects something else of it."
        case .knownFailurePasses: "The scenario passes, and its file says that it is known to fail."
        case .valueNotThere: "A value is named that no step has brought about in this run."
        case .valueDoesNotFit: "The value that a step has brought about cannot stand where it is named."
        }
    }

    public var fix: String {
        switch self {
        case .notMet: "Change what the scenario expects, or the steps before it."
        case .knownFailurePasses: "Take `known-failure` out of the scenario."
        case .valueNotThere: "See that the step before it is taken, and that it brings about what is named."
        case .valueDoesNotFit: "Name another value."
        }
    }
}
