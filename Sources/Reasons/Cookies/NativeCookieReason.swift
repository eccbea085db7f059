public enum NativeCookieReason: String, Reason {
    case missingName = "native/missing-name"
    case missingValue = "native/missing-value"
    case missingPath = "native/missing-path"
    case missingDomain = "native/missing-domain"
    case invalidDomain = "native/invalid-domain"
    case sameSiteNone = "native/same-site-none"
}
