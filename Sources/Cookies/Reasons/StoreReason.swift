public import BridgePrimitives

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

    /// Whether the cookie was altered or remarked upon, not refused.
    public var isNote: Bool { rawValue.utf8.starts(with: "note/".utf8) }

    public var meaning: String {
        switch self {
        case .empty: "The cookie has neither a name nor a value."
        case .controlCharacter: "A control character stands in the text."
        case .pairTooLarge: "Name and value together are longer than the limit."
        case .syntax: "This engine's parser does not take such a cookie."
        case .schemeNotSupported: "URLs of this scheme have no cookies."
        case .cookiesDisabled: "The store's cookie policy disallows all cookies."
        case .documentWithoutCookies: "The document has no cookies of its own."
        case .opaqueOrigin: "The document is sandboxed, so its script may not use cookies."
        case .credentialsOmitted: "The request was made without credentials, so its response stores no cookies."
        case .appBoundFiltered: "The domain is not among the app-bound domains."
        case .thirdPartyBlocked: "The site is a third party here, and third-party cookies are blocked."
        case .domainInvalid: "The Domain attribute is no domain that a cookie can have."
        case .domainPublicSuffix: "The Domain attribute is a public suffix."
        case .domainMismatch: "The Domain attribute does not cover the host that set the cookie."
        case .secureFromInsecure: "A Secure cookie came from an insecure URL."
        case .httpOnlyFromScript: "Script tried to set an HttpOnly cookie."
        case .wouldShadowSecure: "An insecure page tried to hide a Secure cookie of the same name."
        case .sameSiteContext: "A cross-site response or frame may not set a SameSite cookie."
        case .sameSiteNoneInsecure: "SameSite=None was given without Secure."
        case .prefixSecure: "The name starts with __Secure- but the cookie is not Secure."
        case .prefixHost: "The name starts with __Host- but the cookie is not Secure, host-only and of path /."
        case .prefixHTTP:
            "The name starts with __Http- or __Host-Http- but no HTTP response set it Secure and HttpOnly."
        case .prefixImpersonation: "A nameless cookie's value looks like a prefixed name."
        case .partitionedInsecure: "Partitioned was given without Secure."
        case .httpOnlyProtected: "An HttpOnly cookie of the same identity cannot be replaced this way."
        case .expiredOnArrival: "The cookie has already expired."
        case .nothingToDelete: "The jar holds no cookie of this identity."
        case .lifetimeCapped400d: "The lifetime was cut to the engine's longest."
        case .lifetimeCapped7d: "The lifetime of a cookie written by script was cut to seven days."
        case .lifetimeCapped24h: "The lifetime was cut to a day after a decorated link."
        case .cloakingCap: "The lifetime was cut because the responding host looks like a disguised third party."
        case .deletedAfterInactivity:
            "Script wrote the cookie to live longer than sites without interaction keep such cookies, seven days of use."
        case .sameSiteNoneLost: "SameSite=None of a native cookie was not kept; the cookie counts as one without it."
        case .attributeIgnored: "An attribute was too long or unusable and was skipped."
        case .textAltered: "The text was cut or decoded in a way that changed it."
        case .equalsAppended: "A script wrote a text without an equals sign; it became a name with an empty value."
        case .evictedOthers: "Older cookies were evicted to make room."
        case .tokenOnForeignOrigin: "A user script wrote the token on an origin it was not meant for."
        case .valueClobbered: "A user script replaced a newer value."
        }
    }

    public var fix: String {
        switch self {
        case .empty: "Give the cookie a name."
        case .controlCharacter: "Encode the value, for example as base64url."
        case .pairTooLarge: "Keep name and value within 4096 bytes."
        case .syntax: "Write name=value in plain ASCII."
        case .schemeNotSupported: "Serve the page over https."
        case .cookiesDisabled: "Allow cookies in the store's policy."
        case .documentWithoutCookies: "Load a page over https before using its cookies."
        case .opaqueOrigin: "Add allow-same-origin to the sandbox, or set the cookie from the server."
        case .credentialsOmitted: "Fetch with credentials set to include or same-origin."
        case .appBoundFiltered: "List the domain under WKAppBoundDomains."
        case .thirdPartyBlocked: "Set the cookie while its site is the main page, or ask for storage access."
        case .domainInvalid: "Write the domain in ASCII, or leave Domain out."
        case .domainPublicSuffix: "Use your own domain, or leave Domain out."
        case .domainMismatch: "Use the host or a domain above it, or leave Domain out."
        case .secureFromInsecure: "Use https, or leave Secure out on http."
        case .httpOnlyFromScript: "Let the server or native code set it."
        case .wouldShadowSecure: "Set the cookie over https."
        case .sameSiteContext: "Set it with SameSite=None; Secure, or from a top-level page."
        case .sameSiteNoneInsecure: "Add Secure."
        case .prefixSecure: "Add Secure, or change the name."
        case .prefixHost: "Add Secure and Path=/, leave Domain out, or change the name."
        case .prefixHTTP: "Let an HTTP response set it with Secure and HttpOnly, or change the name."
        case .prefixImpersonation: "Give the cookie a name."
        case .partitionedInsecure: "Add Secure."
        case .httpOnlyProtected: "Set an HttpOnly cookie instead, or delete the stored one first."
        case .expiredOnArrival: "Set a later expiry if it should be stored."
        case .nothingToDelete: "Give the same name, domain and path as when it was set."
        case .attributeIgnored: "Check the attribute's spelling and length."
        case .textAltered: "Use plain ASCII."
        case .equalsAppended: "Write name=value."
        case .lifetimeCapped7d, .lifetimeCapped24h, .deletedAfterInactivity: "Let the server or native code set it."
        case .sameSiteNoneLost: "Let a response set the cookie."
        case .cloakingCap: "Serve the cookie from the page's own host."
        case .tokenOnForeignOrigin: "Guard the script with the page's origin."
        case .valueClobbered: "Write the cookie only when it is missing."
        case .lifetimeCapped400d, .evictedOthers: ""
        }
    }

    public var devToolsName: String? {
        switch self {
        case .empty: "NoCookieContent"
        case .controlCharacter: "DisallowedCharacter"
        case .pairTooLarge: "NameValuePairExceedsMaxSize"
        case .syntax: "SyntaxError"
        case .schemeNotSupported: "SchemeNotSupported"
        case .cookiesDisabled, .thirdPartyBlocked: "UserPreferences"
        case .domainInvalid, .domainPublicSuffix, .domainMismatch: "InvalidDomain"
        case .secureFromInsecure: "SecureOnly"
        case .wouldShadowSecure: "OverwriteSecure"
        case .sameSiteContext: "SameSiteLax"
        case .sameSiteNoneInsecure: "SameSiteNoneInsecure"
        case .prefixSecure, .prefixHost, .prefixHTTP, .prefixImpersonation: "InvalidPrefix"
        case .documentWithoutCookies, .opaqueOrigin, .credentialsOmitted, .appBoundFiltered,
            .httpOnlyFromScript, .partitionedInsecure, .httpOnlyProtected, .expiredOnArrival,
            .nothingToDelete, .lifetimeCapped400d, .lifetimeCapped7d, .lifetimeCapped24h, .cloakingCap,
            .deletedAfterInactivity, .sameSiteNoneLost, .attributeIgnored, .textAltered, .equalsAppended,
            .evictedOthers, .tokenOnForeignOrigin, .valueClobbered:
            nil
        }
    }
}
