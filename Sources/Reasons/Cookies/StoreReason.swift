/// Why a cookie was not stored (`store/…`), or what was changed as it was (`note/…`).
///
/// The jar gives all but those marked *elsewhere*, which web views and loaders give.
public enum StoreReason: String, Reason {
    case empty = "store/empty"
    case controlCharacter = "store/control-character"
    case pairTooLarge = "store/pair-too-large"
    case syntax = "store/syntax"
    case schemeNotSupported = "store/scheme-not-supported"
    /// Elsewhere.
    case cookiesDisabled = "store/cookies-disabled"
    /// Elsewhere.
    case documentWithoutCookies = "store/document-without-cookies"
    /// Elsewhere.
    case opaqueOrigin = "store/opaque-origin"
    /// Elsewhere.
    case credentialsOmitted = "store/credentials-omitted"
    /// Elsewhere.
    case appBoundFiltered = "store/app-bound-filtered"
    case thirdPartyBlocked = "store/third-party-blocked"
    case domainInvalid = "store/domain-invalid"
    case domainPublicSuffix = "store/domain-public-suffix"
    case domainMismatch = "store/domain-mismatch"
    case secureFromInsecure = "store/secure-from-insecure"
    case httpOnlyFromScript = "store/http-only-from-script"
    case wouldShadowSecure = "store/would-shadow-secure"
    case sameSiteContext = "store/same-site-context"
    case sameSiteNoneInsecure = "store/same-site-none-insecure"
    case prefixSecure = "store/prefix-secure"
    case prefixHost = "store/prefix-host"
    case prefixHTTP = "store/prefix-http"
    case prefixImpersonation = "store/prefix-impersonation"
    case partitionedInsecure = "store/partitioned-insecure"
    case httpOnlyProtected = "store/http-only-protected"
    case expiredOnArrival = "store/expired-on-arrival"
    case nothingToDelete = "store/nothing-to-delete"

    case lifetimeCapped400d = "note/lifetime-capped-400d"
    case lifetimeCapped7d = "note/lifetime-capped-7d"
    case lifetimeCapped24h = "note/lifetime-capped-24h"
    case cloakingCap = "note/cloaking-cap"
    case deletedAfterInactivity = "note/deleted-after-inactivity"
    case sameSiteNoneLost = "note/same-site-none-lost"
    case attributeIgnored = "note/attribute-ignored"
    case textAltered = "note/text-altered"
    case equalsAppended = "note/equals-appended"
    case evictedOthers = "note/evicted-others"
    /// Elsewhere.
    case tokenOnForeignOrigin = "note/token-on-foreign-origin"
    /// Elsewhere.
    case valueClobbered = "note/value-clobbered"
}
