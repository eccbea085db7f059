/// How a handoff ended, as the person holding the phone sees it.
public enum Verdict: String, CaseIterable, Sendable {
    /// The page that was asked for is open and its user is the app's user.
    case signedIn = "signed-in"
    /// A page is open, and nobody is signed in on it.
    case signedOut = "signed-out"
    /// Somebody else is signed in.
    case otherUser = "other-user"
    /// The page came, its router never finished, or a page in an engine waits for what does not come.
    case hanging
    /// A page in an engine goes from one address to the next without an end.
    case looping
    /// A page in an engine came, and an exception of its own stopped it before anybody was signed in.
    case pageError = "page-error"
    /// The page did not come.
    case failed
    /// No page was opened.
    case notOpened = "not-opened"
}
