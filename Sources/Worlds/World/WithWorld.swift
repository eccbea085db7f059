package import AuthEmulator
package import BridgePrimitives
package import BridgeTrace
package import Faults
package import HTTPLoader
package import HandoffBackend
import IdentityProviders
import Listening
import RouterGuard
import Scenarios
import Tokens

/// Starts a world's services on free ports, lends the world to `body`, and takes all down however `body` ends.
///
/// - Parameter engines: those that run already; nil to start the one that the settings want.
/// - Complexity: a few milliseconds; the material is what takes time. A real engine takes half a second to start.
public func withWorld<Value: Sendable>(
    _ settings: WorldSettings, material: WorldMaterial, engines: RunningEngines? = nil,
    _ body: (World) async throws -> Value
) async throws -> Value {
    guard engines != nil || settings.engine == .model else {
        return try await withEngines([settings.engine], for: settings) { engines in
            try await withWorld(settings, material: material, engines: engines, body)
        }
    }
    let clock = WorldClock { SystemTime.now }
    if settings.startsAt != nil || settings.isClockFrozen {
        clock.set(to: settings.startsAt ?? SystemTime.now, frozen: settings.isClockFrozen)
    }
    let trace = settings.trace(clock: clock)
    // A ring of its own: what one world does with its keys is nothing to the others.
    let keys = material.keys.copy
    let service = try settings.authService(
        store: .inMemory(), keys: keys, material: material, clock: clock, trace: trace)
    let providers = settings.providers(material: material, trace: trace)
    service.identityProviders = providers
    try settings.requireReach(of: settings.faults)
    let faults = service.faults
    faults.set(settings.faults)
    faults.skewClocks(of: clock)
    // Nobody else lives here: whoever waits for an answer may as well have waited.
    faults.isPassingTime = true
    let identity = settings.usesTLS ? material.identity : nil
    let scheme: ProviderScheme = settings.usesTLS ? .https : .http
    if let seeds = settings.seeds { try service.plant(seeds) }
    // A world has one client, who waits for each answer.
    return try await withListener(
        AuthAPI(service: service), at: ListenAddress(port: settings.authPort), name: "auth service",
        portAdvice: "leave `auth.port` out", clock: clock, threads: .ofConnection
    ) { auth in
        let authAddress = try WebURL(auth.origin)
        let backend = try settings.backend(
            auth: authAddress, users: UserStore(path: nil), material: material, book: faults, clock: clock, trace: trace
        )
        return try await withWorldBackend(
            settings,
            ours: CookieEdge(
                profile: settings.edge,
                inner: FaultEdge(
                    backend, book: faults, clock: clock, trace: trace, isSecure: settings.usesTLS
                ) { _ in .backend }, trace: trace), tls: identity,
            auth: authAddress, material: material, clock: clock
        ) { backendAddress, worldBackend in
            let hosts = VirtualHosts(
                auth: AuthAPI(service: service, isSecure: settings.usesTLS), backend: nil,
                web: SampleWebApp(
                    files: material.files, configuration: settings.pageConfiguration,
                    redirects: settings.redirectTargets, frames: settings.framedPages, scheme: scheme.rawValue),
                handover: try settings.viewHandover(auth: authAddress, material: material, clock: clock, trace: trace),
                apple: AppleAPI(providers.apple, clock: clock, trace: trace, scheme: scheme),
                twitter: TwitterAPI(providers.twitter, clock: clock, trace: trace, scheme: scheme))
            return try await withListener(
                CookieEdge(
                    profile: settings.edge,
                    inner: FaultEdge(
                        hosts, book: faults, clock: clock, trace: trace, isSecure: settings.usesTLS,
                        service: hosts.faultService(of:)), trace: trace),
                at: ListenAddress(port: settings.webPort), tls: identity, name: "web app",
                portAdvice: "leave `web.port` out", clock: clock, threads: .ofConnection
            ) { web in
                try await withOwnPage(settings, auth: authAddress, backend: backendAddress, material: material) {
                    page in
                    let hosts = try ProviderHosts(of: web)
                    let providers = providers.reachable(at: hosts, transport: material.transport, clock: clock)
                    service.identityProviders = providers
                    let addresses = WorldAddresses(
                        auth: authAddress, pageAuth: try WebURL(web.origin(host: VirtualHosts.authHost)),
                        backend: backendAddress,
                        web: try page ?? WebURL(web.origin(host: VirtualHosts.webHost)), providers: hosts,
                        partner: try WebURL(web.origin(host: SampleWebApp.partnerHost)))
                    return try await withEngineWindow(of: engines, for: settings, service: service, clock: clock) {
                        window in
                        let services = WorldServices(
                            clock: clock, trace: trace, addresses: addresses, authService: service,
                            providers: providers, backend: worldBackend, material: material)
                        let world = try services.world(settings, window: window)
                        let outcome: Result<Value, any Error>
                        do { outcome = .success(try await body(world)) } catch { outcome = .failure(error) }
                        await world.end()
                        return try outcome.get()
                    }
                }
            }
        }
    }
}

