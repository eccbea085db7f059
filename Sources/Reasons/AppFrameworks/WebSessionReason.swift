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
}
