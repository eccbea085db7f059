public import BridgePrimitives
import HTTPLoader

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

    public var meaning: String {
        switch self {
        case .timedOut: "The world's clock passed the request's time limit before there was an answer."
        case .couldNotConnect: "No connection to the server came about."
        case .hostNotFound: "The host's name has no address."
        case .tlsFailed: "The server's certificate is not trusted or TLS failed otherwise."
        case .connectionLost: "The connection ended before the answer was complete."
        case .badResponse: "What the server sent is no HTTP response."
        case .responseTooLarge: "The response is larger than the limit."
        case .invalidRequest: "The request has a method or a header that cannot be sent."
        case .cancelled: "Whoever asked for the load gave it up."
        case .superseded: "Another load was started in the same view."
        case .cancelledByDelegate: "The navigation delegate cancelled the request."
        case .responseCancelledByDelegate: "The navigation delegate cancelled the load when it saw the response."
        case .tooManyRedirects: "The load was redirected more often than browsers allow."
        case .badRedirect: "A redirect's Location is no valid URL."
        case .unsupportedScheme: "The URL, or a redirect, has a scheme that is neither http nor https."
        case .noContent: "The server answered that there is nothing to show (204 or 205)."
        case .cannotShow: "The content is of a type that a web view cannot show, or is an attachment."
        case .notCached: "The request wants cached content only, and a headless view keeps none."
        case .nothingToReload: "The view has not loaded anything from the network."
        case .failed: "The request failed for another reason."
        case .appBoundDomain: "The view is limited to app-bound domains, and this is none of them."
        case .notHTML: "The document is not HTML, so it was not parsed; user scripts ran in it all the same."
        case .documentTruncated: "The document is larger or more broken than the parser's limits allow."
        case .inFrame: "This happened in a frame of the page."
        case .tooManyFrames: "The page has more frames than are loaded, so some were left out."
        case .framesTooDeep: "Frames stand in frames deeper than are loaded, so some were left out."
        case .tooManyScriptNavigations: "The pages' scripts sent each other on more often than is followed."
        case .tooManyRefreshes: "The pages refresh each other more often than is followed."
        case .refreshLater: "The document asks for a refresh later than is waited for."
        case .refreshInFrame: "A frame's document asks for a refresh, which only the page itself is given."
        case .refreshUnsupported: "The document asks for a refresh to what is no http or https URL."
        case .pageScriptsSkipped: "The page's own scripts did not run."
        case .pageWithoutScripts: "The page has no script at all; the model's guard stood in for one."
        case .contentScriptsOff: "The page's own scripts did not run, because the app has switched them off."
        case .errorPage: "The server answered with a status of 400 or above, and the page is its error page."
        case .redirectWithoutLocation: "The status says that the page is elsewhere, and no Location says where."
        case .addressOfOtherOrigin: "A document can take an address of its own origin only."
        case .frameInItself: "The frame would show one of the pages around it again."
        case .frameRefused: "The document's frame-ancestors or X-Frame-Options keep it out of this frame."
        case .userScriptsSkipped: "User scripts did not run, because the document is not app-bound."
        case .messageHandlersUnavailable: "Pages find no message handlers, because the document is not app-bound."
        case .appBoundDomainsIgnored: "Entries of WKAppBoundDomains were ignored: no hosts, or after the tenth."
        }
    }

    public var fix: String {
        switch self {
        case .timedOut: "Raise the request's timeoutInterval, or find out what the server waits for."
        case .couldNotConnect: "Start the server, or check the port."
        case .hostNotFound: "Check the host's spelling; names under .localhost always work."
        case .tlsFailed: "Trust the server's certificate authority, and use a name that the certificate has."
        case .connectionLost:
            "Look into the server's log; one that speaks TLS ends plain http like this: ask with https."
        case .badResponse: "Check that the port speaks HTTP, and whether it wants https."
        case .responseTooLarge: "Raise the transport's limits."
        case .invalidRequest: "Remove control characters from headers and use a plain method."
        case .cancelled, .superseded, .notHTML, .inFrame: ""
        case .cancelledByDelegate, .responseCancelledByDelegate: "Let the delegate's decidePolicy allow it."
        case .tooManyRedirects: "Find the two pages that send the load to each other."
        case .badRedirect: "Send an absolute URL or an absolute path, percent-encoded."
        case .unsupportedScheme: "Let the app open such URLs itself."
        case .noContent: "Answer with a document, or with a redirect."
        case .cannotShow: "Answer with text/html."
        case .notCached: "Use another cache policy."
        case .nothingToReload: "Load a page first."
        case .failed: "Read the cause."
        case .appBoundDomain: "List the domain under WKAppBoundDomains, or open it outside the view."
        case .documentTruncated: "Send a smaller document."
        case .tooManyFrames, .framesTooDeep: "Use fewer frames."
        case .tooManyScriptNavigations: "Find the scripts that navigate on every page."
        case .tooManyRefreshes: "Find the pages whose meta refresh leads back to them."
        case .refreshLater: "Allow more time."
        case .refreshInFrame: "Load the frame's URL as a page."
        case .refreshUnsupported: "Name an http or https URL in the refresh."
        case .pageScriptsSkipped:
            "Give what they do to the cookies as a user script, or run them in a real engine: --engine webkitgtk."
        case .pageWithoutScripts:
            "Name your built page under `web:`, or see what a browser makes of this one: --engine webkitgtk."
        case .contentScriptsOff: "Leave allowsContentJavaScript on for pages that sign in by a script."
        case .errorPage: "Check the address, and look into the server's log."
        case .redirectWithoutLocation: "Send Location with the redirect, or a status of 200."
        case .addressOfOtherOrigin: "Push a path, or open the page."
        case .frameInItself: "Let the frame show another page."
        case .frameRefused: "Name the page's origin in frame-ancestors, or send neither header."
        case .userScriptsSkipped, .messageHandlersUnavailable:
            "Set limitsNavigationsToAppBoundDomains in views that show listed domains."
        case .appBoundDomainsIgnored: "List ten hosts at most, without scheme and path."
        }
    }

    public var devToolsName: String? {
        switch self {
        case .timedOut: "net::ERR_TIMED_OUT"
        case .couldNotConnect: "net::ERR_CONNECTION_REFUSED"
        case .hostNotFound: "net::ERR_NAME_NOT_RESOLVED"
        case .connectionLost: "net::ERR_CONNECTION_CLOSED"
        case .cancelled, .superseded: "net::ERR_ABORTED"
        case .tooManyRedirects: "net::ERR_TOO_MANY_REDIRECTS"
        case .notCached: "net::ERR_CACHE_MISS"
        case .frameRefused: "net::ERR_BLOCKED_BY_RESPONSE"
        default: nil
        }
    }
}

