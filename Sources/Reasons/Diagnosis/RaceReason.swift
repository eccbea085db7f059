/// What becomes of a scenario whose events have no promised order.
public enum RaceReason: String, FailureReason {
    case deadlock = "race/deadlock"
    case orderNotFollowed = "race/order-not-followed"
    case nothingConcurrent = "race/nothing-concurrent"
    case modelOnly = "race/model-only"
    case notWritten = "race/not-written"
    case notRepeatable = "race/not-repeatable"
}
