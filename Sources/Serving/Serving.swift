import AuthEmulator
package import BridgePrimitives
package import BridgeTrace
import Faults
import Files
import HandoffBackend
import HTTPLoader
import Hummingbird
import IdentityProviders
import Inspecting
package import Listening
package import Project
package import Worlds

/// Serves the auth service, the backend and the sample web app until told to stop.
package struct Serving: Sendable {
    /// Where each service listens.
    package struct Ports: Hashable, Sendable {
        package var auth = 9099
        package var http = 8080
        package var https = 8443
        package var control = 4040
        package var apple = 9101
        package var twitter = 9102
        /// The backend's own, for machines that cannot resolve names under `localhost`; free without a network.
        package var backend = 8082
        package var backendTLS = 8444

        package init() {}

        /// Eight ports in a row from `base`, of which the last two are for `network` only; 0 for any free ones.
        package init(base: Int) {
            guard base != 0 else {
                (auth, http, https, control, apple, twitter, backend, backendTLS) = (0, 0, 0, 0, 0, 0, 0, 0)
                return
            }
            (auth, http, https, control) = (base, base + 1, base + 2, base + 3)
            (apple, twitter, backend, backendTLS) = (base + 4, base + 5, base + 6, base + 7)
        }
    }

    package var settings = WorldSettings()
    package var ports = Ports()
    /// Nil for the user's folder.
    package var stateFolder: String?
    /// Whether nothing is kept: accounts in memory, keys in a folder that is removed at the end.
    package var isEphemeral = false
    /// A YAML file of users, tenants and settings that are put in at the start; nil for none.
    package var seedFile: String?
    /// An `accounts.json`, or an export folder, that replaces what is kept at the start; nil for none.
    package var importPath: String?
    /// Where everything is written at the end; nil for nowhere.
    package var exportPath: String?
    /// The service account of the user's own Admin SDK; nil for one that is made and kept.
    package var serviceAccountFile: String?
    /// The folder of the web app's files; nil for the sample app.
    package var webRoot: String?
    /// A web app of the user's own; ours is served all the same, and not announced.
    package var webURL: String?
    /// What is started to serve a web app of the user's own, and in which folder; announced instead of ours.
    package var startedPage: (service: StartableService, folder: String)?
    package var backendURL: String?
    /// Whether a proxy stands in for Google's hosts besides; nil for none.
    package var googleFront: GoogleFront.Settings?
    /// A backend of the user's own that is started with the services, and the folder in which it is; announced instead of
    /// ours.
    package var ownBackend: (backend: OwnBackend, folder: String)?
    /// How other machines may reach the services; nil for this machine alone.
    package var network: LocalNetwork?
    /// What other machines must send to steer the world; nil where they may not.
    package var controlToken: Secret<String>?
    /// Origins whose pages may call the backend besides this machine's; see ``CrossOriginPolicy/origin(_:)``.
    package var crossOrigins: [String] = []
    /// Told at the start of what will not be served, and why.
    package var warn: (@Sendable (BridgeFailure) -> Void)?
    /// Told at the start of what it goes on without; nil where nobody asked for so much.
    package var mention: (@Sendable (BridgeFailure) -> Void)?
    /// Told of each event of the trace as it happens; see ``TraceLog``.
    package var observer: (@Sendable (TraceEvent) -> Void)?

    package init() {}

    /// What a trace of these services is of.
    package var traceHead: TraceHead {
        var head = TraceHead(id: "1", name: "serve")
        (head.project, head.cookie, head.started) = (settings.projectID, settings.cookieName, SystemTime.now)
        head.seenFrom = .services
        head.showsSecrets = settings.masking == .revealed
        return head
    }

    /// Starts all services, calls `ready` with where they are, and stops them when `untilStopped` returns.
    ///
    /// - Throws: ``BridgeFailure`` for a port in use, a folder that cannot be written, a second process on the same
    ///   state; else what `ready` throws, when all is stopped.
    package func run(
        ready: @Sendable (ServedAddresses) throws -> Void, untilStopped: @Sendable () async -> Void
    ) async throws {
        try await lend { addresses in
            try ready(addresses)
            await untilStopped()
        }
    }

    /// Starts all services, lends `body` their addresses, and stops them however it ends.
    ///
    /// - Throws: as ``run(ready:untilStopped:)``; else what `body` throws.
    package func lend<Value: Sendable>(_ body: (ServedAddresses) async throws -> Value) async throws -> Value {
        guard isEphemeral else {
            let state = try StateDirectory(stateFolder ?? WorldMaterial.usualStateFolder)
            return try await state.withExclusiveUse { try await serve(in: state, body) }
        }
        return try await withEphemeralStateDirectory { try await serve(in: $0, body) }
    }

    private func serve<Value: Sendable>(
        in state: StateDirectory, _ body: (ServedAddresses) async throws -> Value
    ) async throws -> Value {
        let clock = WorldClock { SystemTime.now }
        let hub = InspectorHub()
        let shown = hub.begin(traceHead)
        let trace = TraceLog(clock: clock, masking: Masking(settings.masking), capacity: 20_000) { [observer] event in
            hub.append(event, to: shown)
            observer?(event)
        }
        let material = try WorldMaterial(
            state: state, projectID: settings.projectID, serviceAccountFile: serviceAccountFile, webRoot: webRoot,
            network: network, trusting: settings.trustedCertificates)
        defer { material.transport.shutdown() }
        for refusal in material.files.refusals { warn?(refusal.failure) }
        if let replacement = material.authority.replacement { warn?(replacement) }
        if let unnamed = unnamedAddresses { warn?(unnamed) }
        let announced = try announcedAddresses
        if let exportPath { try StateFiles.prepare(exportPath) }
        let store = try isEphemeral ? AccountStore.inMemory() : AccountStore(path: state.file("accounts.sqlite"))
        let service = try settings.authService(
            store: store, keys: material.keys, material: material, clock: clock, trace: trace)
        let users = try UserStore(path: isEphemeral ? nil : state.file("users.sqlite"))
        let worldState = WorldState(service: service, users: users)
        if let importPath { try worldState.replace(by: StateFiles.read(importPath)) }
        if let seedFile { try service.plant(try SeedFile.seeds(at: seedFile)) }
        let providers = settings.providers(material: material, trace: trace)
        service.identityProviders = providers
        let tls = material.identity
        let access = ControlAccess(network: network, token: controlToken)
        let trust = AuthorityPages(of: material.authority, isOwnApp: webRoot != nil)
        service.announcedDomains = announcedHosts(announced)
        let value = try await withListener(
            TracedService(inner: AuthAPI(service: service, access: access), trace: trace, actor: .auth),
            at: address(ports.auth), andAt: everywhere, name: "auth service", clock: clock,
            limits: AuthAPI.listenerLimits
        ) { auth in
            tell(auth.leftOut)
            let controls = TracedService(
                inner: ControlAPI(
                    clock: clock, trace: trace, service: service, providers: providers, state: worldState,
                    authOrigin: auth.origin, access: access,
                    inspector: InspectorAPI(
                        hub: hub, mode: .serve, producer: SessionBridgeVersion.producer,
                        reasons: .all,
                        people: ServedPeople(service: service, origin: auth.origin).json),
                    traceWasEmptied: { hub.empty(shown) }),
                // Told, and not kept: whoever reads the trace over and over would fill it with that.
                trace: TraceLog(clock: clock, masking: trace.masking, capacity: 1, observer: observer),
                actor: .control)
            let backend = try settings.backend(
                auth: WebURL(auth.origin), users: users, material: material, book: service.faults, clock: clock,
                trace: trace,
                crossOrigin: CrossOriginPolicy(
                    origins: crossOrigins + [announced.app?.url.origin].compactMap(\.self), network: network))
            var page = settings.pageConfiguration
            page.network = network
            func edged<Inner: HTTPResponder>(
                _ inner: Inner, _ scheme: ProviderScheme, actor: @escaping @Sendable (Request) -> TraceActor
            ) -> TracedService<CookieEdge<FaultEdge<Inner>>> {
                let faulted = FaultEdge(
                    inner, book: service.faults, clock: clock, trace: trace, isSecure: scheme == .https
                ) { FaultService(actor($0)) }
                return TracedService(
                    inner: CookieEdge(profile: settings.edge, inner: faulted, trace: trace), scheme: scheme.rawValue,
                    trace: trace, actor: actor)
            }
            func hosts(_ scheme: ProviderScheme) -> TracedService<CookieEdge<FaultEdge<VirtualHosts>>> {
                let hosts = VirtualHosts(
                    auth: AuthAPI(service: service, isSecure: scheme == .https, access: access), backend: backend,
                    web: SampleWebApp(files: material.files, configuration: page, scheme: scheme.rawValue),
                    apple: AppleAPI(providers.apple, clock: clock, trace: trace, scheme: scheme),
                    twitter: TwitterAPI(providers.twitter, clock: clock, trace: trace, scheme: scheme),
                    network: network, trust: trust)
                return edged(hosts, scheme, actor: hosts.actor)
            }
            return try await withListener(
                hosts(.http), at: address(ports.http), andAt: everywhere, name: "web app", clock: clock
            ) { http in
                try await withListener(
                    hosts(.https), at: address(ports.https), andAt: everywhere, tls: tls, name: "web app (TLS)",
                    clock: clock
                ) { https in
                    try await withListener(
                        controls, at: address(ports.control), andAt: controlToken == nil ? Self.loopback : everywhere,
                        name: "control", limits: ListenerLimits(bodyBytes: ControlAPI.stateLimit)
                    ) { control in
                        try await withNetworkBackend(
                            (edged(backend, .http) { _ in .backend }, edged(backend, .https) { _ in .backend }),
                            tls: tls, clock: clock
                        ) { reached in
                            try await withProviders(providers, clock: clock, trace: trace) { apple, twitter in
                                // By their own ports, so that browsers get there that resolve no names under localhost.
                                service.identityProviders = providers.reachable(
                                    at: ProviderHosts(apple: try WebURL(apple), twitter: try WebURL(twitter)),
                                    transport: material.transport, clock: clock)
                                func addresses(_ own: OwnOrigins, _ google: GoogleFront?) -> ServedAddresses {
                                    ServedAddresses(
                                        auth: auth.origin,
                                        backend: own.backend ?? backendURL
                                            ?? http.origin(host: VirtualHosts.backendHost),
                                        backendTLS: own.backend ?? backendURL
                                            ?? https.origin(host: VirtualHosts.backendHost),
                                        web: own.page ?? webURL ?? http.origin(host: VirtualHosts.webHost),
                                        webTLS: own.page ?? webURL ?? https.origin(host: VirtualHosts.webHost),
                                        control: control.origin,
                                        project: settings.projectID, ca: material.authority.certificatePath,
                                        strictness: settings.strictness.rawValue, tokens: service.tokenForm.rawValue,
                                        apple: apple, twitter: twitter, twitterConsumer: providers.twitterConsumer,
                                        serviceAccount: material.serviceAccountPath, google: google,
                                        trustPage: http.origin(host: VirtualHosts.webHost) + trust.path,
                                        network: reached.map {
                                            servedNetwork(
                                                $0, auth: auth, http: http, https: https, control: control,
                                                trustPath: trust.path)
                                        })
                                }
                                await announced.warn(over: material.transport, warn)
                                // A page that looks on would hold the listeners open.
                                defer { hub.close() }
                                return try await withOwnServices(
                                    auth: WebURL(auth.origin), backend: http.origin(host: VirtualHosts.backendHost),
                                    material: material
                                ) { own in
                                    guard let googleFront else { return try await body(addresses(own, nil)) }
                                    return try await withGoogleFront(
                                        googleFront, service: service, authority: material.authority,
                                        controlPorts: [control.port], clock: clock, trace: trace
                                    ) { try await body(addresses(own, $0)) }
                                }
                            }
                        }
                    }
                }
            }
        }
        if let exportPath { try StateFiles.write(worldState.exported(), to: exportPath) }
        try users.close()
        try store.close()
        return value
    }

    func address(_ port: Int) -> ListenAddress { ListenAddress(port: port) }
}
