/// Why a cookie that was sent did not reach the backend.
public enum EdgeReason: String, Reason {
    case cookieNotForwarded = "edge/cookie-not-forwarded"
}
