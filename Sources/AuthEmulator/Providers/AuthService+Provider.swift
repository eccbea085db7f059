public import BridgePrimitives
import BridgeTrace
import Tokens

/// `accounts:signInWithIdp`.
public struct ProviderSignInRequest: Sendable {
    public var requestURI: String?
    public var postBody: String?
    public var idToken: String?
    /// Whether conflicts come back with the credential instead of as failures.
    public var returnsCredential = false
    public var createsAccounts = true
    public var pendingToken: String?
    /// What the client kept to itself when it sent the user to the handler.
    public var sessionID: String?

    public init(requestURI: String?, postBody: String?, idToken: String? = nil) {
        (self.requestURI, self.postBody, self.idToken) = (requestURI, postBody, idToken)
    }

    public init(_ body: WireBody) throws(AuthRefusal) {
        requestURI = try body.nonEmptyString("requestUri")
        postBody = try body.nonEmptyString("postBody")
        idToken = try body.nonEmptyString("idToken")
        returnsCredential = try body.bool("returnIdpCredential") ?? false
        createsAccounts = try body.bool("autoCreate") ?? true
        pendingToken = try body.nonEmptyString("pendingToken")
        sessionID = try body.nonEmptyString("sessionId")
        for name in ["returnRefreshToken", "pendingIdToken"] where body.isTruthy(name) {
            throw AuthRefusal(.notImplemented, name)
        }
    }
}

extension AuthService {
    /// Signs in, or links, with what an identity provider gave out.
    ///
    /// - Returns: the provider's profile and credential with tokens, with the question for a second factor, or with
    ///   `needConfirmation` or `errorMessage` and no tokens.
    public func signInWithProvider(
        _ request: ProviderSignInRequest, in scope: AuthScope = .project
    ) async throws -> JSONObject {
        let verified: Result<VerifiedProvider, any Error>
        do { verified = .success(try await verify(request, in: scope)) } catch { verified = .failure(error) }
        return try await callingFunctions {
            try signInWithProvider(verified, request, in: scope)
        }
    }

    private func signInWithProvider(
        _ verified: Result<VerifiedProvider, any Error>, _ request: ProviderSignInRequest, in scope: AuthScope
    ) throws -> JSONObject {
        try answering(in: scope) { settings in
            let provider = try verified.get()
            let now = now
            let presented = try request.idToken.map { try present($0, in: scope, now: now) }
            let outcome = try store.write(in: scope) { transaction in
                let signIn = ProviderSignIn(
                    service: self, settings: settings, provider: provider, now: now,
                    createsAccounts: request.createsAccounts || !enforces(.autoCreateObeyed))
                if let presented {
                    return try signIn.link(
                        account(for: presented, in: transaction), of: presented,
                        returnsCredential: request.returnsCredential, in: transaction)
                }
                return try signIn.signIn(in: transaction)
            }
            return try reply(to: outcome, of: provider, in: scope)
        }
    }

    /// What the provider's token says, verified as far as the strictness asks and somebody answers for the provider.
    private func verify(
        _ request: ProviderSignInRequest, in scope: AuthScope
    ) async throws -> VerifiedProvider {
        if request.postBody == nil, request.pendingToken != nil, enforces(.pendingTokenRefused) {
            throw AuthRefusal(.invalidPendingToken)
        }
        var credential = try ProviderCredential(requestURI: request.requestURI, postBody: request.postBody)
        guard !credential.isSAML || !enforces(.samlRefused) else {
            throw AuthRefusal(
                .notSimulated,
                "\(credential.providerID) is a SAML provider. Use lenient mode, or a provider that is simulated.")
        }
        guard isEnabled(providerID: credential.providerID, in: scope) else { throw AuthRefusal(.operationNotAllowed) }
        if let link = credential.redirect, let directory = identityProviders {
            let answer = try redeem(
                link, sessionID: request.sessionID, providerID: credential.providerID, now: self.now)
            credential = try credential.adopting(await directory.finishAuthorization(answer))
        }
        if let secret = credential.oauthTokenSecret, let token = credential.accessToken, credential.idToken == nil,
            enforces(.providerVerified) || !credential.hasReadableAccessToken
        {
            return VerifiedProvider(
                credential, try await profile(of: token, secret: Secret(secret), providerID: credential.providerID))
        }
        var claims = try credential.claims(readsSignature: enforces(.providerVerified))
        // Read after the provider has issued its token, which may have been in another second.
        let now = self.now
        if enforces(.providerVerified), let directory = identityProviders {
            // Twitter gives out no ID tokens, so one that says it is Twitter's is nobody's.
            guard credential.providerID != "twitter.com", let token = credential.idToken ?? credential.accessToken
            else { throw AuthRefusal(.invalidIDPResponse, "twitter.com needs access_token and oauth_token_secret.") }
            switch await directory.verifyIDToken(
                token, providerID: credential.providerID, nonce: credential.nonce, now: now)
            {
            case .accepted(let verified): claims = verified
            case .refused(let reasons, let message):
                try checkNonce(claims, credential, providersReasons: reasons)
                throw AuthRefusal(.invalidIDPResponse, message, causes: reasons)
            case .unknownProvider: break
            }
        }
        if enforces(.providerVerified), let expiry = claims["exp"]?.integerValue, expiry <= now.secondsSinceEpoch {
            throw AuthRefusal(
                .invalidIDPResponse, "The ID token is expired.", causes: [TokenReason.expired.code])
        }
        try checkNonce(claims, credential)
        guard var profile = ProviderProfile(claims: claims) else {
            throw AuthRefusal(
                .invalidIDPResponse, "Invalid Idp Response: id_token missing required fields: sub must be a string.")
        }
        if !enforces(.providerFlagsRead) { profile.emailVerified = claims["email_verified"]?.isTruthy ?? false }
        if profile.displayName == nil { profile.displayName = credential.appleName }
        let asserted = try credential.samlResponse.map { text throws(AuthRefusal) in try AssertedUser(emulated: text) }
        return VerifiedProvider(credential, profile, asserted: asserted)
    }

