public import BridgePrimitives

/// Why a request went without a cookie.
///
/// The jar gives all but those marked *elsewhere*, which web views and loaders give.
public enum SendReason: String, Reason {
    case otherHost = "send/other-host"
    case hostOnly = "send/host-only"
    case path = "send/path"
    case secure = "send/secure"
    case sameSiteStrict = "send/same-site-strict"
    case sameSiteLax = "send/same-site-lax"
    case sameSiteDefault = "send/same-site-default"
    case sameSiteTaintedByRedirect = "send/same-site-tainted-by-redirect"
    case thirdPartyBlocked = "send/third-party-blocked"
    case partitionMismatch = "send/partition-mismatch"
    case schemeNotSupported = "send/scheme-not-supported"
    case nameless = "send/nameless"
    case expired = "send/expired"
    case sessionEnded = "send/session-ended"
    case evicted = "send/evicted"
    case deletedByInactivity = "send/deleted-by-inactivity"
    case clearedBySite = "send/cleared-by-site"
    /// Elsewhere.
    case otherStore = "send/other-store"
    /// Elsewhere.
    case notCommittedYet = "send/not-committed-yet"
    /// Elsewhere.
    case lostBeforeFlush = "send/lost-before-flush"
    /// Elsewhere.
    case manualHeaderWins = "send/manual-header-wins"
    /// Elsewhere.
    case manualHeaderDropped = "send/manual-header-dropped"
    /// Elsewhere.
    case credentialsOmitted = "send/credentials-omitted"
    /// Elsewhere.
    case setAfterRequest = "send/set-after-request"
    /// Nothing is withheld: which one counts is for whoever reads the header.
    case severalOfOneName = "send/several-of-one-name"

    public var meaning: String {
        switch self {
        case .otherHost: "The cookie belongs to another host."
        case .hostOnly: "The cookie is for exactly one host, and a subdomain was asked."
        case .path: "The cookie's path does not cover the request's."
        case .secure: "A Secure cookie is not sent to an insecure URL."
        case .sameSiteStrict: "SameSite=Strict: the request was started by another site."
        case .sameSiteLax: "SameSite=Lax: the request is cross-site and no safe top-level navigation."
        case .sameSiteDefault: "No SameSite was given, so the cookie counts as Lax in this cross-site request."
        case .sameSiteTaintedByRedirect:
            "A redirect made the rest of the chain cross-site: through another site, or in WebKitGTK between schemes."
        case .thirdPartyBlocked: "The site is a third party here, and third-party cookies are blocked."
        case .partitionMismatch: "The cookie belongs to another top-level site's partition."
        case .schemeNotSupported: "URLs of this scheme get no cookies."
        case .nameless: "This engine never sends cookies without a name."
        case .expired: "The cookie has expired."
        case .sessionEnded: "The cookie had no expiry and ended with the app's process."
        case .evicted: "The cookie was evicted to make room."
        case .deletedByInactivity: "Cookies written by script were deleted because nobody had used the site."
        case .clearedBySite: "A response of the site had all its cookies deleted with Clear-Site-Data."
        case .otherStore: "The cookie exists only in another store."
        case .notCommittedYet: "The write had not reached the store when the request was made."
        case .lostBeforeFlush: "The network process ended before the cookie was on disk."
        case .manualHeaderWins: "A Cookie header set by hand took the place of the jar's."
        case .manualHeaderDropped: "The engine drops Cookie headers that are set by hand."
        case .credentialsOmitted: "The request was made without credentials."
        case .setAfterRequest: "The script that writes the cookie runs only after this request's response."
        case .severalOfOneName: "The request carries several cookies of one name, for other domains or paths."
        }
    }

    public var fix: String {
        switch self {
        case .otherHost: "Set the cookie for the host that is asked, or for a common Domain."
        case .hostOnly: "Set it with a Domain, or natively with a leading dot."
        case .path: "Set it with Path=/."
        case .secure: "Use https."
        case .sameSiteStrict: "Use SameSite=Lax for a cookie that must arrive from other sites."
        case .sameSiteLax, .sameSiteDefault: "Use SameSite=None; Secure, or navigate with GET."
        case .sameSiteTaintedByRedirect: "Land on a page of your own site and scheme first, or use SameSite=Lax."
        case .thirdPartyBlocked: "Put page and service on one site, or ask for storage access."
        case .partitionMismatch: "Set it again under this top-level site."
        case .schemeNotSupported: "Use https."
        case .nameless: "Give the cookie a name."
        case .expired: "Set it again with a later expiry."
        case .sessionEnded: "Give it an expiry, or set it again at each launch."
        case .evicted: "Use fewer cookies."
        case .deletedByInactivity: "Let the server or native code set it."
        case .clearedBySite: "Hand the cookie over after that response, or leave \"cookies\" out of Clear-Site-Data."
        case .otherStore: "Put it into the web view's own cookie store."
        case .notCommittedYet: "Await the write before loading."
        case .lostBeforeFlush: "Set it again after a restart."
        case .manualHeaderWins, .manualHeaderDropped: "Set the cookie in the store instead of the header."
        case .credentialsOmitted: "Fetch with credentials set to include."
        case .setAfterRequest: "Set it natively before the load."
        case .severalOfOneName: "Set and delete the cookie with one spelling of Domain and Path everywhere."
        }
    }

    public var devToolsName: String? {
        switch self {
        case .otherHost, .hostOnly: "DomainMismatch"
        case .path: "NotOnPath"
        case .secure: "SecureOnly"
        case .sameSiteStrict: "SameSiteStrict"
        case .sameSiteLax: "SameSiteLax"
        case .sameSiteDefault: "SameSiteUnspecifiedTreatedAsLax"
        case .thirdPartyBlocked: "UserPreferences"
        case .sameSiteTaintedByRedirect, .partitionMismatch, .schemeNotSupported, .nameless, .expired,
            .sessionEnded, .evicted, .deletedByInactivity, .clearedBySite, .otherStore, .notCommittedYet,
            .lostBeforeFlush, .manualHeaderWins, .manualHeaderDropped, .credentialsOmitted, .setAfterRequest,
            .severalOfOneName:
            nil
        }
    }
}
