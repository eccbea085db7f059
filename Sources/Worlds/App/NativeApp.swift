import AppFrameworks
import BridgePrimitives
import BridgeTrace
import CookieStores
public import Cookies
import Diagnosis
public import FirebaseAuthClient
import HTTPLoader
import SampleApp
import Scenarios
public import SimulatedDevice
import Tokens

/// The native half of the app, as it runs on the world's device: the sample app's code in a process of its own, with
/// whatever the backend answered it.
public final class NativeApp: Sendable {
    struct State {
        var installedApp: InstalledApp
        /// Of the process that runs, or ran last.
        var environment: FirebaseEnvironment
        var auth: Auth
        /// What the backend answered with last.
        var answer: TokenAnswer?
        /// The last sign-in by Twitter, of this process; it alone has Twitter's access token.
        var twitterResult: AuthDataResult?
        /// Whether the installed version keeps a copy of its user for a transfer.
        var carriesCredentials = false
        /// As the installed version's plist has it.
        var googleAppID = WorldSettings.googleAppID
    }

    let settings: WorldSettings
    let addresses: WorldAddresses
    let transport: any Transport
    let trace: TraceLog
    let inbox: Inbox
    /// The last line of the backend's log; nil where it has none that is known.
    let backendWords: @Sendable () -> String?
    /// Of the phone.
    let randomness: SeededRandomness
    let state: Mutex<State>

    /// The Firebase client of the process that runs, or ran last.
    public var auth: Auth { state.withLock { $0.auth } }
    /// The app as it is installed; after a removal, as it was.
    public var installedApp: InstalledApp { state.withLock { $0.installedApp } }
    /// Whose session the app has; nil as well while it does not run.
    public var currentUserID: String? { installedApp.process == nil ? nil : auth.currentUser?.uid }
    /// The cookie that the backend answered with last; nil before the first exchange, and where the token came in
    /// something else.
    public var handedOver: NativeCookie? { state.withLock { $0.answer?.cookie } }
    /// The custom token that the backend answered with last; nil before the first exchange.
    public var handedOverToken: String? { state.withLock { $0.answer?.token } }

    /// How long the app waits for an answer, in the world's time: `timeoutIntervalForRequest` of `URLSession`.
    static let patience = Duration.seconds(60)

    /// Starts the app on a device.
    init(
        settings: WorldSettings, addresses: WorldAddresses, installedApp: InstalledApp, transport: any Transport,
        trace: TraceLog, inbox: Inbox, backendWords: @escaping @Sendable () -> String?
    ) throws(BridgeFailure) {
        (self.settings, self.addresses, self.transport) = (settings, addresses, transport)
        (self.trace, self.inbox, self.backendWords) = (trace, inbox, backendWords)
        randomness = SeededRandomness(seed: settings.seed)
        installedApp.device.services.provide(randomness.service)
        let process = try installedApp.launch(.user)
        let environment = try Self.environment(
            of: process, settings: settings, addresses: addresses, transport: transport)
        environment.run {
            FirebaseApp.configure()
            Self.joinAccessGroup(settings.accessGroup, trace)
        }
        state = Mutex(
            State(installedApp: installedApp, environment: environment, auth: environment.run { Auth.auth() }))
    }

    var environment: FirebaseEnvironment { state.withLock { $0.environment } }

    /// - Throws: `handoff/app-not-running` before `step` when no process is there to take it.
    func requireProcess(for step: String) throws(StepFailure) {
        guard installedApp.process != nil else {
            throw StepFailure(step: step, HandoffReason.appNotRunning)
        }
    }

    /// Runs the app's own code, in its process: `Auth.auth()`, `UserDefaults.standard` and `SecItemAdd` are the app's.
    ///
    /// For while the app runs: code of a process that has ended stops the program at `Auth.auth()`.
    public func run<Value>(_ body: () async throws -> Value) async rethrows -> Value { try await environment.run(body) }

    /// Sends a request as the app, and has it in the trace.
    func perform(_ request: HTTPRequest, step: String) async throws(StepFailure) -> Exchange {
        do throws(TransportFailure) { return try await session.perform(request) } catch {
            throw StepFailure(step: step, error.code, message: error.cause)
        }
    }

    var session: NativeSession {
        NativeSession(over: transport, storage: installedApp.cookieStorage, trace: trace)
    }

    // MARK: - The backend's users

    /// `POST /v1/users`.
    func register() async throws(StepFailure) { try await ask("register") { try await $0.register() } }

    /// `GET /v1/users/me`.
    func findCurrentUser() async throws(StepFailure) { try await ask("current-user") { try await $0.currentUser() } }

    private func ask(
        _ step: String, _ call: (UsersClient) async throws -> UsersClient.Answer
    ) async throws(StepFailure) {
        try requireProcess(for: step)
        let response: UsersClient.Answer
        do {
            guard let backend = URL(string: addresses.backend.origin) else { throw URLError(.badURL) }
            let client = UsersClient(backend: backend)
            response = try await run { try await call(client) }
        } catch UsersClient.Failure.nobodySignedIn {
            throw StepFailure(step: step, HandoffReason.notSignedIn)
        } catch {
            throw StepFailure(step: step, error)
        }
        guard (200..<300).contains(response.status) else {
            let error = (try? JSONValue(parsing: Array(response.body)))?["errors"]?.arrayValue?.first
            throw StepFailure(
                step: step, because: Self.code(in: error), HandoffReason.usersRefused,
                message: "the backend answered \(response.status)"
                    + (error?["title"]?.stringValue.map { ": \($0)" } ?? ""))
        }
    }

    /// The code that the backend gave; none where something else answered in its place.
    static func code(in answer: JSONValue?) -> [ReasonCode] {
        answer?["code"]?.stringValue.map { [ReasonCode(unchecked: $0)] } ?? []
    }
}

extension NativeApp {
    /// Goes on where Google's sheet has answered.
    func signInWithGoogle(as email: String) async throws {
        let token = try googleIDToken(of: email)
        try await auth.signIn(with: GoogleAuthProvider.credential(withIDToken: token, accessToken: "opaque"))
    }

    /// Unsigned: no provider here answers for google.com, so a signature would claim a check that nobody makes.
    private func googleIDToken(of email: String) throws -> String {
        // The world's time, not the phone's: Google stamps it.
        let issued = installedApp.device.clock.now.secondsSinceEpoch
        // One address, one account at Google, whatever else has asked for ids.
        let subject = IdentitySource(seed: settings.seed).derived(for: "google.com \(email)")
            .number(in: 1_000_000_000...9_999_999_999)
        return try TokenMint.idToken(
            claims: JSONObject([
                ("iss", "https://accounts.google.com"), ("aud", .string(WorldSettings.clientID)),
                ("sub", .string(String(subject))), ("email", .string(email)), ("email_verified", true),
                ("iat", .integer(issued)), ("exp", .integer(issued + 3600)),
            ]), key: nil)
    }
}