    /// - Parameter providersReasons: what the provider itself finds wrong, which may be more exact.
    private func checkNonce(
        _ claims: JSONObject, _ credential: ProviderCredential, providersReasons: [ReasonCode] = []
    ) throws {
        guard enforces(.nonceVerified) else { return }
        let verdict = NonceVerdict(
            claim: claims["nonce"]?.stringValue, sent: credential.nonce,
            takesRaw: credential.providerID != "apple.com")
        if let reason = verdict.reason {
            throw AuthRefusal(
                .missingOrInvalidNonce, reason.meaning, causes: ([reason.code] + providersReasons).uniqued())
        }
    }

    private func profile(
        of token: String, secret: Secret<String>, providerID: String
    ) async throws -> ProviderProfile {
        if let directory = identityProviders {
            switch await directory.profile(oauthToken: token, secret: secret, providerID: providerID) {
            case .found(let profile): return profile
            case .refused(let reasons, let message):
                throw AuthRefusal(.invalidIDPResponse, message, causes: reasons)
            case .unknownProvider: break
            }
        }
        // Twitter's access tokens begin with the user's number, which is all that can be read without Twitter.
        let number = String(Substring(token.utf8.prefix { $0 != UInt8(ascii: "-") }))
        guard providerID == "twitter.com", !number.isEmpty, number.utf8.count < token.utf8.count,
            number.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 })
        else { throw AuthRefusal(.notImplemented, "((Nobody here answers for access tokens of \(providerID).))") }
        var profile = ProviderProfile(rawID: number)
        profile.screenName = "user\(number)"
        profile.raw = JSONObject([("id_str", .string(number)), ("screen_name", .string("user\(number)"))])
        return profile
    }

    private func reply(
        to outcome: ProviderSignIn.Outcome, of provider: VerifiedProvider, in scope: AuthScope
    ) throws -> JSONObject {
        var reply = provider.reply(inventsAccessToken: !enforces(.accessTokenEchoed))
        reply["tenantId"] = scope.tenantID.map { .string($0) }
        switch outcome {
        case .conflict(let refusal):
            record(AccountEvent(.refused, uid: refusal.uid, reasons: refusal.reasons))
            reply["errorMessage"] = .string(refusal.message)
        case .needsConfirmation(let owner):
            record(
                AccountEvent(
                    .refused, uid: owner.localID, provider: provider.credential.providerID,
                    reasons: [AuthReason.emailExists.code]))
            reply["localId"] = .string(owner.localID)
            reply["needConfirmation"] = true
            reply["verifiedProvider"] = .array(
                owner.allIdentities.map(\.providerID).filter { $0 != "password" && $0 != "phone" }
                    .map { .string($0) })
        case .refused(let refusal): throw refusal
        case .signedIn(let account, let isNew, let wasRecycled, let grant):
            let name = provider.credential.providerID
            if isNew { record(AccountEvent(.created, uid: account.localID, provider: name)) }
            if case .tokens = grant { record(AccountEvent(.signedIn, uid: account.localID, provider: name)) }
            reply["localId"] = .string(account.localID)
            if isNew { reply["isNewUser"] = true }
            if wasRecycled { reply["emailRecycled"] = true }
            // Two that are absent are equal too.
            if account.email == provider.profile.email {
                reply["emailVerified"] = account.emailVerified.map { .bool($0) }
            }
            try write(grant, to: &reply)
        }
        return reply
    }
}
