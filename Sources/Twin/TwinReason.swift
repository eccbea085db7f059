public import BridgePrimitives
import Scenarios

/// Why there is nothing to do for `twin`.
public enum TwinSetupReason: String, FailureReason {
    case nothingToCompare = "twin/nothing-to-compare"
    case pageElsewhere = "twin/page-elsewhere"
    case noEngine = "twin/no-engine"

    public var kind: BridgeFailure.Kind { .usage }

    public var meaning: String {
        switch self {
        case .nothingToCompare: "None of the scenarios can be run on the other side."
        case .pageElsewhere: "A driven browser gets user scripts from the page's server, which is somebody else's."
        case .noEngine: "The model is compared with a real engine, and none is named."
        }
    }

    public var fix: String {
        switch self {
        case .nothingToCompare: "The reasons stand above; run runs them in the headless view alone."
        case .pageElsewhere:
            "Compare with --engine; or name the page's files with web.folder, or pass --no-project-file."
        case .noEngine: "Pass --engine webkitgtk or chromium, or --browser safari on macOS."
        }
    }
}

/// Why a scenario cannot be run beside a real engine or browser, or why the two may differ.
public enum TwinReason: String, Reason {
    case headerByHand = "twin/header-by-hand"
    case writeNotAwaited = "twin/write-not-awaited"
    case processEnds = "twin/process-ends"
    case messageHandler = "twin/message-handler"
    case secondView = "twin/second-view"
    case trackingPrevention = "twin/tracking-prevention"
    case appsSettings = "twin/apps-settings"
    case faults = "twin/faults"
    case appsDocument = "twin/apps-document"
    case copyWithDomain = "twin/copy-with-domain"
    case otherGuard = "twin/other-guard"
    case noPage = "twin/no-page"
    case ownExchange = "twin/own-exchange"
    case stepInPage = "twin/step-in-page"
    case modelOnly = "twin/model-only"
    case enginesProfile = "twin/engines-profile"
    case browsersClock = "twin/browsers-clock"
    case askedByItself = "twin/asked-by-itself"

    public var meaning: String {
        switch self {
        case .headerByHand:
            "The other side has no headers of an app's: WebDriver takes none, and DevTools let nothing stop them."
        case .writeNotAwaited: "The other side waits for each cookie, so there is no race to lose."
        case .processEnds: "A driven browser keeps no data when one of its processes ends."
        case .messageHandler: "A driven browser has no native code that a page could send messages to."
        case .secondView: "The other side has one window, on one store."
        case .trackingPrevention: "Nobody can tell an engine on which day the user taps."
        case .faults: "The auth service's faults would meet the first view only, or each in another way."
        case .appsDocument: "WebDriver shows no HTML of an app's under the web app's URL."
        case .copyWithDomain: "WebDriver takes cookies for the page's own host only."
        case .appsSettings: "App-bound domains, tracking prevention and the page's worker are an app's to set."
        case .otherGuard: "The page itself runs on the other side, with its own guard."
        case .noPage: "The scenario opens no page."
        case .ownExchange: "Each view would bring its ID token itself, and get another token in its cookie."
        case .stepInPage: "Nobody acts in the page of a driven browser for its user and its scripts."
        case .modelOnly: "Only the model can do this; a real engine gives nobody the means."
        case .enginesProfile: "Under the engine's own profile the headless view does as the engine does."
        case .browsersClock: "The scenario moved the world's clock; an engine's cookies age by the machine's."
        case .askedByItself: "Each page asked for a token of its own, a moment after the other, for the same user."
        }
    }

    public var fix: String {
        switch self {
        case .ownExchange: "Use run, with --engine for a real one, or compare --engine."
        case .headerByHand: "Compare with --engine webkitgtk, or hand the session over by user script or cookie store."
        case .writeNotAwaited: "Leave out awaited: false."
        case .processEnds: "Compare with --engine, leave the step out, or use run."
        case .messageHandler, .appsDocument:
            "Compare with --engine, or hand the session over by user script or cookie store."
        case .secondView: "Leave out in, store and process, or use run."
        case .stepInPage: "Compare with --engine, leave the step out, or use run."
        case .trackingPrevention, .modelOnly: "Leave the step out, or use run."
        case .faults: "Leave faults out, or use run."
        case .copyWithDomain: "Compare with --engine, leave the domain out, or use run."
        case .appsSettings: "Leave the setting out, or use run."
        case .otherGuard: "Leave out guard, or use run."
        case .noPage: "Add an open step, or use run."
        case .enginesProfile: "Choose that profile to see what the engine does."
        case .askedByItself: "Nothing to mend: kind and user agree, and it ends seconds apart."
        case .browsersClock: "Give the cookie a longer life than the scenario takes."
        }
    }
}

extension TwinReason {
    init(_ obstacle: BrowserObstacle) {
        switch obstacle {
        case .headerByHand: self = .headerByHand
        case .ownExchange: self = .ownExchange
        case .messageHandler: self = .messageHandler
        case .writeNotAwaited: self = .writeNotAwaited
        case .secondView: self = .secondView
        case .trackingPrevention: self = .trackingPrevention
        case .processEnds: self = .processEnds
        case .appsDocument: self = .appsDocument
        case .stepInPage: self = .stepInPage
        }
    }
}
