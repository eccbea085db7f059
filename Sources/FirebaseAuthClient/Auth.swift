public import BridgePrimitives
public import BridgeTrace
public import HTTPLoader
public import SimulatedDevice

/// Firebase Authentication's client: who is signed in to one app, kept between launches.
///
/// Speaks to the service over HTTP as the SDK of its platform does. Safe to use from anywhere.
public final class Auth: Sendable {
    private let core: AuthCore

    /// Restores the user whom the keychain holds; nothing is sent.
    ///
    /// - Parameters:
    ///   - keychain: where the user is kept; nil for memory only, as in a private browsing session.
    ///   - accessGroup: the app's own, `TEAM.BUNDLE`; an item of another group is not seen.
    ///   - face: whose reading of the clock decides when a token is old.
    ///   - actor: who signs in, in the trace: the native app or the page.
    /// - Throws: when host and API key make no URL.
    public init(
        transport: any Transport, configuration: FirebaseConfiguration, keychain: Keychain? = nil,
        accessGroup: String = "", clock: WorldClock, face: WorldClock.Face = .device, trace: TraceLog,
        actor: TraceActor = .app
    ) throws(BridgeFailure) {
        let requests = try AuthRequests(configuration, transport: transport)
        let storage = keychain.map { UserStorage(keychain: $0, accessGroup: accessGroup, configuration: configuration) }
        core = AuthCore(
            requests: requests, configuration: configuration, storage: storage, clock: clock, face: face, trace: trace,
            actor: actor)
    }

    /// Who is signed in; nil when nobody is.
    public var currentUser: User? { core.session.map { User(core: core, session: $0) } }

    /// Creates an account and signs in to it.
    public func createUser(withEmail email: String, password: Secret<String>) async throws(AuthError) -> AuthDataResult
    {
        let members = JSONObject([
            ("email", .string(email)), ("password", .string(password.reveal())), ("returnSecureToken", true),
            ("clientType", core.requests.clientType),
        ])
        return try await core.signIn(.signUp, members, provider: "password")
    }

    public func signIn(withEmail email: String, password: Secret<String>) async throws(AuthError) -> AuthDataResult {
        let members = JSONObject([
            ("email", .string(email)), ("password", .string(password.reveal())), ("returnSecureToken", true),
            ("clientType", core.requests.clientType),
        ])
        return try await core.signIn(.signInWithPassword, members, provider: "password")
    }

    /// - Parameter token: what the backend minted; an account is made on its first visit.
    public func signIn(withCustomToken token: String) async throws(AuthError) -> AuthDataResult {
        let members = JSONObject([("token", .string(token)), ("returnSecureToken", true)])
        return try await core.signIn(.signInWithCustomToken, members, provider: "custom")
    }

    /// Makes an account without any credential; gives back the anonymous user who is there already.
    public func signInAnonymously() async throws(AuthError) -> AuthDataResult {
        if let user = currentUser, user.profile.isAnonymous { return AuthDataResult(user: user, isNewUser: false) }
        return try await core.signIn(.signUp, JSONObject([("returnSecureToken", true)]), provider: "anonymous")
    }

    /// Forgets the user here. The service is not told: its tokens stay good until they expire.
    public func signOut() { core.signOut() }
}

/// What a sign-in gave.
public struct AuthDataResult: Sendable {
    public let user: User
    public let isNewUser: Bool
}
