/// Why scenarios do not run.
public enum RunReason: String, FailureReason {
    case noSuchPath = "run/no-such-path"
    case nothingToRun = "run/nothing-to-run"
    case noSuchScenario = "run/no-such-scenario"
    case whichScenario = "run/which-scenario"
    case unreadableFile = "run/unreadable-file"
    case unknownVariable = "run/unknown-variable"
    case worldFailed = "run/world-failed"
    case endedEarly = "run/ended-early"
    case outOfTime = "run/out-of-time"
    case notRun = "run/not-run"
    case noEffect = "run/no-effect"
}
