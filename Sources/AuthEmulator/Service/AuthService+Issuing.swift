import BridgePrimitives
import BridgeTrace
import Crypto
import Tokens

/// Tokens that are due: decided inside a transaction, signed after it.
struct TokenGrant: Sendable {
    let claims: IDTokenClaims
    let refreshToken: String
}

/// The outcome of a right first factor: tokens, or the second factor that is needed.
enum SignInGrant: Sendable {
    case tokens(TokenGrant)
    /// A second factor is asked for first.
    case challenge(pendingCredential: String, factors: [SecondFactor])
}

/// The tokens of a sign-in.
struct IssuedTokens: Sendable {
    let idToken: String
    let refreshToken: String
    /// Of the ID token.
    let lifetime: Duration

    /// Adds `idToken`, `refreshToken` and `expiresIn`: a string, since iOS takes a number for "unknown".
    func write(to reply: inout JSONObject, withExpiry: Bool = true) {
        reply["idToken"] = .string(idToken)
        reply["refreshToken"] = .string(refreshToken)
        if withExpiry { reply["expiresIn"] = .string(lifetimeText) }
    }

    /// Whole seconds as text.
    var lifetimeText: String { String(lifetime.components.seconds) }
}

extension AuthService {
    // MARK: - Granting

    /// The end of a first factor: tokens, or the question for a second one.
    ///
    /// The account's times are set here, and nothing else of it is stored.
    ///
    /// - Parameter linking: the ID token of whoever adds a first factor to an account. Such a user has signed in
    ///   already, with a second factor if there is one; clients take an answer without tokens for a broken one.
    func grantSignIn(
        _ account: inout Account, _ method: SignInMethod, linking presented: PresentedIDToken? = nil,
        _ settings: ScopeSettings, now: Instant, in transaction: AccountTransaction
    ) throws -> SignInGrant {
        var method = method
        if let presented {
            method.secondFactor = enforces(.sessionFactorKept) ? presented.secondFactor : nil
        } else if settings.asksForSecondFactor(of: account) {
            let credential = try pendingCredential(for: account, method, settings, now: now, in: transaction)
            return .challenge(pendingCredential: credential, factors: account.secondFactors ?? [])
        }
        (account.lastLoginAt, account.lastRefreshAt) = (now, now)
        return .tokens(try grantSession(account, method, in: settings.scope, now: now, in: transaction))
    }

    /// A new session: its refresh token and the claims of its first ID token.
    func grantSession(
        _ account: Account, _ method: SignInMethod, in scope: AuthScope, now: Instant,
        in transaction: AccountTransaction
    ) throws -> TokenGrant {
        guard enforces(.sessionsKept) else {
            let payload = EmulatorRefreshToken(
                localID: account.localID, method: method, projectID: projectID, tenantID: scope.tenantID)
            return TokenGrant(
                claims: idTokenClaims(account, method, in: scope, authTime: nil, now: now),
                refreshToken: payload.encoded)
        }
        var id = ids.alphanumeric(count: SessionToken.idLength)
        while try transaction.session(id: id) != nil { id = ids.alphanumeric(count: SessionToken.idLength) }
        let session = AuthSession(
            id: id, tenant: scope.column, localID: account.localID, authTime: now, method: method)
        try transaction.insert(session)
        return TokenGrant(
            claims: idTokenClaims(account, method, in: scope, authTime: now, now: now),
            refreshToken: SessionToken.text(for: session, key: keys.sessionKey))
    }

    /// - Parameter authTime: the session's; nil for the account's latest sign-in, which is what the emulator says.
    func idTokenClaims(
        _ account: Account, _ method: SignInMethod, in scope: AuthScope, authTime: Instant?, now: Instant
    ) -> IDTokenClaims {
        let stored = account.customAttributes.flatMap { try? JSONValue(parsing: $0) }?.objectValue
        return IDTokenClaims(
            projectID: projectID, uid: account.localID,
            authTime: authTime ?? account.lastLoginAt ?? account.lastRefreshAt ?? now, issuedAt: now,
            lifetime: configuration.limits.idTokenLifetime,
            signInProvider: method.provider, name: account.displayName, picture: account.photoURL,
            email: account.email, emailVerified: account.emailVerified, phoneNumber: account.phoneNumber,
            identities: identities(of: account), secondFactor: method.secondFactor, tenantID: scope.tenantID,
            signInAttributes: method.attributes, customAttributes: stored ?? JSONObject(),
            sessionClaims: method.claims)
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

    // MARK: - Issuing

    /// - Complexity: one RSA signature, unless tokens are unsigned.
    func issue(_ grant: TokenGrant) throws -> IssuedTokens {
        var claims = grant.claims
        FaultEffects.current?.spoil(&claims)
        let idToken = try TokenMint.idToken(claims, key: tokenForm == .signed ? keys.current : nil)
        record(.issued, .idToken, idToken, uid: grant.claims.uid)
        record(.issued, .refreshToken, grant.refreshToken, uid: grant.claims.uid)
        return IssuedTokens(idToken: idToken, refreshToken: grant.refreshToken, lifetime: grant.claims.lifetime)
    }

    /// Adds the tokens, or what a client needs to ask its user for the second factor, never both.
    func write(_ grant: SignInGrant, to reply: inout JSONObject) throws {
        switch grant {
        case .tokens(let grant): try issue(grant).write(to: &reply)
        case .challenge(let credential, let factors):
            reply["mfaPendingCredential"] = .string(credential)
            reply["mfaInfo"] = .array(factors.map { .object($0.wireForm(hidesNumber: true)) })
        }
    }

    // MARK: - Texts that nobody can guess

    /// Codes and handles come from the world's ids, so that one seed gives one run, and from a key that never leaves
    /// the service, so that nobody who knows the seed can foresee them.
    func unguessable(_ purpose: String, bytes count: Int) -> [UInt8] {
        let info = Array("\(purpose)\u{0}\(ids.alphanumeric(count: 28))".utf8)
        let key = HKDF<SHA256>.deriveKey(inputKeyMaterial: keys.sessionKey, info: info, outputByteCount: count)
        return key.withUnsafeBytes { Array($0) }
    }

    /// `count` characters of base64url.
    func unguessableText(_ purpose: String, count: Int) -> String {
        String(Base64URL.encode(unguessable(purpose, bytes: (count * 3 + 3) / 4)).prefix(count))
    }

    /// Six digits, the first of which may be zero.
    func unguessableDigits(_ purpose: String) -> String {
        let number = unguessable(purpose, bytes: 8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } % 1_000_000
        let digits = String(number)
        return String(repeating: "0", count: 6 - digits.utf8.count) + digits
    }

    /// An id of 28 characters that no account of the scope has.
    ///
    /// A function that was told of a new user sees that user stored under the very uid.
    func freshLocalID(in transaction: AccountTransaction) throws -> String {
        if let told = FunctionPass.current?.answers.newUID, try !transaction.contains(localID: told) { return told }
        var id = ids.alphanumeric(count: 28)
        while try transaction.contains(localID: id) { id = ids.alphanumeric(count: 28) }
        return id
    }
}
