import AppFrameworks
import BridgePrimitives
import BridgeTrace
public import Cookies
import CookieStores
import Diagnosis
public import FirebaseAuthClient
import HTTPLoader
import SampleApp
public import Scenarios
public import SimulatedDevice

/// The native half of the app, as it runs on the world's device: the sample app's code in a process of its own, with
/// whatever the backend answered it.
public final class NativeApp: Sendable {
    struct State {
        var installedApp: InstalledApp
        /// Of the process that runs, or ran last.
        var environment: FirebaseEnvironment
        var auth: Auth
        /// The cookie that the backend answered with last.
        var answer: NativeCookie?
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
    let nonces: NonceSource
    let state: Mutex<State>

    /// The Firebase client of the process that runs, or ran last.
    public var auth: Auth { state.withLock { $0.auth } }
    /// The app as it is installed; after a removal, as it was.
    public var installedApp: InstalledApp { state.withLock { $0.installedApp } }
    /// Whose session the app has; nil as well while it does not run.
    public var currentUserID: String? { installedApp.process == nil ? nil : auth.currentUser?.uid }
    /// The cookie that the backend answered with last; nil before the first exchange.
    public var handedOver: NativeCookie? { state.withLock { $0.answer } }

    /// Starts the app on a device.
    init(
        settings: WorldSettings, addresses: WorldAddresses, installedApp: InstalledApp, transport: any Transport,
        trace: TraceLog, inbox: Inbox
    ) throws(BridgeFailure) {
        (self.settings, self.addresses, self.transport) = (settings, addresses, transport)
        (self.trace, self.inbox) = (trace, inbox)
        nonces = NonceSource(seed: settings.seed)
        let process = try installedApp.launch(.user)
        let environment = try Self.environment(
            of: process, settings: settings, addresses: addresses, transport: transport)
        environment.run { FirebaseApp.configure() }
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

    // MARK: - The handoff

    /// Asks for a fresh ID token, posts it to the backend, and keeps the cookie that the answer sets.
    ///
    /// As `URLSession` does, the app's own cookie storage is asked for cookies and gets those of the answer. What the
    /// app keeps is what `HTTPCookie.cookies(withResponseHeaderFields:for:)` reads, whatever the storage made of it.
    /// - Parameter field: the name of the form field; the usual app says `idtoken`.
    @discardableResult
    public func exchange(field: String = "idtoken") async throws(StepFailure) -> NativeCookie {
        try requireProcess(for: "exchange")
        do {
            let sharing = await SessionSharing { idToken in try await self.exchange(idToken: idToken, field: field) }
            let cookie = try await run { try await sharing.share() }
            state.withLock { $0.answer = cookie }
            return cookie
        } catch is SessionSharing<NativeCookie>.Failure {
            throw StepFailure(step: "exchange", HandoffReason.notSignedIn)
        } catch {
            throw StepFailure(step: "exchange", error)
        }
    }

    private func exchange(idToken: String, field: String) async throws(StepFailure) -> NativeCookie {
        let (exchange, stored) = try await performStoring(
            .form(url: addresses.backend, fields: [(field, idToken)]), step: "exchange")
        guard exchange.response.status == 200 else {
            let answer = try? JSONValue(parsing: exchange.response.body)
            throw StepFailure(
                step: "exchange", because: Self.code(in: answer), HandoffReason.exchangeRefused,
                message: "the backend answered \(exchange.response.status)"
                    + (answer?["message"]?.stringValue.map { ": \($0)" } ?? ""))
        }
        let read =
            (try? CookieURL(addresses.backend.string))
            .map { installedApp.cookieStorage.httpCookies(of: exchange.response, from: $0) } ?? []
        // What the app's storage refuses, no app finds there to copy.
        if let kept = stored.last(where: { $0.name == settings.cookieName }), !kept.isInJar {
            let reasons = kept.reasons.filter { !$0.isNote }
            throw StepFailure(
                step: "exchange", because: reasons.map(\.code), HandoffReason.cookieRejected,
                message: "the app's cookie storage did not keep the backend's \(settings.cookieName)"
                    + (reasons.first.map { ": \($0.meaning)" } ?? ""))
        }
        guard let cookie = read.compactMap(\.cookie).last(where: { $0.name == settings.cookieName }) else {
            let notes = read.flatMap(\.notes).map(\.code).uniqued()
            throw StepFailure(
                step: "exchange", HandoffReason.noTokenInAnswer, notes: notes,
                message: "the backend's answer sets no cookie called \(settings.cookieName)")
        }
        return cookie
    }

    /// Sends a request as the app, and has it in the trace.
    func perform(_ request: HTTPRequest, step: String) async throws(StepFailure) -> Exchange {
        try await performStoring(request, step: step).exchange
    }

    private func performStoring(
        _ request: HTTPRequest, step: String
    ) async throws(StepFailure) -> (exchange: Exchange, stored: [StoreDecision]) {
        do throws(TransportFailure) {
            return try await session.performStoring(request)
        } catch {
            throw StepFailure(step: step, error.code, message: error.cause)
        }
    }

    private var session: NativeSession {
        NativeSession(over: transport, storage: installedApp.cookieStorage, trace: trace)
    }

    // MARK: - The backend's users

    /// `POST /v1/users`.
    func register() async throws(StepFailure) { try await ask("register") { try await $0.register() } }

    /// `GET /v1/users/me`.
    func findCurrentUser() async throws(StepFailure) { try await ask("current-user") { try await $0.currentUser() } }

    private func ask(
        _ step: String, _ call: (UsersClient) async throws -> HTTPResponse
    ) async throws(StepFailure) {
        try requireProcess(for: step)
        let client = UsersClient(backend: addresses.backend, transport: session)
        let response: HTTPResponse
        do { response = try await run { try await call(client) } } catch is UsersClient.Failure {
            throw StepFailure(step: step, HandoffReason.notSignedIn)
        } catch {
            throw StepFailure(step: step, error)
        }
        guard (200..<300).contains(response.status) else {
            let error = (try? JSONValue(parsing: response.body))?["errors"]?.arrayValue?.first
            throw StepFailure(
                step: step, because: Self.code(in: error), HandoffReason.usersRefused,
                message: "the backend answered \(response.status)"
                    + (error?["title"]?.stringValue.map { ": \($0)" } ?? ""))
        }
    }

    /// The code that the backend gave; none where something else answered in its place.
    private static func code(in answer: JSONValue?) -> [ReasonCode] {
        answer?["code"]?.stringValue.map { [ReasonCode(unchecked: $0)] } ?? []
    }
}
