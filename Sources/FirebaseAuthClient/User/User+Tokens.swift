package import BridgePrimitives
import Tokens

/// ID tokens: from memory while they are young, else from the service.
extension User {
    /// A token that other services believe.
    ///
    /// Callers that come while a refresh is under way wait for that one. An error that means the end of the session
    /// (disabled, deleted, revoked) signs the user out.
    /// - Parameter forceRefresh: whether to ask the service in any case, for new claims say.
    public func getIDToken(forcingRefresh forceRefresh: Bool = false) async throws -> String {
        try await auth.idToken(of: session, forcingRefresh: forceRefresh)
    }

    /// The token that is kept, however old; nobody is asked for another.
    package var keptIDToken: Secret<String> { session.tokens.idToken }

    /// The spelling of older versions.
    public func idTokenForcingRefresh(_ forceRefresh: Bool) async throws -> String {
        try await getIDToken(forcingRefresh: forceRefresh)
    }

    /// A token with its claims.
    ///
    /// - Throws: `malformedJWT` when the service gave something else.
    public func getIDTokenResult(forcingRefresh forceRefresh: Bool = false) async throws -> AuthTokenResult {
        try AuthTokenResult(token: try await getIDToken(forcingRefresh: forceRefresh))
    }
}

extension Auth {
    private enum TokenStep {
        case ready(String)
        case wait(Task<Result<String, AuthError>, Never>)
    }

    func idToken(of session: UserSession, forcingRefresh: Bool) async throws(AuthError) -> String {
        let now = now
        let step = session.state.withLock { state -> TokenStep in
            if state.tokens.isFresh(at: now, margin: configuration.refreshMargin), !forcingRefresh {
                return .ready(state.tokens.idToken.reveal())
            }
            if let underWay = state.refresh { return .wait(underWay) }
            // Nobody's child: whoever waits may give up without spoiling it for the others, and all who ask
            // before it is over await it.
            let refresh = Task(executorPreference: preferredExecutor) { await self.refresh(session) }
            state.refresh = refresh
            return .wait(refresh)
        }
        return switch step {
        case .ready(let token): token
        case .wait(let refresh): try await refresh.value.get()
        }
    }

    private func refresh(_ session: UserSession) async -> Result<String, AuthError> {
        var reply = await tokenReply(of: session)
        // A new token that its own claims call old is fetched once more, no more often: the clock may be wrong by
        // an hour.
        if configuration.isIOS, case .success(let members) = reply, let text = members["access_token"]?.stringValue,
            text != session.tokens.idToken.reveal(), let expiry = (try? UnverifiedToken(parsing: text))?.expiry,
            expiry - now <= configuration.refreshMargin
        {
            reply = await tokenReply(of: session)
        }
        let now = now
        let outcome = session.state.withLock { state -> Result<String, AuthError> in
            state.refresh = nil
            return reply.flatMap { members in
                guard state.tokens.adopt(refresh: members, now: now) else {
                    return .failure(AuthError(.internalError, message: "The reply has no access token."))
                }
                return .success(state.tokens.idToken.reveal())
            }
        }
        switch outcome {
        case .success:
            do throws(AuthError) { try save(session) } catch { return .failure(error) }
        case .failure(let error): return .failure(judged(error, of: session))
        }
        return outcome
    }

    private func tokenReply(of session: UserSession) async -> Result<JSONObject, AuthError> {
        do throws(AuthError) {
            return .success(try await requests().refresh(session.tokens.refreshToken.reveal()))
        } catch {
            return .failure(error)
        }
    }
}
