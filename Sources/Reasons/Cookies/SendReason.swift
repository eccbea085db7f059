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
}
