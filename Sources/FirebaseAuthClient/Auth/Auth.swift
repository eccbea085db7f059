public import BridgePrimitives
public import BridgeTrace
public import HTTPLoader
public import SimulatedDevice
import Tokens

/// Firebase Authentication's client: who is signed in to one app, kept between launches.
///
/// Speaks to the service over HTTP as the SDK of its platform does. Safe to use from anywhere. All methods of the iOS
/// SDK come in two forms: `async`, and with a completion that is called on the main actor.
public final class Auth: Sendable {
    struct State {
        var session: UserSession?
        /// How to reach the service; nil while nobody said where it is.
        var requests: Result<AuthRequests, BridgeFailure>?
        var languageCode: String?
        var tenantID: String?
        var accessGroup: String?
        var isPresenting = false
        var isRetired = false
        var refreshesAutomatically = false
        /// The renewals that are under way, and whose.
        var automaticRefresh: (session: UserSession, task: Task<Void, Never>)?
        /// The token that listeners heard of last; nil for nobody's.
        var announcedToken: Secret<String>?
        var listeners: [(id: Int, listener: AuthListener)] = []
        var nextListener = 0
    }

    let environment: FirebaseEnvironment
    let configuration: FirebaseConfiguration
    let storage: UserStorage?
    let announcements = AnnouncementQueue()
    let state = Mutex(State())

    /// Restores the user whom the environment's keychain holds; nothing is sent.
    ///
    /// The environment keeps the tasks of the client and must outlive it.
    init(environment: FirebaseEnvironment, configuration: FirebaseConfiguration) {
        (self.environment, self.configuration) = (environment, configuration)
        storage = environment.keychain.map {
            UserStorage(keychain: $0, defaults: environment.defaults, configuration: configuration)
        }
        if let host = configuration.host { connect(to: host) }
        restore()
    }

    /// A client by itself, without `FirebaseApp`: a page's, say.
    ///
    /// - Parameters:
    ///   - keychain: where the user is kept; nil for memory only, as in a private browsing session.
    ///   - party: whose reading of the clock decides when a token is old.
    ///   - actor: who signs in, in the trace: the native app or the page.
    /// - Throws: when host and API key make no URL.
    public convenience init(
        transport: any Transport, configuration: FirebaseConfiguration, keychain: AppKeychain? = nil,
        clock: WorldClock, party: WorldClock.Party = .device, trace: TraceLog, actor: TraceActor = .app
    ) throws(BridgeFailure) {
        if let host = configuration.host {
            _ = try AuthRequests(configuration, host: host, transport: transport)
        }
        self.init(
            environment: FirebaseEnvironment(
                transport: transport, clock: clock, party: party, trace: trace, actor: actor, keychain: keychain,
                service: configuration.host),
            configuration: configuration)
    }

    deinit { state.withLock { $0.automaticRefresh?.task }?.cancel() }

    /// Who is signed in; nil when nobody is. The same object as long as somebody holds it.
    public var currentUser: User? { session.map { user(of: $0) } }

    var session: UserSession? { state.withLock { $0.session } }

    func user(of session: UserSession) -> User {
        session.state.withLock { state in
            if let user = state.user, user.auth === self { return user }
            let user = User(auth: self, session: session)
            state.user = user
            return user
        }
    }

    /// The language of mails and messages, BCP 47; nil for the project's own.
    public var languageCode: String? {
        get { state.withLock { $0.languageCode } }
        set { state.withLock { $0.languageCode = newValue } }
    }

    /// Takes the app's language for mails and messages.
    public func useAppLanguage() { languageCode = "en" }

    /// The tenant whose users sign in; nil for the project's own.
    public var tenantID: String? {
        get { state.withLock { $0.tenantID } }
        set { state.withLock { $0.tenantID = newValue } }
    }

    /// Sends everything to the auth service at that place from now on.
    ///
    /// - Precondition: the host is not empty; the SDK ends the app too.
    public func useEmulator(withHost host: String, port: Int) {
        precondition(!host.isEmpty, "Cannot connect to empty host")
        let isBareIPv6 = host.utf8.contains(UInt8(ascii: ":")) && host.utf8.first != UInt8(ascii: "[")
        do throws(BridgeFailure) {
            connect(to: try WebURL("http://\(isBareIPv6 ? "[\(host)]" : host):\(port)"))
        } catch {
            state.withLock { $0.requests = .failure(error) }
        }
    }

    private func connect(to host: WebURL) {
        let requests: Result<AuthRequests, BridgeFailure>
        do throws(BridgeFailure) {
            requests = .success(try AuthRequests(configuration, host: host, transport: environment.transport))
        } catch { requests = .failure(error) }
        state.withLock { $0.requests = requests }
    }

    var now: Instant { environment.clock.now(on: environment.party) }

    // MARK: - Asking the service

    func requests() throws(AuthError) -> AuthRequests {
        switch state.withLock({ $0.requests }) {
        case .success(let requests): return requests
        case .failure(let failure): throw AuthError(.internalError, message: failure.cause)
        case nil: throw AuthError(.networkError, reason: .noService)
        }
    }

    func perform(_ call: AuthCall, _ members: JSONObject) async throws(AuthError) -> JSONObject {
        let (language, tenant) = state.withLock { ($0.languageCode, $0.tenantID) }
        var members = members
        if let tenant { members["tenantId"] = .string(tenant) }
        return try await requests().perform(call, members, language: language)
    }

    func lookUp(_ idToken: Secret<String>, known: UserProfile?) async throws(AuthError) -> UserProfile {
        let reply = try await perform(.lookup, JSONObject([("idToken", .string(idToken.reveal()))]))
        let claims = (try? UnverifiedToken(parsing: idToken.reveal()))?.payload
        let provider = claims?["firebase"]?["sign_in_provider"]?.stringValue
        guard let users = reply["users"]?.arrayValue, users.count == 1, let user = users.first,
            var profile = try UserProfile(user, signInProvider: provider, known: known, now: now)
        else { throw AuthError(.internalError, message: "The reply has no user.") }
        if profile.tenantID == nil { profile.tenantID = claims?["firebase"]?["tenant"]?.stringValue }
        return profile
    }

    func record(
        _ action: AccountEvent.Action, uid: String?, provider: String? = nil, reasons: [ReasonCode] = []
    ) {
        environment.trace.record(
            .account(AccountEvent(action, uid: uid, provider: provider, reasons: reasons)), by: environment.actor)
    }
}
