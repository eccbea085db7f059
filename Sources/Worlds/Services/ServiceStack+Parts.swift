import AuthEmulator
package import BridgePrimitives
package import BridgeTrace
import Faults
package import HTTPLoader
package import HandoffBackend
package import Hummingbird
package import IdentityProviders
package import Listening
import RouterGuard
import Tokens

// What answers at the listeners.
extension ServiceStack {
    /// Both backends, with one cache of certificates.
    package func backend(
        auth: WebURL, users: UserStore, crossOrigin: CrossOriginPolicy = CrossOriginPolicy()
    ) throws(BridgeFailure) -> BackendSite {
        let certificates = try certificates(auth: auth)
        let admission = TokenAdmission(
            projectID: settings.projectID, certificates: certificates,
            checks: settings.strictness == .lenient ? .lenient : .strict, clockSkew: settings.clockTolerance,
            clock: clock)
        // The book says whether time passes for who is left waiting, and lets go of them.
        let hold: @Sendable () async -> Void = { [clock, book = authService.faults] in await clock.hang(in: book) }
        return BackendSite(
            exchange: BackendAPI(
                try exchange(certificates), holdingBadTokens: settings.leavesBadTokensUnanswered ? hold : nil),
            users: UsersAPI(UserDirectory(store: users, admission: admission, clock: clock, trace: trace)),
            crossOrigin: crossOrigin)
    }

    /// What the web app's own server has for views that hand themselves over.
    func viewHandover(auth: WebURL) throws(BridgeFailure) -> ViewHandover {
        let certificates = try certificates(auth: auth)
        let requests = AdminRequests(
            auth: auth, projectID: settings.projectID, transport: backendTransport, trace: trace)
        return ViewHandover(
            backend: try exchange(certificates), mint: SessionCookieMint(requests),
            revocation: TokenRevocation(requests),
            admission: TokenAdmission(
                projectID: settings.projectID, certificates: certificates,
                checks: settings.strictness == .lenient ? .lenient : .strict, form: .sessionCookie,
                accounts: settings.checksRevocation ? AccountLookup(requests) : nil, clock: clock),
            cookieName: settings.cookieName, signInPath: settings.pageGuard.signInPath, trace: trace)
    }

    private func certificates(auth: WebURL) throws(BridgeFailure) -> CertificateCache {
        CertificateCache(
            url: try auth.resolving(WorldSettings.certificatePath), transport: backendTransport,
            caching: settings.certificateCaching, clock: clock, trace: trace)
    }

    /// The built-in backend waits for the auth service, in the world's time, as long as Firebase's Admin SDK for Node.
    private var backendTransport: TimeoutTransport {
        TimeoutTransport(material.transport, after: .seconds(25), on: clock)
    }

    private func exchange(_ certificates: CertificateCache) throws(BridgeFailure) -> Backend {
        var configuration = Backend.Configuration()
        configuration.cookie = try settings.cookie
        configuration.developerClaims = settings.claimsSize.map {
            JSONObject([("roles", .string(String(repeating: "r", count: $0)))])
        }
        if settings.strictness == .lenient { configuration.checks = .lenient }
        configuration.clockSkew = settings.clockTolerance
        return Backend(
            serviceAccount: material.serviceAccount, certificates: certificates, configuration: configuration,
            clock: clock, trace: trace)
    }

    /// The services that share a listener.
    ///
    /// - Parameter backend: nil if it has a listener of its own.
    package func hosts(
        _ scheme: ProviderScheme, access: ControlAccess = .thisMachine, backend: BackendSite? = nil,
        handover: ViewHandover? = nil, network: LocalNetwork? = nil, trust: AuthorityPages? = nil
    ) -> VirtualHosts {
        var page = settings.pageConfiguration
        page.network = network
        return VirtualHosts(
            auth: AuthAPI(service: authService, isSecure: scheme == .https, access: access), backend: backend,
            web: SampleWebApp(
                files: material.files, configuration: page, redirects: settings.redirectTargets,
                frames: settings.framedPages, scheme: scheme.rawValue),
            handover: handover, apple: AppleAPI(providers.apple, clock: clock, trace: trace, scheme: scheme),
            twitter: TwitterAPI(providers.twitter, clock: clock, trace: trace, scheme: scheme), network: network,
            trust: trust)
    }

    /// A server with what is in front of each of the world's servers: an edge, and the faults that its requests meet.
    ///
    /// - Parameter actor: whose request it is.
    package func edged<Inner: HTTPResponder>(
        _ inner: Inner, _ scheme: ProviderScheme, actor: @escaping @Sendable (Request) -> TraceActor
    ) -> CookieEdge<FaultEdge<Inner>> {
        let faulted = FaultEdge(
            inner: inner, book: authService.faults, clock: clock, trace: trace, isSecure: scheme == .https
        ) { FaultService(actor($0)) }
        return CookieEdge(profile: settings.edge, inner: faulted, trace: trace)
    }

    /// Has the auth service send browsers to the providers there.
    ///
    /// - Returns: the providers as they are reached there.
    @discardableResult package func reachProviders(at hosts: ProviderHosts) -> SimulatedProviders {
        let reachable = providers.reachable(at: hosts, transport: material.transport, clock: clock)
        authService.identityProviders = reachable
        return reachable
    }
}
