public import BridgePrimitives

/// What a custom token says: that a service account vouches for a uid, for at most an hour.
public struct CustomTokenClaims: Hashable, Sendable {
    /// The audience of every custom token.
    public static let audience =
        "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"
    /// Issuer and subject of what Admin SDKs mint, unsigned, while `FIREBASE_AUTH_EMULATOR_HOST` is set.
    public static let emulatorIssuer = "firebase-auth-emulator@example.com"
    /// The longest time that production takes.
    public static let longestLifetime = Duration.seconds(3600)
    /// The longest uid, in UTF-16 code units.
    public static let uidLimit = 128

    public let serviceAccount: String
    public let uid: String
    public let issuedAt: Instant
    public let lifetime: Duration
    /// Claims for the ID tokens of the session; left out of the token when nil.
    public let developerClaims: JSONObject?
    public let tenantID: String?

    /// - Parameters:
    ///   - serviceAccount: the account's address: issuer and subject of the token.
    ///   - uid: 1 to 128 UTF-16 code units.
    ///   - lifetime: whole seconds, more than none and at most an hour.
    ///   - developerClaims: without the names of ``ReservedClaims``.
    /// - Throws: `noUID`, `uidTooLong`, `reservedClaim` or `lifetimeTooLong`, as the Admin SDKs refuse to mint.
    public init(
        serviceAccount: String, uid: String, issuedAt: Instant, lifetime: Duration = longestLifetime,
        developerClaims: JSONObject? = nil, tenantID: String? = nil
    ) throws(TokenReason) {
        guard !uid.isEmpty else { throw .noUID }
        guard uid.utf16.count <= Self.uidLimit else { throw .uidTooLong }
        guard lifetime <= Self.longestLifetime else { throw .lifetimeTooLong }
        if let developerClaims, !ReservedClaims.names(in: developerClaims).isEmpty { throw .reservedClaim }
        (self.serviceAccount, self.uid, self.issuedAt) = (serviceAccount, uid, issuedAt)
        (self.lifetime, self.developerClaims, self.tenantID) = (lifetime, developerClaims, tenantID)
    }

    /// The payload: `aud`, `iss`, `sub`, `iat`, `exp`, `uid`, then `claims` and `tenant_id` where there are any.
    public var payload: JSONObject {
        let issued = issuedAt.secondsSinceEpoch
        var payload = JSONObject([
            ("aud", .string(Self.audience)), ("iss", .string(serviceAccount)), ("sub", .string(serviceAccount)),
            ("iat", .integer(issued)),
            ("exp", .integer((Instant(secondsSinceEpoch: issued) + lifetime).secondsSinceEpoch)),
            ("uid", .string(uid)),
        ])
        payload["claims"] = developerClaims.map { .object($0) }
        payload["tenant_id"] = tenantID.map { .string($0) }
        return payload
    }
}
