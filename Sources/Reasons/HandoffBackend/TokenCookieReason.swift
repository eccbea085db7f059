/// Why a cookie cannot carry the token.
public enum TokenCookieReason: String, FailureReason {
    case badCookie = "backend/bad-cookie"
}
