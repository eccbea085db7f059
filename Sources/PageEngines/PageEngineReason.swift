public import BridgePrimitives

/// Why a page does not open in a real engine, or the engine refuses what it is asked.
public enum PageEngineReason: String, FailureReason {
    // The program
    case notBuilt = "engine/not-built"
    case notInstalled = "engine/not-installed"
    case didNotStart = "engine/did-not-start"
    case otherProtocol = "engine/other-protocol"
    case lost = "engine/lost"
    // What it says
    case badAnswer = "engine/bad-answer"
    case refused = "engine/refused"
    case timedOut = "engine/timed-out"
    case cancelled = "engine/cancelled"
    case tooManyEvents = "engine/too-many-events"
    case modelOnly = "engine/model-only"
    // The page
    case loadFailed = "engine/load-failed"
    case processTerminated = "engine/process-terminated"
    case pageBusy = "engine/page-busy"
    case scriptFailed = "engine/script-failed"
    case noJSON = "engine/no-json"
    case scriptIsHTML = "engine/script-is-html"
    case scriptOfOtherType = "engine/script-of-other-type"

    public var kind: BridgeFailure.Kind { self == .modelOnly ? .unreadableInput : .unavailable }

    public var meaning: String {
        switch self {
        case .notBuilt: "The helper through which pages open in WebKitGTK is not built."
        case .notInstalled: "A program that the engine needs is not installed."
        case .didNotStart: "The engine, or its display, did not start."
        case .otherProtocol: "The engine's helper is of another version than this tool."
        case .lost: "The engine went away in the middle."
        case .badAnswer: "The engine said something that its protocol does not have."
        case .refused: "The engine refused what it was asked."
        case .timedOut: "The engine did not do it within the time allowed."
        case .cancelled: "The engine was given up by its own side."
        case .tooManyEvents: "The page did more than anybody reads."
        case .modelOnly: "Only the model can do this; a real engine gives nobody the means."
        case .loadFailed: "The engine could not load the page."
        case .processTerminated: "The process that shows the page ended."
        case .pageBusy: "The page answers nothing: one of its scripts does not end."
        case .scriptFailed: "The script that the page was to run threw an exception."
        case .noJSON: "What the script gives has no JSON."
        case .scriptIsHTML: "The page asked for a script, and its server answered with HTML."
        case .scriptOfOtherType: "The page asked for a script, and its server sent it with the type of something else."
        }
    }

    public var fix: String {
        switch self {
        case .notBuilt, .otherProtocol: "Run make webkit, or install the package session-bridge-webkit."
        case .notInstalled: "Install it and see that it is in PATH."
        case .didNotStart: "Run session-bridge-webkit by hand under xvfb-run and read what it says."
        case .lost: "Look for a crash of the engine, or for too little memory."
        case .badAnswer: "Run make webkit, and see that SESSION_BRIDGE_WEBKIT names the helper."
        case .refused: "Read the engine's words that stand beside the code."
        case .timedOut: "Allow more time, or look at what the page waits for."
        case .cancelled: ""
        case .tooManyEvents: "Look for what the page repeats without an end."
        case .modelOnly: "Write `engine: model` in the scenario, or leave the step or the setting out."
        case .loadFailed: "Read the engine's words that stand beside the code."
        case .processTerminated: "Look for a script without an end, or for too little memory."
        case .pageBusy: "Look for a script without an end."
        case .scriptFailed: "Read the exception that stands beside the code."
        case .noJSON: "Let the script give a text, a number, an array or a plain object."
        case .scriptIsHTML:
            "Correct the script's address, or build the page anew: a server that answers every path with index.html does so"
                + " for a script that is not there."
        case .scriptOfOtherType:
            "Let the server send scripts, .mjs too, with Content-Type: text/javascript: no engine runs a module of another"
                + " type, nor any script where X-Content-Type-Options is nosniff."
        }
    }

    /// What an error of the helper's means (docs/webkit-helper.md, Errors).
    init(helperCode: String) {
        self =
            switch helperCode {
            case "page/exception": .scriptFailed
            case "page/closed": .cancelled
            case "page/process-terminated": .processTerminated
            case "page/no-json", "page/result-too-large": .noJSON
            default: .refused
            }
    }
}
