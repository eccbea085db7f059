import BridgePrimitives

/// The tokens of one sign-in.
struct SessionTokens: Sendable {
    var idToken: Secret<String>
    var refreshToken: Secret<String>
    /// By the client's clock at receipt; nil when the reply did not say, and then the token is used only once.
    var expiry: Instant?
}

extension SessionTokens {
    /// Reads `idToken`, `refreshToken` and `expiresIn` of a sign-in; nil when a token is missing.
    ///
    /// A number instead of a string in `expiresIn` leaves the expiry unknown, as in the iOS SDK.
    init?(signIn reply: JSONObject, now: Instant) {
        guard let idToken = reply["idToken"]?.stringValue, !idToken.isEmpty,
            let refreshToken = reply["refreshToken"]?.stringValue, !refreshToken.isEmpty
        else { return nil }
        (self.idToken, self.refreshToken) = (Secret(idToken), Secret(refreshToken))
        expiry = Self.expiry(reply["expiresIn"], now: now)
    }

    /// Takes over a reply of the token endpoint. Returns whether it brought a token.
    mutating func adopt(refresh reply: JSONObject, now: Instant) -> Bool {
        guard let token = reply["access_token"]?.stringValue, !token.isEmpty else { return false }
        // The same token again is no younger for having been sent twice.
        if token != idToken.reveal() {
            (idToken, expiry) = (Secret(token), Self.expiry(reply["expires_in"], now: now))
        }
        if let next = reply["refresh_token"]?.stringValue, !next.isEmpty { refreshToken = Secret(next) }
        return true
    }

    /// Whether the token may be used again: more than `margin` remains by the reply's own count.
    func isFresh(at now: Instant, margin: Duration) -> Bool { expiry.map { $0 - now > margin } ?? false }

    private static func expiry(_ lifetime: JSONValue?, now: Instant) -> Instant? {
        // A century is more than any server means; beyond it the arithmetic need not go.
        lifetime?.stringValue.flatMap { Int64($0) }.map { now + .seconds(min(max($0, 0), 3_155_760_000)) }
    }
}
