/// Why `document.cookie` lacks a cookie, or shows one that it should not.
public enum ScriptReason: String, Reason {
    case otherHost = "script/other-host"
    case hostOnly = "script/host-only"
    case path = "script/path"
    case secure = "script/secure"
    case httpOnly = "script/http-only"
    case sameSite = "script/same-site"
    case thirdPartyBlocked = "script/third-party-blocked"
    case partitionMismatch = "script/partition-mismatch"
    case nameless = "script/nameless"
    case expired = "script/expired"
    case schemeNotSupported = "script/scheme-not-supported"
    /// Given by web views.
    case opaqueOrigin = "script/opaque-origin"
    /// Given by web views.
    case documentWithoutCookies = "script/document-without-cookies"
    /// Given by web views.
    case phantom = "script/phantom"
    /// Given by web views.
    case staleCopy = "script/stale-copy"
}
