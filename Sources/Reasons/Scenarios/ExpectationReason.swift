/// What a scenario itself can have wrong, where nothing in the handoff is.
public enum ExpectationReason: String, Reason {
    case notMet = "run/expectation-not-met"
    case knownFailurePasses = "run/known-failure-passes"
    case valueNotThere = "run/value-not-there"
    case valueDoesNotFit = "run/value-does-not-fit"
    case nothingPending = "run/nothing-pending"
    case notInTime = "run/not-in-time"
}
