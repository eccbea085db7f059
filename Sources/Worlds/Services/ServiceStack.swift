package import AuthEmulator
package import BridgePrimitives
package import BridgeTrace
package import HTTPLoader
package import Hummingbird
package import Listening
import Project

/// The services of a world: each is opened on those that run already, and all are closed in reverse order.
///
/// Both `withWorld` and `serve` open theirs on one. What they open there differs: a world has an app and one client;
/// `serve` has any number of clients, and reports each request.
package final class ServiceStack: Sendable {
    package let settings: WorldSettings
    package let material: WorldMaterial
    package let clock: WorldClock
    package let trace: TraceLog
    package let authService: AuthService
    package let providers: SimulatedProviders
    private let threads: ListenerThreads
    private let closings = Mutex<[@Sendable () async -> Void]>([])

    /// - Parameter threads: where the listeners make their answers.
    package init(
        _ settings: WorldSettings, material: WorldMaterial, clock: WorldClock, trace: TraceLog, store: AccountStore,
        keys: KeyRing, threads: ListenerThreads = .shared
    ) throws(BridgeFailure) {
        self.settings = settings
        self.material = material
        self.clock = clock
        self.trace = trace
        self.threads = threads
        authService = try settings.authService(
            store: store, keys: keys, material: material, clock: clock, trace: trace)
        providers = SimulatedProviders(
            appleKey: material.appleKey, ids: IdentitySource(seed: settings.seed), masking: trace.masking)
        authService.identityProviders = providers
    }

    /// Runs `body`, which opens services, and closes them however it ends, the last one first.
    package func lend<Value>(_ body: () async throws -> Value) async throws -> Value {
        let outcome: Result<Value, any Error>
        do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
        // In its own task: if the caller is cancelled, all is closed all the same.
        await Task { while let close = closings.withLock({ $0.popLast() }) { await close() } }.value
        return try outcome.get()
    }

    /// Has `close` called before what was opened so far is closed.
    package func atClose(_ close: @escaping @Sendable () async -> Void) { closings.withLock { $0.append(close) } }

    /// Opens what `scope` lends.
    package func open<Value>(
        _ scope: @escaping @Sendable (_ lend: @Sendable (Value) async throws -> Void) async throws -> Void
    ) async throws -> HeldScope<Value> {
        let held = try await HeldScope(scope)
        atClose { await held.end() }
        return held
    }

    /// Opens a listener on this machine, and at `further` addresses.
    package func listen<Builder: HTTPResponderBuilder & Sendable>(
        _ router: Builder, at port: Int, andAt further: [String] = [], tls: ServerIdentity? = nil, name: String,
        portAdvice: String? = nil, limits: ListenerLimits = ListenerLimits()
    ) async throws -> HeldScope<BoundListener>
    where Builder.Responder.Context: InitializableFromSource<ApplicationRequestContextSource> {
        try await open { [clock, threads] lend in
            try await withListener(
                router, at: ListenAddress(port: port), andAt: further, tls: tls, name: name, portAdvice: portAdvice,
                clock: clock, limits: limits, threads: threads, lend)
        }
    }

    /// Starts somebody's own backend; nil if the settings start none.
    package func startBackend(auth: WebURL) async throws -> (address: WebURL, backend: StartedService)? {
        guard let (own, folder) = settings.ownBackend, let service = own.service else { return nil }
        return try await start(service, in: folder, auth: auth, backend: nil)
    }

    /// Starts the server of somebody's own page; nil if the settings start none.
    ///
    /// - Parameter backend: the origin of the backend that the page is to use.
    package func startPage(auth: WebURL, backend: String) async throws -> WebURL? {
        guard let (page, folder) = settings.startedPage else { return nil }
        return try await start(page, in: folder, auth: auth, backend: backend).address
    }

    private func start(
        _ service: StartableService, in folder: String, auth: WebURL, backend: String?
    ) async throws -> (address: WebURL, StartedService) {
        let surroundings = ServiceSurroundings(
            auth: auth, certificates: try auth.resolving(WorldSettings.certificatePath), projectID: settings.projectID,
            serviceAccount: material.serviceAccountPath, server: material.authority.serverFiles, backend: backend)
        return try await StartedService.open(service, in: folder, surroundings: surroundings, on: self)
    }
}
