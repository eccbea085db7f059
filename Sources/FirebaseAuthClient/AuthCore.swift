import BridgePrimitives
import BridgeTrace
import Synchronization
import Tokens

/// What ``Auth`` and its ``User``s share: who is signed in, and what happens to them.
final class AuthCore: Sendable {
    let requests: AuthRequests
    private let configuration: FirebaseConfiguration
    private let storage: UserStorage?
    private let clock: WorldClock
    private let face: WorldClock.Face
    private let trace: TraceLog
    private let actor: TraceActor
    private let current: Mutex<UserSession?>

    init(
        requests: AuthRequests, configuration: FirebaseConfiguration, storage: UserStorage?, clock: WorldClock,
        face: WorldClock.Face, trace: TraceLog, actor: TraceActor
    ) {
        (self.requests, self.configuration, self.storage) = (requests, configuration, storage)
        (self.clock, self.face, self.trace, self.actor) = (clock, face, trace, actor)
        current = Mutex(storage?.load())
    }

    var session: UserSession? { current.withLock { $0 } }

    // MARK: - Signing in and out

    func signIn(
        _ call: AuthRequests.Call, _ members: JSONObject, provider: String
    ) async throws(AuthError) -> AuthDataResult {
        let outcome: (session: UserSession, isNewUser: Bool)
        do throws(AuthError) { outcome = try await newSession(call, members) } catch {
            record(.refused, uid: nil, provider: provider, reasons: [error.code.code])
            throw error
        }
        become(outcome.session)
        record(.signedIn, uid: outcome.session.profile.uid, provider: provider)
        return AuthDataResult(user: User(core: self, session: outcome.session), isNewUser: outcome.isNewUser)
    }

    /// The sign-in itself, and the look-up that each SDK sends after it.
    private func newSession(
        _ call: AuthRequests.Call, _ members: JSONObject
    ) async throws(AuthError) -> (session: UserSession, isNewUser: Bool) {
        let reply = try await requests.perform(call, members)
        guard reply["mfaPendingCredential"] == nil else { throw AuthError(.secondFactorRequired) }
        guard let tokens = UserSession.Tokens(signIn: reply, now: clock.now(on: face)) else {
            throw AuthError(.invalidUserToken, message: "The reply has no tokens.")
        }
        let profile = try await lookUp(tokens.idToken)
        return (
            UserSession(profile: profile, tokens: tokens), call == .signUp || reply["isNewUser"]?.boolValue ?? false
        )
    }

    func signOut() {
        guard let ended = current.withLock({ $0.take() }) else { return }
        storage?.remove()
        record(.signedOut, uid: ended.profile.uid)
    }

    private func become(_ session: UserSession) {
        current.withLock { $0 = session }
        storage?.save(session)
    }

    /// Keeps what changed, unless somebody else is signed in by now.
    private func save(_ session: UserSession) {
        if self.session === session { storage?.save(session) }
    }

    /// Signs the user out after an error that says the session is over; passes the error on.
    private func judged(_ error: AuthError, of session: UserSession) -> AuthError {
        guard error.endsSession(on: configuration.platform) else { return error }
        let wasCurrent = current.withLock { current in
            guard current === session else { return false }
            current = nil
            return true
        }
        if wasCurrent {
            storage?.remove()
            record(.signedOut, uid: session.profile.uid, reasons: [error.code.code])
        }
        return error
    }

    // MARK: - Tokens

    private enum TokenStep {
        case ready(String)
        case wait(Task<Result<String, AuthError>, Never>)
    }

    func idToken(of session: UserSession, forcingRefresh: Bool) async throws(AuthError) -> String {
        let now = clock.now(on: face)
        let step = session.state.withLock { state -> TokenStep in
            let isYoung = state.tokens.expiry.map { $0 - now > configuration.refreshMargin } ?? false
            if isYoung, !forcingRefresh { return .ready(state.tokens.idToken.reveal()) }
            if let underWay = state.refresh { return .wait(underWay) }
            // Nobody's child: whoever waits may give up without spoiling it for the others, and all who ask
            // before it is over await it.
            let refresh = Task { await self.refresh(session) }
            state.refresh = refresh
            return .wait(refresh)
        }
        return switch step {
        case .ready(let token): token
        case .wait(let refresh): try await refresh.value.get()
        }
    }

    private func refresh(_ session: UserSession) async -> Result<String, AuthError> {
        let result: Result<JSONObject, AuthError>
        do { result = .success(try await requests.refresh(session.tokens.refreshToken.reveal())) } catch {
            result = .failure(error)
        }
        let now = clock.now(on: face)
        let outcome = session.state.withLock { state -> Result<String, AuthError> in
            state.refresh = nil
            return result.flatMap { reply in
                guard state.tokens.adopt(refresh: reply, now: now) else {
                    return .failure(AuthError(.internalError, message: "The reply has no access token."))
                }
                return .success(state.tokens.idToken.reveal())
            }
        }
        switch outcome {
        case .success: save(session)
        case .failure(let error): return .failure(judged(error, of: session))
        }
        return outcome
    }

    // MARK: - Users

    private func lookUp(_ idToken: Secret<String>) async throws(AuthError) -> UserProfile {
        let reply = try await requests.perform(.lookup, JSONObject([("idToken", .string(idToken.reveal()))]))
        let claims = (try? UnverifiedToken(parsing: idToken.reveal()))?.payload
        let provider = claims?["firebase"]?["sign_in_provider"]?.stringValue
        guard let users = reply["users"]?.arrayValue, users.count == 1, let user = users.first,
            let profile = UserProfile(user, signInProvider: provider)
        else { throw AuthError(.internalError, message: "The reply has no user.") }
        return profile
    }

    func reload(_ session: UserSession) async throws(AuthError) {
        let token = try await idToken(of: session, forcingRefresh: false)
        do {
            let profile = try await lookUp(Secret(token))
            session.state.withLock { $0.profile = profile }
            save(session)
        } catch { throw judged(error, of: session) }
    }

    func delete(_ session: UserSession) async throws(AuthError) {
        let token = try await idToken(of: session, forcingRefresh: false)
        do {
            _ = try await requests.perform(
                .delete, JSONObject([("localId", .string(session.profile.uid)), ("idToken", .string(token))]))
        } catch { throw judged(error, of: session) }
        record(.deleted, uid: session.profile.uid)
        if self.session === session { signOut() }
    }

    private func record(
        _ action: AccountEvent.Action, uid: String?, provider: String? = nil, reasons: [ReasonCode] = []
    ) {
        trace.record(.account(AccountEvent(action, uid: uid, provider: provider, reasons: reasons)), by: actor)
    }
}
