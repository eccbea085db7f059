import BridgePrimitives
import BridgeTrace
import Tokens

/// Tokens that are due: decided inside a transaction, signed after it.
struct TokenGrant: Sendable {
    let claims: IDTokenClaims
    let refreshToken: String
}

/// What a sign-in hands out.
struct IssuedTokens: Sendable {
    let idToken: String
    let refreshToken: String

    /// Adds `idToken`, `refreshToken` and `expiresIn`: a string, since iOS takes a number for "unknown".
    func write(to reply: inout JSONObject) {
        reply["idToken"] = .string(idToken)
        reply["refreshToken"] = .string(refreshToken)
        reply["expiresIn"] = .string(Self.lifetimeText)
    }

    static let lifetimeText = "3600"
}

extension AuthService {
    /// A new session: its refresh token and the claims of its first ID token.
    func grantSession(
        _ account: Account, provider: String, claims: JSONObject = JSONObject(), now: Instant,
        in transaction: AccountTransaction
    ) throws -> TokenGrant {
        guard isStrict else {
            let payload = EmulatorRefreshToken(
                localID: account.localID, provider: provider, claims: claims, projectID: projectID)
            return TokenGrant(
                claims: idTokenClaims(account, provider: provider, sessionClaims: claims, authTime: nil, now: now),
                refreshToken: payload.encoded)
        }
        var id = ids.alphanumeric(count: SessionToken.idLength)
        while try transaction.session(id: id) != nil { id = ids.alphanumeric(count: SessionToken.idLength) }
        let session = AuthSession(
            id: id, localID: account.localID, authTime: now, provider: provider, claims: claims)
        try transaction.insert(session)
        return TokenGrant(
            claims: idTokenClaims(account, provider: provider, sessionClaims: claims, authTime: now, now: now),
            refreshToken: SessionToken.text(for: session, key: keys.sessionKey))
    }

    /// - Parameter authTime: the session's; nil for the account's latest sign-in, which is what the emulator says.
    func idTokenClaims(
        _ account: Account, provider: String, sessionClaims: JSONObject, authTime: Instant?, now: Instant
    ) -> IDTokenClaims {
        let stored = account.customAttributes.flatMap { try? JSONValue(parsing: $0) }?.objectValue
        return IDTokenClaims(
            projectID: projectID, uid: account.localID,
            authTime: authTime ?? account.lastLoginAt ?? account.lastRefreshAt ?? now, issuedAt: now,
            signInProvider: provider, name: account.displayName, picture: account.photoURL, email: account.email,
            emailVerified: account.emailVerified, phoneNumber: account.phoneNumber, identities: identities(of: account),
            customAttributes: stored ?? JSONObject(), sessionClaims: sessionClaims)
    }

    /// `{"email":[…],"google.com":[…]}`: the address, then the raw ids of all providers but `password`.
    private func identities(of account: Account) -> JSONObject {
        var identities = JSONObject()
        if let email = account.email { identities["email"] = [.string(email)] }
        for identity in account.allIdentities where identity.providerID != "password" {
            identities[identity.providerID] = [.string(identity.rawID)]
        }
        return identities
    }

    /// - Complexity: one RSA signature, unless tokens are unsigned.
    func issue(_ grant: TokenGrant) throws -> IssuedTokens {
        let idToken = try TokenMint.idToken(grant.claims, key: tokenForm == .signed ? keys.current : nil)
        record(.issued, .idToken, idToken, uid: grant.claims.uid)
        record(.issued, .refreshToken, grant.refreshToken, uid: grant.claims.uid)
        return IssuedTokens(idToken: idToken, refreshToken: grant.refreshToken)
    }
}
