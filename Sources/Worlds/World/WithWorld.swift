import AuthEmulator
import BridgePrimitives
import BridgeTrace
import Faults
public import HTTPLoader
import HandoffBackend
import IdentityProviders
import Listening
import PageEngines
import Project
import Scenarios

/// Starts a world's services on free ports, lends the world to `body`, and takes all down however `body` ends.
///
/// - Parameter engines: those that run already; nil to start the one that the settings want.
/// - Complexity: a few milliseconds; the material is what takes time. A real engine takes half a second to start.
public func withWorld<Value: Sendable>(
    _ settings: WorldSettings, material: WorldMaterial, engines: RunningEngines? = nil,
    _ body: (World) async throws -> Value
) async throws -> Value {
    let stack = try ServiceStack(ofWorld: settings, material: material)
    try settings.requireReach(of: settings.faults)
    let faults = stack.authService.faults
    faults.set(settings.faults)
    faults.skewClocks(of: stack.clock)
    // There are no other clients, so time can pass for the one that waits for an answer.
    faults.isPassingTime = true
    if let seeds = settings.seeds { try stack.authService.plant(seeds) }
    return try await stack.lend {
        let engines = try await stack.startEngines(besides: engines)
        let services = try await stack.openWorld()
        let window = try await stack.openWindow(in: engines)
        return try await services.world(settings, window: window).lend(body)
    }
}

/// Lends `body` a world on services that run already; none is started, and none is ended.
///
/// It has a phone and a web view. Accounts, mails, keys and faults are with the services: the world's own auth service is
/// empty and gets no requests.
///
/// - Throws: what keeps the world from being made; else what `body` throws.
package func withWorld<Value: Sendable>(
    _ settings: WorldSettings, on services: RunningServices, material: WorldMaterial,
    _ body: (World) async throws -> Value
) async throws -> Value {
    let stack = try ServiceStack(ofWorld: settings, material: material)
    let addresses = WorldAddresses(
        auth: services.auth, pageAuth: services.auth, backend: services.backend, web: services.web,
        providers: ProviderHosts(apple: services.auth, twitter: services.auth),
        partner: try WebURL("\(services.web.scheme)://\(SampleWebApp.partnerHost):\(services.web.effectivePort)"))
    return try await stack.services(at: addresses, providers: stack.providers, backend: .elsewhere)
        .world(settings).lend(body)
}

/// Services that somebody else has started, such as those of a `serve` that runs.
public struct RunningServices: Hashable, Sendable {
    /// The auth service, as native code and the page reach it.
    public let auth: WebURL
    /// Where the app posts its ID token.
    public let backend: WebURL
    /// The web app.
    public let web: WebURL

    public init(auth: WebURL, backend: WebURL, web: WebURL) {
        (self.auth, self.backend, self.web) = (auth, backend, web)
    }
}

extension ServiceStack {
    /// Keeps nothing on disk. The ring of keys is a copy, so that worlds do not change each other's. There is one client, and
    /// it waits for each answer.
    fileprivate convenience init(ofWorld settings: WorldSettings, material: WorldMaterial) throws(BridgeFailure) {
        let clock = WorldClock { SystemTime.now }
        if settings.startsAt != nil || settings.isClockFrozen {
            clock.set(to: settings.startsAt ?? SystemTime.now, frozen: settings.isClockFrozen)
        }
        let trace = TraceLog(
            clock: clock, masking: Masking(settings.masking, key: FingerprintKey(seed: settings.seed)),
            capacity: settings.traceCapacity)
        try self.init(
            settings, material: material, clock: clock, trace: trace, store: .inMemory(), keys: material.keys.copy,
            threads: .ofConnection)
    }

    /// Opens what a world has: the auth service, the backend, and one listener for all else.
    fileprivate func openWorld() async throws -> WorldServices {
        let scheme: ProviderScheme = settings.usesTLS ? .https : .http
        let tls = settings.usesTLS ? material.identity : nil
        let auth = try WebURL(
            await listen(
                AuthAPI(service: authService), at: settings.authPort, name: "auth service",
                portAdvice: "leave `auth.port` out"
            ).value.origin)
        let (backendAddress, backend) = try await openBackend(auth: auth, scheme, tls: tls)
        let hosts = hosts(scheme, handover: try viewHandover(auth: auth))
        let web = try await listen(
            edged(hosts, scheme, actor: hosts.actor), at: settings.webPort, tls: tls, name: "web app",
            portAdvice: "leave `web.port` out"
        ).value
        let page = try await startPage(auth: auth, backend: backendAddress.origin) ?? settings.webURL
        let providerHosts = try ProviderHosts(of: web)
        let addresses = WorldAddresses(
            auth: auth, pageAuth: try WebURL(web.origin(host: VirtualHosts.authHost)), backend: backendAddress,
            web: try page ?? WebURL(web.origin(host: VirtualHosts.webHost)), providers: providerHosts,
            partner: try WebURL(web.origin(host: SampleWebApp.partnerHost)))
        return services(at: addresses, providers: reachProviders(at: providerHosts), backend: backend)
    }

    /// The built-in backend, or somebody's own, which is started if the settings say how.
    private func openBackend(
        auth: WebURL, _ scheme: ProviderScheme, tls: ServerIdentity?
    ) async throws -> (WebURL, WorldBackend) {
        if let (address, started) = try await startBackend(auth: auth) { return (address, .started(started)) }
        if let own = settings.ownBackend?.backend { return (try WebURL(own.url.text), .elsewhere) }
        let backend = try backend(auth: auth, users: UserStore(path: nil))
        let listener = try await listen(
            edged(backend, scheme) { _ in .backend }, at: settings.backendPort, tls: tls, name: "backend",
            portAdvice: "leave `backend.port` out")
        let address = try WebURL(listener.value.origin(host: VirtualHosts.backendHost))
        return (address, .builtIn(StoppableListener(listener)))
    }

    /// - Returns: `running`, or else the engine that the settings want; nil for the model.
    fileprivate func startEngines(besides running: RunningEngines?) async throws -> RunningEngines? {
        guard running == nil, settings.engine != .model else { return running }
        return try await open { [settings] in try await withEngines([settings.engine], for: settings, $0) }.value
    }

    /// A window in the engine that the settings want; nil for the model.
    fileprivate func openWindow(in engines: RunningEngines?) async throws -> EngineWindow? {
        guard let engines else { return nil }
        return try await open { [settings, authService, clock] in
            try await engines.withWindow(settings, service: authService, clock: clock, $0)
        }.value
    }

    fileprivate func services(
        at addresses: WorldAddresses, providers: SimulatedProviders, backend: WorldBackend
    ) -> WorldServices {
        WorldServices(
            clock: clock, trace: trace, addresses: addresses, authService: authService, providers: providers,
            backend: backend, material: material)
    }
}
