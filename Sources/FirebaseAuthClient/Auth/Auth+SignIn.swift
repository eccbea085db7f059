import BridgePrimitives
import BridgeTrace

/// Signing in, with each kind of credential.
extension Auth {
    /// A sign-in that the service granted and that is nobody's current one yet.
    struct OpenedSession: Sendable {
        let session: UserSession
        let info: AdditionalUserInfo
        let credential: AuthCredential?
    }

    /// Creates an account and signs in to it.
    @discardableResult
    public func createUser(withEmail email: String, password: String) async throws -> AuthDataResult {
        try await enter(provider: EmailAuthProvider.id) { auth throws(AuthError) in
            // Both are looked at before anything is sent, as in the SDK.
            guard !password.isEmpty else { throw AuthError(.weakPassword, message: "Missing password") }
            guard !email.isEmpty else { throw AuthError(.missingEmail) }
            let reply = try await auth.perform(.signUp, auth.passwordMembers(email, password))
            return try await auth.open(reply, provider: EmailAuthProvider.id)
        }
    }

    @discardableResult
    public func signIn(withEmail email: String, password: String) async throws -> AuthDataResult {
        try await signIn(with: EmailAuthProvider.credential(withEmail: email, password: password))
    }

    /// - Parameter link: the URL that the app was opened with.
    @discardableResult
    public func signIn(withEmail email: String, link: String) async throws -> AuthDataResult {
        try await signIn(with: EmailAuthProvider.credential(withEmail: email, link: link))
    }

    /// - Parameter token: what the backend minted; an account is made on its first visit.
    @discardableResult
    public func signIn(withCustomToken token: String) async throws -> AuthDataResult {
        try await enter(provider: "custom") { auth throws(AuthError) in
            let members = JSONObject([("token", .string(token)), ("returnSecureToken", true)])
            return try await auth.open(try await auth.perform(.signInWithCustomToken, members), provider: "custom")
        }
    }

    /// Makes an account without any credential; gives back the anonymous user who is there already.
    @discardableResult
    public func signInAnonymously() async throws -> AuthDataResult {
        if let user = currentUser, user.isAnonymous {
            let info = AdditionalUserInfo(providerID: "anonymous", isNewUser: false)
            return AuthDataResult(user: user, additionalUserInfo: info)
        }
        return try await enter(provider: "anonymous") { auth throws(AuthError) in
            var members = JSONObject([("returnSecureToken", true)])
            if auth.configuration.isIOS { members["clientType"] = auth.configuration.clientType }
            return try await auth.open(try await auth.perform(.signUp, members), provider: "anonymous")
        }
    }

    /// Signs in with a provider's credential, an address or a number.
    ///
    /// - Throws: `secondFactorRequired` with a ``MultiFactorResolver`` when the account has second factors.
    @discardableResult
    public func signIn(with credential: AuthCredential) async throws -> AuthDataResult {
        try await enter(provider: credential.provider) { auth throws(AuthError) in
            try await auth.openSession(with: credential, isReauthentication: false)
        }
    }

    /// Shows the provider's page, and signs in with what it gives.
    @discardableResult
    public func signIn(with provider: OAuthProvider, uiDelegate: (any AuthUIDelegate)? = nil) async throws
        -> AuthDataResult
    {
        try await signIn(with: try await provider.credential(with: uiDelegate))
    }

    /// Tells Apple, through the service, that the app is done with the user's Apple ID.
    ///
    /// - Parameter authorizationCode: of a Sign in with Apple made for the purpose.
    /// - Throws: `nullUser` when nobody is signed in.
    public func revokeToken(withAuthorizationCode authorizationCode: String) async throws {
        guard let session else { throw AuthError(.nullUser) }
        let idToken = try await idToken(of: session, forcingRefresh: false)
        _ = try await perform(
            .revokeToken,
            JSONObject([
                ("providerId", .string(AuthProviderID.apple.rawValue)), ("tokenType", "3"),
                ("token", .string(authorizationCode)), ("idToken", .string(idToken)),
            ]))
    }

    // MARK: - Shared

    /// Opens a session and makes it the current one; tells the trace how it went.
    func enter(
        provider: String, _ open: (Auth) async throws(AuthError) -> OpenedSession
    ) async throws(AuthError) -> AuthDataResult {
        let opened: OpenedSession
        do throws(AuthError) {
            opened = try await open(self)
            try become(opened.session)
        } catch {
            record(.refused, uid: nil, provider: provider, reasons: error.reasons)
            throw error
        }
        record(.signedIn, uid: opened.session.profile.uid, provider: provider)
        return AuthDataResult(
            user: user(of: opened.session), additionalUserInfo: opened.info, credential: opened.credential)
    }

    /// Signs in without becoming anybody.
    func openSession(
        with credential: AuthCredential, isReauthentication: Bool
    ) async throws(AuthError) -> OpenedSession {
        let reply = try await exchange(
            credential, for: isReauthentication ? .reauthentication : .signIn, idToken: nil)
        return try await open(
            reply, provider: credential.provider,
            credential: (credential as? OAuthCredential).flatMap { _ in OAuthCredential(reply: reply) })
    }

    func passwordMembers(_ email: String, _ password: String) -> JSONObject {
        JSONObject([
            ("email", .string(email)), ("password", .string(password)), ("returnSecureToken", true),
            ("clientType", configuration.clientType),
        ])
    }

    /// The tokens of a reply, and the look-up that each SDK sends after a sign-in.
    func open(
        _ reply: JSONObject, provider: String, credential: AuthCredential? = nil
    ) async throws(AuthError) -> OpenedSession {
        if let challenge = try challenge(in: reply) { throw challenge }
        guard let tokens = SessionTokens(signIn: reply, now: now) else {
            throw AuthError(.invalidUserToken, message: "The reply has no tokens.")
        }
        return OpenedSession(
            session: try await newSession(tokens), info: AdditionalUserInfo(reply, provider: provider),
            credential: credential)
    }

    func newSession(_ tokens: SessionTokens) async throws(AuthError) -> UserSession {
        let tokens = try await renewedIfUnknown(tokens)
        let profile = try await lookUp(tokens.idToken, known: nil)
        return UserSession(profile: profile, tokens: tokens)
    }

    /// iOS asks the token endpoint at once when a reply does not say how long its token lives.
    func renewedIfUnknown(_ tokens: SessionTokens) async throws(AuthError) -> SessionTokens {
        guard configuration.isIOS, tokens.expiry == nil else { return tokens }
        var tokens = tokens
        let reply = try await requests().refresh(tokens.refreshToken.reveal())
        guard tokens.adopt(refresh: reply, now: now) else {
            throw AuthError(.internalError, message: "The reply has no access token.")
        }
        return tokens
    }

    /// The error that a reply is which asks for a second factor; nil for other replies.
    private func challenge(in reply: JSONObject) throws(AuthError) -> AuthError? {
        guard reply["idToken"] == nil, reply["mfaInfo"] != nil || reply["mfaPendingCredential"] != nil else {
            return nil
        }
        let factors = try EnrolledFactor.list(reply["mfaInfo"]?.arrayValue ?? [], now: now)
        let resolver = MultiFactorResolver(
            auth: self, pendingCredential: Secret(reply["mfaPendingCredential"]?.stringValue ?? ""),
            hints: factors.map(MultiFactorInfo.make))
        return AuthError(.secondFactorRequired, details: .init(resolver: resolver))
    }
}
