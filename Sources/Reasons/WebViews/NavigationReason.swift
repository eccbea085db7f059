/// Why a navigation ended without a new document, or what is worth knowing about the document it ended with.
public enum NavigationReason: String, Reason {
    case timedOut = "navigation/timed-out"
    case couldNotConnect = "navigation/could-not-connect"
    case hostNotFound = "navigation/host-not-found"
    case tlsFailed = "navigation/tls-failed"
    case connectionLost = "navigation/connection-lost"
    case badResponse = "navigation/bad-response"
    case responseTooLarge = "navigation/response-too-large"
    case invalidRequest = "navigation/invalid-request"
    case cancelled = "navigation/cancelled"
    case superseded = "navigation/superseded"
    case cancelledByDelegate = "navigation/cancelled-by-delegate"
    case responseCancelledByDelegate = "navigation/response-cancelled-by-delegate"
    case tooManyRedirects = "navigation/too-many-redirects"
    case badRedirect = "navigation/bad-redirect"
    case unsupportedScheme = "navigation/unsupported-scheme"
    case noContent = "navigation/no-content"
    case cannotShow = "navigation/cannot-show"
    case notCached = "navigation/not-cached"
    case nothingToReload = "navigation/nothing-to-reload"
    case failed = "navigation/failed"
    /// `WKError.navigationAppBoundDomain`, 13.
    case appBoundDomain = "navigation/app-bound-domain"
    /// A note: the document is there.
    case notHTML = "navigation/not-html"
    /// A note: the document is there, but not all of it was read.
    case documentTruncated = "navigation/document-truncated"
    /// A note: this happened in a frame.
    case inFrame = "navigation/in-frame"
    /// A note: the document is there, but not all of its frames.
    case tooManyFrames = "navigation/too-many-frames"
    /// A note: the document is there, but not all of its frames.
    case framesTooDeep = "navigation/frames-too-deep"
    /// A note: the document is there, and its scripts want to go on.
    case tooManyScriptNavigations = "navigation/too-many-script-navigations"
    /// A note: the document is there, and wants to be followed by another.
    case tooManyRefreshes = "navigation/too-many-refreshes"
    case refreshLater = "navigation/refresh-later"
    case refreshInFrame = "navigation/refresh-in-frame"
    case refreshUnsupported = "navigation/refresh-unsupported"
    /// A note: the document is there as the server sent it.
    case pageScriptsSkipped = "navigation/page-scripts-skipped"
    /// A note: the document is there, and nothing in it can read a cookie.
    case pageWithoutScripts = "navigation/page-without-scripts"
    /// A note: the document is there as the server sent it.
    case contentScriptsOff = "navigation/content-scripts-off"
    /// A note: the document is there, and its status says that it is not the one that was wanted.
    case errorPage = "navigation/error-page"
    /// A note: the document is there, and a browser would show it too.
    case redirectWithoutLocation = "navigation/redirect-without-location"
    /// `history.pushState` throws a SecurityError.
    case addressOfOtherOrigin = "navigation/address-of-other-origin"
    case frameInItself = "navigation/frame-in-itself"
    case frameRefused = "navigation/frame-refused"
    /// A note: the document is there, and the app's scripts are not in it.
    case userScriptsSkipped = "navigation/user-scripts-skipped"
    /// A note: the document is there, and finds no message handlers.
    case messageHandlersUnavailable = "navigation/message-handlers-unavailable"
    /// A note about the app, given with each document.
    case appBoundDomainsIgnored = "navigation/app-bound-domains-ignored"
}