// The services of a world, as its settings want them; `serve` makes the same ones.
extension WorldSettings {
    package func authService(
        store: AccountStore, keys: KeyRing, material: WorldMaterial, clock: WorldClock, trace: TraceLog
    ) throws(BridgeFailure) -> AuthService {
        let service = try AuthService(
            projectID: projectID, strictness: strictness, tokenForm: tokenForm, store: store, keys: keys,
            serviceAccount: material.serviceAccount, clock: clock, trace: trace, ids: IdentitySource(seed: seed),
            configuration: AuthConfiguration(improvedEmailPrivacy: emailEnumerationProtection))
        service.singleProjectMode = singleProject
        return service
    }

    package func providers(material: WorldMaterial, trace: TraceLog) -> SimulatedProviders {
        SimulatedProviders(appleKey: material.appleKey, ids: IdentitySource(seed: seed), masking: trace.masking)
    }

    /// Both backends, with one cache of certificates.
    ///
    /// - Parameter book: says whether time passes for who is left waiting, and lets go of them.
    package func backend(
        auth: WebURL, users: UserStore, material: WorldMaterial, book: FaultBook, clock: WorldClock, trace: TraceLog,
        crossOrigin: CrossOriginPolicy = CrossOriginPolicy()
    ) throws(BridgeFailure) -> BackendSite {
        let certificates = try certificates(auth: auth, material: material, clock: clock, trace: trace)
        let exchange = try exchange(certificates, material: material, clock: clock, trace: trace)
        let admission = TokenAdmission(
            projectID: projectID, certificates: certificates, checks: strictness == .lenient ? .lenient : .strict,
            clockSkew: clockTolerance, clock: clock)
        let hold: @Sendable () async -> Void = { await clock.hang(in: book) }
        return BackendSite(
            exchange: BackendAPI(exchange, holdingBadTokens: leavesBadTokensUnanswered ? hold : nil),
            users: UsersAPI(UserDirectory(store: users, admission: admission, clock: clock, trace: trace)),
            crossOrigin: crossOrigin)
    }

    /// What the web app's own server has for views that hand themselves over.
    func viewHandover(
        auth: WebURL, material: WorldMaterial, clock: WorldClock, trace: TraceLog
    ) throws(BridgeFailure) -> ViewHandover {
        let certificates = try certificates(auth: auth, material: material, clock: clock, trace: trace)
        let backend = try exchange(certificates, material: material, clock: clock, trace: trace)
        let requests = AdminRequests(
            auth: auth, projectID: projectID,
            transport: TimeoutTransport(material.transport, after: Self.backendPatience, on: clock), trace: trace)
        return ViewHandover(
            backend: backend, mint: SessionCookieMint(requests), revocation: TokenRevocation(requests),
            admission: TokenAdmission(
                projectID: projectID, certificates: certificates, checks: strictness == .lenient ? .lenient : .strict,
                form: .sessionCookie, accounts: checksRevocation ? AccountLookup(requests) : nil, clock: clock),
            cookieName: cookieName, signInPath: pageGuard.signInPath, trace: trace)
    }

    private func certificates(
        auth: WebURL, material: WorldMaterial, clock: WorldClock, trace: TraceLog
    ) throws(BridgeFailure) -> CertificateCache {
        CertificateCache(
            url: try auth.resolving(Self.certificatePath),
            transport: TimeoutTransport(material.transport, after: Self.backendPatience, on: clock),
            caching: certificateCaching,
            clock: clock, trace: trace)
    }

    /// How long the built-in backend waits for the auth service, in the world's time: what Firebase's Admin SDK for Node
    /// has.
    private static let backendPatience = Duration.seconds(25)

    private func exchange(
        _ certificates: CertificateCache, material: WorldMaterial, clock: WorldClock, trace: TraceLog
    ) throws(BridgeFailure) -> Backend {
        var configuration = Backend.Configuration()
        configuration.cookie = try cookie()
        configuration.developerClaims = claimsSize.map {
            JSONObject([("roles", .string(String(repeating: "r", count: $0)))])
        }
        if strictness == .lenient { configuration.checks = .lenient }
        configuration.clockSkew = clockTolerance
        return Backend(
            serviceAccount: material.serviceAccount, certificates: certificates, configuration: configuration,
            clock: clock, trace: trace)
    }

    func trace(clock: WorldClock) -> TraceLog {
        TraceLog(
            clock: clock, masking: Masking(masking, key: FingerprintKey(seed: seed)), capacity: traceCapacity)
    }

    package var pageConfiguration: SampleWebApp.Configuration {
        SampleWebApp.Configuration(
            auth: nil, apiKey: apiKey, projectID: projectID, cookieName: pageCookieName ?? cookieName)
    }

    /// Where the auth service publishes the certificates of ID tokens.
    package static let certificatePath =
        "/www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com"

    var redirectTargets: [String: String] { Dictionary(redirects.map { ($0.from, $0.to) }) { first, _ in first } }

    var framedPages: [String: [String]] { Dictionary(frames.map { ($0.at, $0.shows) }) { first, _ in first } }

    /// The cookie that the backend sets: the usual one, or one with the attributes that a scenario gives.
    private func cookie() throws(BridgeFailure) -> TokenCookie {
        guard let cookieAttributes else {
            guard cookieName != TokenCookie.handoff.name else { return .handoff }
            return try TokenCookie(name: cookieName)
        }
        return try TokenCookie(name: cookieName, attributes: cookieAttributes)
    }
}
