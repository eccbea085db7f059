public import BridgePrimitives

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

    public var kind: BridgeFailure.Kind {
        switch self {
        case .noSuchPath, .nothingToRun, .unreadableFile: .unreadableInput
        case .noSuchScenario, .whichScenario, .unknownVariable: .usage
        case .worldFailed: .internalFault
        case .endedEarly, .outOfTime, .notRun: .unavailable
        }
    }

    public var meaning: String {
        switch self {
        case .noSuchPath: "There is nothing at the path."
        case .nothingToRun: "The folder has no .yaml file."
        case .noSuchScenario: "No scenario has a name like that."
        case .whichScenario: "One scenario is wanted, and the file has several."
        case .unreadableFile: "The file cannot be read."
        case .unknownVariable: "A variable is given that no scenario has or asks for."
        case .worldFailed: "The world failed in a way that has no code of its own."
        case .endedEarly: "The run ended before the scenario did: the time was up, or a signal came."
        case .outOfTime: "The scenario did not end within --scenario-timeout."
        case .notRun: "Another scenario did not pass, and the run was to stop there."
        }
    }

    public var fix: String {
        switch self {
        case .noSuchPath: "Name a scenario file or a folder of them."
        case .nothingToRun: "See Scenarios/ for examples."
        case .noSuchScenario: "See --list, which has names, places and tags."
        case .whichScenario: "Name a line of the scenario, as in FILE:12, and a row of its table, as in FILE:12#3."
        case .outOfTime: "Raise --scenario-timeout, or see what its last step was waiting for."
        case .notRun: "Leave --fail-fast out, or mend what did not pass."
        case .unreadableFile: "See that you may read it."
        case .unknownVariable: "Correct its spelling, or leave it out."
        case .worldFailed: "This is our fault; please report it."
        case .endedEarly:
            "Raise --timeout, or choose fewer scenarios with --filter; after a signal, look at who sent it."
        }
    }
}
