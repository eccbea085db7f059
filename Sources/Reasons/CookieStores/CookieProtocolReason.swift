/// Why a line of the cookie protocol cannot be obeyed.
public enum CookieProtocolReason: String, FailureReason {
    case notJSON = "cookies/not-json"
    case badMember = "cookies/bad-member"
    case badURL = "cookies/bad-url"
    case unknownProfile = "cookies/unknown-profile"
    case unknownOp = "cookies/unknown-op"
}
