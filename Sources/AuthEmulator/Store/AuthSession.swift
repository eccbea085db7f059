import BridgePrimitives

/// One sign-in that a refresh token prolongs: what the ID tokens of this session keep saying.
struct AuthSession: Hashable, Sendable {
    /// Names the session inside its refresh token.
    let id: String
    let localID: String
    /// When the user signed in: stays with all ID tokens of the session.
    let authTime: Instant
    /// `password`, `custom`, `anonymous` …
    let provider: String
    /// Developer claims of the custom token.
    let claims: JSONObject
    /// Whether the account was deleted: the token then says so instead of being unknown.
    var isOrphaned = false
}