/// A navigation's end without a document: why, and in which words.
public struct NavigationFailure: Error, Hashable, Sendable, CustomStringConvertible {
    public let reason: NavigationReason
    /// The reason of the layer below, where it has one.
    public let detail: ReasonCode?
    /// One clause with the values of this load; may be empty.
    public let cause: String

    init(_ reason: NavigationReason, detail: ReasonCode? = nil, cause: String = "") {
        (self.reason, self.detail, self.cause) = (reason, detail, cause)
    }

    init(_ failure: TransportFailure) {
        let reason: NavigationReason =
            switch failure.code {
            case .couldNotConnect: .couldNotConnect
            case .hostNotFound: .hostNotFound
            case .tlsUntrusted, .tlsHostMismatch, .tlsFailed, .certificateWanted: .tlsFailed
            case .timedOut: .timedOut
            case .connectionLost, .shutDown: .connectionLost
            case .malformedResponse: .badResponse
            case .tooLarge: .responseTooLarge
            case .cancelled: .cancelled
            case .unsupportedScheme: .unsupportedScheme
            case .invalidMethod, .invalidHeader: .invalidRequest
            case .other: .failed
            }
        self.init(reason, detail: failure.code.code, cause: failure.cause)
    }

    init(_ reason: LoadReason) {
        let mapped: NavigationReason =
            switch reason {
            case .tooManyRedirects: .tooManyRedirects
            case .badLocation: .badRedirect
            case .unsupportedRedirect: .unsupportedScheme
            default: .failed
            }
        self.init(mapped, detail: reason.code)
    }

    /// From the most general to the most particular.
    public var reasons: [ReasonCode] { [reason.code] + (detail.map { [$0] } ?? []) }

    public var description: String { cause.isEmpty ? reason.rawValue : "\(reason.rawValue): \(cause)" }
}
