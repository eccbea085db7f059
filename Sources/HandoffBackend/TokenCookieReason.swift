public import BridgePrimitives

/// Why a cookie cannot carry the token.
public enum TokenCookieReason: String, FailureReason {
    case badCookie = "backend/bad-cookie"

    public var kind: BridgeFailure.Kind { .usage }

    public var meaning: String {
        "The name or an attribute of the cookie has characters that no Set-Cookie line may have."
    }
    public var fix: String { "Use letters, digits, - and _, as in customtoken." }
}
