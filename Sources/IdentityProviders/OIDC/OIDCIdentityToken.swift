import BridgePrimitives
import Tokens

/// The claims of an identity token (OpenID Connect Core §2).
struct OIDCIdentityToken: Sendable {
    static let lifetime: Int64 = 3600

    let issuer: String
    let grant: OIDCSessions.Grant
    let account: OIDCAccount
    let issuedAt: Instant
    /// What the token vouches for besides the user: its halved hashes stand in it (§3.3.2.11).
    let code: String?
    let accessToken: String?

    var payload: JSONObject {
        let issued = issuedAt.secondsSinceEpoch
        var payload = JSONObject([
            ("iss", .string(issuer)), ("aud", .string(grant.clientID)), ("iat", .integer(issued)),
            ("exp", .integer(issued + Self.lifetime)), ("auth_time", .integer(grant.authTime.secondsSinceEpoch)),
        ])
        payload["nonce"] = grant.nonce.map { .string($0) }
        payload["c_hash"] = code.map { .string(SHA256Text.leftHalf(of: $0)) }
        payload["at_hash"] = accessToken.map { .string(SHA256Text.leftHalf(of: $0)) }
        for (name, value) in Self.profile(of: account, scopes: grant.scopes) { payload[name] = value }
        return payload
    }

    /// What the scopes allow to be told (§5.4).
    static func profile(of account: OIDCAccount, scopes: [String]) -> JSONObject {
        var claims = JSONObject([("sub", .string(account.id))])
        if scopes.contains("profile") {
            claims["name"] = .string(account.name)
            claims["picture"] = account.picture.map { .string($0) }
        }
        if scopes.contains("email") {
            claims["email"] = .string(account.email)
            claims["email_verified"] = .bool(account.isEmailVerified)
        }
        return claims
    }

    /// - Complexity: one RSA private operation.
    func signed(by key: SigningKey) throws(BridgeFailure) -> String {
        try TokenMint.idToken(claims: payload, key: key)
    }
}
