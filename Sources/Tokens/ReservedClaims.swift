public import BridgePrimitives

/// Names that neither an account's custom attributes nor a custom token's claims may use.
public enum ReservedClaims: Sendable {
    /// In the order in which Firebase's documentation lists them.
    public static let names = [
        "iss", "aud", "sub", "iat", "exp", "nbf", "jti", "nonce", "azp", "acr", "amr", "cnf", "auth_time", "firebase",
        "at_hash", "c_hash",
    ]
    private static let lookup = Set(names)

    /// The reserved names among `claims`, in their own order; names inside nested objects are free.
    public static func names(in claims: JSONObject) -> [String] {
        guard claims.names.contains(where: lookup.contains) else { return [] }
        return names.filter { claims[$0] != nil }
    }
}
