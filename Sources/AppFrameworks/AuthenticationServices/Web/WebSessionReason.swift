public import BridgePrimitives

/// Why a web authentication session ended without a callback.
public enum WebSessionReason: String, Reason {
    case noProcess = "web-session/no-process"
    case noBrowser = "web-session/no-browser"
    case noPresentationContext = "web-session/no-presentation-context"
    case notInForeground = "web-session/not-in-foreground"
    case unusableAddress = "web-session/unusable-address"
    case cancelledByPerson = "web-session/cancelled-by-person"
    case cancelledByApp = "web-session/cancelled-by-app"
    case nothingToDo = "web-session/nothing-to-do"
    case otherScheme = "web-session/other-scheme"
    case notAPage = "web-session/not-a-page"
    case loadFailed = "web-session/load-failed"
    case tooManyPages = "web-session/too-many-pages"
    case processEnded = "web-session/process-ended"

    public var meaning: String {
        switch self {
        case .noProcess: "The code runs outside of an app's process."
        case .noBrowser: "The device has no browser for web authentication sessions."
        case .noPresentationContext: "The session was not told over which window to show the page."
        case .notInForeground: "The app is not in the foreground, so that no page may be shown over it."
        case .unusableAddress: "The session's address is neither http nor https."
        case .cancelledByPerson: "The person closed the page."
        case .cancelledByApp: "The app cancelled the session."
        case .nothingToDo: "The page has nothing on it that the person was looking for, and was closed."
        case .otherScheme: "The page led to a scheme that is not the callback's."
        case .notAPage: "What was loaded is no page."
        case .loadFailed: "A page could not be loaded."
        case .processEnded: "The app ended while the page was shown."
        case .tooManyPages: "The person was sent from page to page and gave up."
        }
    }

    public var fix: String {
        switch self {
        case .noProcess: "Run the app's code with AppProcess.run."
        case .noBrowser: "Provide an InAppBrowser in the device's services."
        case .noPresentationContext: "Set presentationContextProvider before start, and keep it."
        case .notInForeground: "Start the session when the user asks for it, with the app in view."
        case .unusableAddress: "Start with the provider's https address."
        case .cancelledByPerson: "Treat it as a choice, not as a failure, and show no alert."
        case .cancelledByApp: "Cancel a session only when its outcome no longer matters."
        case .nothingToDo: "Look at the page's text in the end's detail: it says what went wrong, or who is there."
        case .otherScheme: "Give the session the scheme that the page comes back with."
        case .notAPage: "Look at the address that was loaded last, in the trace."
        case .loadFailed: "Look at the reason beside this one: host, certificate, redirects."
        case .processEnded: "Begin again when the app is opened again."
        case .tooManyPages: "Find the pages that send the person to each other."
        }
    }
}
