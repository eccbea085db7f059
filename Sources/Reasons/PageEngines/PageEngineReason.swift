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
}
