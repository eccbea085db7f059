public import BridgePrimitives

/// Why a browser cannot be driven, or refuses what it is asked.
public enum BrowserReason: String, FailureReason {
    case notInstalled = "browser/not-installed"
    case driverDidNotStart = "browser/driver-did-not-start"
    case noSession = "browser/no-session"
    case timedOut = "browser/timed-out"
    case cancelled = "browser/cancelled"
    case driverLost = "browser/driver-lost"
    case badAnswer = "browser/bad-answer"
    case insecureCertificate = "browser/insecure-certificate"
    case scriptFailed = "browser/script-failed"
    case noSuchElement = "browser/no-such-element"
    case cannotInteract = "browser/cannot-interact"
    case refused = "browser/refused"

    public var kind: BridgeFailure.Kind { .unavailable }

    public var meaning: String {
        switch self {
        case .notInstalled: "A program that the browser needs is not installed."
        case .driverDidNotStart: "The browser's driver, or its display, did not start."
        case .noSession: "The driver could not start the browser."
        case .timedOut: "The browser did not do it within the time allowed."
        case .cancelled: "The command was given up by its own side."
        case .driverLost: "The driver went away in the middle of a command."
        case .badAnswer: "The driver's answer is not what W3C WebDriver says."
        case .insecureCertificate: "The browser does not trust the page's certificate."
        case .scriptFailed: "The script that the page was to run threw an exception."
        case .noSuchElement: "The page has no such element."
        case .cannotInteract: "The element cannot be clicked or typed into."
        case .refused: "The browser refused the command."
        }
    }

    public var fix: String {
        switch self {
        case .notInstalled: "Install it and see that it is in PATH."
        case .driverDidNotStart: "Run the driver by hand and read what it says."
        case .noSession: "See that browser and driver are of one version, and that no other session is open."
        case .timedOut: "Allow more time, or look at what the page waits for."
        case .cancelled: ""
        case .driverLost: "Look for a crash of the driver, or for too little memory."
        case .badAnswer: "See that the program of that name is a W3C WebDriver."
        case .insecureCertificate: "Accept insecure certificates in the session's settings."
        case .scriptFailed: "Read the exception that stands beside the code."
        case .noSuchElement: "Correct the selector, or wait for the element first."
        case .cannotInteract: "See that the element is visible and enabled."
        case .refused: "Read the driver's words that stand beside the code."
        }
    }

    /// What an error of the driver's means (W3C WebDriver §6.6, the table of error codes).
    init(wireError: String) {
        self =
            switch wireError {
            case "javascript error": .scriptFailed
            case "script timeout", "timeout": .timedOut
            case "no such element", "stale element reference": .noSuchElement
            case "element click intercepted", "element not interactable", "invalid element state": .cannotInteract
            case "insecure certificate": .insecureCertificate
            case "session not created", "invalid session id": .noSession
            default: .refused
            }
    }
}
