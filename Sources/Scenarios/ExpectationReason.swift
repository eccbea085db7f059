public import BridgePrimitives

/// What a scenario itself can have wrong, where nothing in the handoff is.
public enum ExpectationReason: String, Reason {
    case notMet = "run/expectation-not-met"

    public var meaning: String { "Nothing in the handoff went wrong; the scenario expects something else of it." }

    public var fix: String { "Change what the scenario expects, or the steps before it." }
}
