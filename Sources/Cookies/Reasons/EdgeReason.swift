public import BridgePrimitives

/// Why a cookie that was sent did not reach the backend.
public enum EdgeReason: String, Reason {
    case cookieNotForwarded = "edge/cookie-not-forwarded"

    public var meaning: String { "The server in front of the backend passes only cookies of certain names on." }

    public var fix: String { "Name the cookie __session behind Firebase Hosting, or call the backend directly." }
}
