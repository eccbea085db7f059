public import BridgePrimitives

/// What happened on the way through redirects: why a load failed, or what is worth a note though it went on.
public enum LoadReason: String, Reason {
    case tooManyRedirects = "load/too-many-redirects"
    case badLocation = "load/bad-location"
    case unsupportedRedirect = "load/unsupported-redirect"
    case redirectLoop = "load/redirect-loop"
    case insecureRedirect = "load/insecure-redirect"
    case methodChanged = "load/method-changed"
    case authorizationDropped = "load/authorization-dropped"
    case userInformationDropped = "load/user-information-dropped"
    case manualCookieDropped = "load/manual-cookie-dropped"
    case manualCookieLeaked = "load/manual-cookie-leaked"

    public var meaning: String {
        switch self {
        case .tooManyRedirects: "The load was redirected more often than browsers allow."
        case .badLocation: "The Location header of a redirect is no valid URL."
        case .unsupportedRedirect: "A redirect led to a scheme that is neither http nor https."
        case .redirectLoop: "The same request, with the same cookies, was made before in this load."
        case .insecureRedirect: "A redirect led from https to http."
        case .methodChanged: "A redirect turned the request into a GET without a body."
        case .authorizationDropped: "A redirect to another origin took the Authorization header away."
        case .userInformationDropped:
            "A redirect's Location has a user name or a password, which engines keep for a server that asks for them."
        case .manualCookieDropped: "A Cookie header set by hand was taken out of the request."
        case .manualCookieLeaked: "A Cookie header set by hand went to another host after a redirect."
        }
    }

    public var fix: String {
        switch self {
        case .tooManyRedirects: "Find the page that redirects to itself, or the pages that do to each other."
        case .badLocation: "Send an absolute URL or an absolute path, percent-encoded."
        case .unsupportedRedirect: "Let the app handle that scheme, or redirect to https."
        case .redirectLoop: "Check that the cookie set by one page is sent to the other."
        case .insecureRedirect: "Redirect to https."
        case .methodChanged: "Answer 307 or 308 to keep method and body."
        case .authorizationDropped: "Sign in at the new origin with a credential of its own."
        case .userInformationDropped: "Leave it out of Location: whoever reads logs and history reads it too."
        case .manualCookieDropped: "Put the cookie into the web view's cookie store."
        case .manualCookieLeaked: "Put the cookie into the web view's cookie store, which knows its domain."
        }
    }
}
