import BridgePrimitives

/// The address that stands for a provider's answer where there is no provider: what is known of an account, in the query
/// as `accounts:signInWithIdp` reads it from `requestUri`.
enum EmulatedLink: Sendable {
    static func url(of identity: ProviderIdentity, origin: String) -> String {
        var items = [("providerId", identity.providerID), ("id_token", claims(of: identity))]
        if identity.providerID.hasPrefix("saml.") {
            let response: JSONValue = ["assertion": ["subject": ["nameId": .string(identity.email ?? identity.rawID)]]]
            items.append(("SAMLResponse", response.text()))
        }
        let query = items.map { "\($0.0)=\(PercentEncoding.encode($0.1))" }.joined(separator: "&")
        return "\(origin)/emulator/auth/handler?\(query)"
    }

    private static func claims(of identity: ProviderIdentity) -> String {
        var claims = JSONObject([("sub", .string(identity.rawID))])
        claims["email"] = identity.email.map { .string($0) }
        if identity.email != nil { claims["email_verified"] = true }
        claims["name"] = identity.displayName.map { .string($0) }
        claims["screen_name"] = identity.screenName.map { .string($0) }
        claims["picture"] = identity.photoURL.map { .string($0) }
        return JSONValue.object(claims).text()
    }
}
