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
}
