import BridgePrimitives
import Tokens

/// How somebody signed in: what all ID tokens of the session say about it.
struct SignInMethod: Hashable, Sendable {
    /// `password`, `custom`, `anonymous` …
    let provider: String
    /// Developer claims of a custom token.
    var claims = JSONObject()
    var secondFactor: IDTokenClaims.SecondFactor?
    /// What a SAML or OIDC provider said.
    var attributes: JSONValue?

    init(
        _ provider: String, claims: JSONObject = JSONObject(), secondFactor: IDTokenClaims.SecondFactor? = nil,
        attributes: JSONValue? = nil
    ) {
        (self.provider, self.claims) = (provider, claims)
        (self.secondFactor, self.attributes) = (secondFactor, attributes)
    }
}

/// One sign-in that a refresh token prolongs.
struct AuthSession: Hashable, Sendable {
    /// Names the session inside its refresh token.
    let id: String
    /// The tenant's id; empty for the project.
    var tenant = ""
    let localID: String
    /// When the user signed in: stays with all ID tokens of the session.
    let authTime: Instant
    let method: SignInMethod
    /// Whether the account was deleted: the token then says so instead of being unknown.
    var isOrphaned = false
}
