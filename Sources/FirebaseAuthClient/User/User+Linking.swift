import BridgePrimitives
import BridgeTrace

/// More than one way to sign in to one account.
extension User {
    /// Adds a way to sign in.
    ///
    /// - Throws: `providerAlreadyLinked` when the user has one at that provider; `credentialAlreadyInUse` or
    ///   `emailAlreadyInUse` when it is another user's.
    @discardableResult
    public func link(with credential: AuthCredential) async throws -> AuthDataResult {
        if profile.identities.contains(where: { $0.providerID == credential.provider }) {
            throw AuthError(.providerAlreadyLinked)
        }
        let auth = auth
        let session = session
        let reply = Mutex(JSONObject())
        try await auth.operate(on: session) { token throws(AuthError) in
            let answer = try await auth.exchange(credential, for: .link, idToken: token)
            guard auth.adopt(answer, in: session) else {
                throw AuthError.fatal("The reply to a link has no tokens.")
            }
            reply.withLock { $0 = answer }
        }
        auth.record(.updated, uid: uid, provider: credential.provider)
        let answer = reply.withLock { $0 }
        return AuthDataResult(
            user: self, additionalUserInfo: AdditionalUserInfo(answer, provider: credential.provider),
            credential: OAuthCredential(reply: answer))
    }

    /// Shows the provider's page, and links what it gives.
    @discardableResult
    public func link(
        with provider: OAuthProvider, uiDelegate: (any AuthUIDelegate)? = nil
    ) async throws -> AuthDataResult {
        try await link(with: try await provider.credential(with: uiDelegate))
    }

    /// Takes a way to sign in away.
    ///
    /// - Throws: `noSuchProvider` when the user has none at that provider.
    @discardableResult
    public func unlink(fromProvider provider: String) async throws -> User {
        guard profile.identities.contains(where: { $0.providerID == provider }) else {
            throw AuthError(.noSuchProvider)
        }
        let (auth, session) = (auth, session)
        try await auth.operate(on: session) { token throws(AuthError) in
            let reply = try await auth.perform(
                .update,
                JSONObject([
                    ("idToken", .string(token)), ("deleteProvider", [.string(provider)]), ("returnSecureToken", true),
                ]))
            // Tokens are optional here.
            auth.adopt(reply, in: session)
            session.state.withLock { state in
                state.profile.identities.removeAll { $0.providerID == provider }
                if provider == EmailAuthProvider.id { (state.profile.email, state.profile.hasPassword) = (nil, false) }
                if provider == PhoneAuthProvider.id { state.profile.phoneNumber = nil }
            }
        } after: {
            .nothing
        }
        auth.record(.updated, uid: uid, provider: provider)
        return self
    }

    /// Shows that the user is there: for what only a recent sign-in may do.
    ///
    /// - Throws: `userMismatch` when the credential is another user's, or nobody's.
    @discardableResult
    public func reauthenticate(with credential: AuthCredential) async throws -> AuthDataResult {
        let opened: Auth.OpenedSession
        do throws(AuthError) {
            opened = try await auth.openSession(with: credential, isReauthentication: true)
        } catch {
            guard error.authCode == .userNotFound else { throw error }
            throw AuthError(.userMismatch, serverCode: error.serverCode)
        }
        guard opened.session.profile.uid == uid else { throw AuthError(.userMismatch) }
        let tokens = opened.session.tokens
        session.state.withLock { $0.tokens = tokens }
        try auth.save(session)
        return AuthDataResult(user: self, additionalUserInfo: opened.info, credential: opened.credential)
    }

    @discardableResult
    public func reauthenticate(
        with provider: OAuthProvider, uiDelegate: (any AuthUIDelegate)? = nil
    ) async throws -> AuthDataResult {
        try await reauthenticate(with: try await provider.credential(with: uiDelegate))
    }
}
