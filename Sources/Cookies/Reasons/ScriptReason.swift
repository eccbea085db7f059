public import BridgePrimitives

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

    public var meaning: String {
        switch self {
        case .otherHost: "The cookie belongs to another host."
        case .hostOnly: "The cookie is for exactly one host, and this is a subdomain of it."
        case .path: "The cookie's path does not cover the document's."
        case .secure: "A Secure cookie is not shown to an insecure page."
        case .httpOnly: "HttpOnly cookies are never shown to script."
        case .sameSite: "The frame is cross-site, so its script does not see SameSite cookies."
        case .thirdPartyBlocked: "The frame is a third party here, and third-party cookies are blocked."
        case .partitionMismatch: "The cookie belongs to another top-level site's partition."
        case .nameless: "This engine never shows cookies without a name."
        case .expired: "The cookie has expired or is gone otherwise."
        case .schemeNotSupported: "Documents of this scheme have no cookies."
        case .opaqueOrigin: "The document is sandboxed, so reading throws a SecurityError."
        case .documentWithoutCookies: "The document has no cookies of its own."
        case .phantom: "The page sees its own write although the jar refused it."
        case .staleCopy: "The page still sees a copy from before the cookie became HttpOnly."
        }
    }

    public var fix: String {
        switch self {
        case .otherHost, .hostOnly: "Set the cookie for this host or for a common Domain."
        case .path: "Set it with Path=/."
        case .secure: "Serve the page over https."
        case .httpOnly: "Read it on the server, or set it without HttpOnly if script must see it."
        case .sameSite: "Use SameSite=None; Secure."
        case .thirdPartyBlocked: "Ask for storage access."
        case .partitionMismatch: "Set it again under this top-level site."
        case .nameless: "Give the cookie a name."
        case .expired: "Set it again."
        case .schemeNotSupported, .documentWithoutCookies: "Load the page over https."
        case .opaqueOrigin: "Add allow-same-origin to the sandbox."
        case .phantom: "Ask the server, or native code, what the jar holds."
        case .staleCopy: "Load the page in a new web view."
        }
    }
}
