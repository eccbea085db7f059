public import BridgePrimitives

/// Makes tokens in compact form (RFC 7515 §3.1), byte for byte the same for the same claims and key.
public enum TokenMint: Sendable {
    /// - Parameter key: nil for an unsigned token, `alg` none with an empty third part, as the emulator makes them.
    /// - Throws: `token/signing-failed`, which no claims cause.
    /// - Complexity: one RSA private operation.
    public static func idToken(_ claims: IDTokenClaims, key: SigningKey?) throws(BridgeFailure) -> String {
        try token(claims.payload, header: key?.headerSegment, key: key)
    }

    /// An ID token with any claims, for what nobody should believe or somebody should not post.
    ///
    /// - Parameter key: nil for an unsigned one.
    /// - Throws: `token/signing-failed`, which no claims cause.
    /// - Complexity: one RSA private operation.
    package static func idToken(claims: JSONObject, key: SigningKey?) throws(BridgeFailure) -> String {
        try token(claims, header: key?.headerSegment, key: key)
    }

    /// - Parameter key: the service account's; nil for an unsigned token. The header names no key, as the Admin SDKs'.
    /// - Throws: `token/signing-failed`, which no claims cause.
    /// - Complexity: one RSA private operation.
    public static func customToken(_ claims: CustomTokenClaims, key: SigningKey?) throws(BridgeFailure) -> String {
        try token(claims.payload, header: SigningKey.anonymousHeaderSegment, key: key)
    }

    /// A custom token with any claims.
    ///
    /// - Parameter key: nil for an unsigned one.
    /// - Throws: `token/signing-failed`, which no claims cause.
    /// - Complexity: one RSA private operation.
    package static func customToken(claims: JSONObject, key: SigningKey?) throws(BridgeFailure) -> String {
        try token(claims, header: SigningKey.anonymousHeaderSegment, key: key)
    }

    /// An auth session cookie: an ID token's claims under the cookies' issuer, with times of its own; `auth_time` stays.
    ///
    /// - Parameters:
    ///   - idTokenClaims: of an ID token that was verified.
    ///   - lifetime: whole seconds; production takes five minutes to two weeks.
    ///   - key: nil for an unsigned one.
    /// - Throws: `token/signing-failed`, which no claims cause.
    /// - Complexity: one RSA private operation.
    public static func sessionCookie(
        for idTokenClaims: JSONObject, projectID: String, issuedAt: Instant, lifetime: Duration, key: SigningKey?
    ) throws(BridgeFailure) -> String {
        var payload = idTokenClaims
        let issued = issuedAt.secondsSinceEpoch
        payload["iss"] = .string(sessionCookieIssuerPrefix + projectID)
        payload["iat"] = .integer(issued)
        payload["exp"] = .integer((Instant(secondsSinceEpoch: issued) + lifetime).secondsSinceEpoch)
        return try token(payload, header: key?.headerSegment, key: key)
    }

    /// A token of Google's own for a service account: who it is, to whom it wants to prove it.
    ///
    /// - Parameter audience: what the account asked for under `target_audience`.
    /// - Throws: `token/signing-failed`, which no claims cause.
    /// - Complexity: one RSA private operation.
    public static func accountToken(
        of account: ServiceAccount, audience: String, issuedAt: Instant, key: SigningKey
    ) throws(BridgeFailure) -> String {
        let issued = issuedAt.secondsSinceEpoch
        let payload = JSONObject([
            ("aud", .string(audience)), ("azp", .string(account.email)), ("email", .string(account.email)),
            ("email_verified", true), ("exp", .integer(issued + 3600)), ("iat", .integer(issued)),
            ("iss", "https://accounts.google.com"), ("sub", .string(account.clientID)),
        ])
        return try token(payload, header: key.headerSegment, key: key)
    }

    static let sessionCookieIssuerPrefix = "https://session.firebase.google.com/"
    private static let unsignedHeaderSegment = Base64URL.encode(Array(#"{"alg":"none","typ":"JWT"}"#.utf8))

    private static func token(
        _ payload: JSONObject, header: String?, key: SigningKey?
    ) throws(BridgeFailure) -> String {
        let body = Base64URL.encode(JSONValue.object(payload).bytes())
        guard let key, let header else { return "\(unsignedHeaderSegment).\(body)." }
        let signingInput = "\(header).\(body)"
        return "\(signingInput).\(Base64URL.encode(try key.signature(for: Array(signingInput.utf8))))"
    }
}
