/// What a recording shows that no rule of a cookie jar explains.
public enum CaptureFindingReason: String, Reason {
    case cookiesLeftOut = "har/cookies-left-out"
    case cookieMissing = "har/cookie-missing"
    case cookieUnexplained = "har/cookie-unexplained"
    case cookieFromElsewhere = "har/cookie-from-elsewhere"
    case cookieNeverSeen = "har/cookie-never-seen"
    case tokenUnfit = "har/token-unfit"
    case signInRefused = "har/sign-in-refused"
    case asModelled = "har/as-modelled"
}
