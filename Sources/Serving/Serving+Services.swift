import AuthEmulator
import BridgePrimitives
import BridgeTrace
import HTTPLoader
import HandoffBackend
import Hummingbird
import IdentityProviders
import Inspecting
import Listening
import Project
import Worlds

// What is served.
extension Serving {
    /// Opens all services, one after the other.
    ///
    /// - Parameter shown: the trace's name at the hub.
    func open(
        _ stack: ServiceStack, _ state: WorldState, announced: AnnouncedAddresses, hub: InspectorHub, shown: String
    ) async throws -> ServedAddresses {
        let (service, material, trace) = (stack.authService, stack.material, stack.trace)
        let access = ControlAccess(network: network, token: controlToken)
        let trust = AuthorityPages(of: material.authority, isOwnApp: settings.webRoot != nil)
        func edged<Inner: HTTPResponder>(
            _ inner: Inner, _ scheme: ProviderScheme, actor: @escaping @Sendable (Request) -> TraceActor
        ) -> TracedService<CookieEdge<FaultEdge<Inner>>> {
            TracedService(
                inner: stack.edged(inner, scheme, actor: actor), scheme: scheme.rawValue, trace: trace, actor: actor)
        }
        let auth = try await stack.listen(
            TracedService(inner: AuthAPI(service: service, access: access), trace: trace, actor: .auth),
            at: ports.auth, andAt: everywhere, name: "auth service", limits: AuthAPI.listenerLimits
        ).value
        tell(auth.leftOut)
        let authURL = try WebURL(auth.origin)
        let backend = try stack.backend(
            auth: authURL, users: state.users,
            crossOrigin: CrossOriginPolicy(
                origins: crossOrigins + [announced.app?.url.origin].compactMap(\.self), network: network))
        func web(_ scheme: ProviderScheme) -> TracedService<CookieEdge<FaultEdge<VirtualHosts>>> {
            let hosts = stack.hosts(scheme, access: access, backend: backend, network: network, trust: trust)
            return edged(hosts, scheme, actor: hosts.actor)
        }
        let http = try await stack.listen(web(.http), at: ports.http, andAt: everywhere, name: "web app").value
        let https = try await stack.listen(
            web(.https), at: ports.https, andAt: everywhere, tls: material.identity, name: "web app (TLS)"
        ).value
        let control = try await open(
            ControlAPI(
                clock: stack.clock, trace: trace, service: service, providers: stack.providers, state: state,
                authOrigin: auth.origin, access: access,
                inspector: InspectorAPI(
                    hub: hub, mode: .serve, producer: SessionBridgeVersion.producer, reasons: .all,
                    people: ServedPeople(service: service, origin: auth.origin).json),
                traceWasEmptied: { hub.empty(shown) }), on: stack)
        var reached: ServedNetwork?
        if network != nil {
            // Other machines cannot resolve `api.localhost`, so the backend has listeners of its own.
            let plain = try await stack.listen(
                edged(backend, .http) { _ in .backend }, at: ports.backend, andAt: everywhere, name: "backend")
            let secure = try await stack.listen(
                edged(backend, .https) { _ in .backend }, at: ports.backendTLS, andAt: everywhere,
                tls: material.identity, name: "backend (TLS)")
            reached = servedNetwork(
                (plain.value, secure.value), auth: auth, http: http, https: https, control: control,
                trustPath: trust.path)
        }
        let (apple, twitter) = try await openProviders(on: stack)
        await announced.warn(over: material.transport, warn)
        // A page that looks on would hold the listeners open.
        stack.atClose { hub.close() }
        let ownBackend =
            try await stack.startBackend(auth: authURL)?.address.origin ?? settings.ownBackend?.backend.url.text
            ?? backendURL
        let ours = http.origin(host: VirtualHosts.backendHost)
        let ownPage = try await stack.startPage(auth: authURL, backend: ownBackend ?? ours)?.origin ?? webURL
        return ServedAddresses(
            auth: auth.origin, backend: ownBackend ?? ours,
            backendTLS: ownBackend ?? https.origin(host: VirtualHosts.backendHost),
            web: ownPage ?? http.origin(host: VirtualHosts.webHost),
            webTLS: ownPage ?? https.origin(host: VirtualHosts.webHost), control: control.origin,
            project: settings.projectID, ca: material.authority.certificatePath,
            strictness: settings.strictness.rawValue, tokens: service.tokenForm.rawValue, apple: apple.origin,
            twitter: twitter.origin, twitterConsumer: stack.providers.twitterConsumer,
            serviceAccount: material.serviceAccountPath, google: try await openGoogleFront(on: stack, control),
            trustPage: http.origin(host: VirtualHosts.webHost) + trust.path, network: reached)
    }

    private func open(_ control: ControlAPI, on stack: ServiceStack) async throws -> BoundListener {
        // Observed, and not kept: a client that reads the trace again and again would fill it with its own requests.
        let trace = TraceLog(clock: stack.clock, masking: stack.trace.masking, capacity: 1, observer: observer)
        let (address, further) = (
            ListenAddress(port: ports.control), controlToken == nil ? Self.loopback : everywhere
        )
        return try await stack.open { lend in
            try await withListener(
                TracedService(inner: control, trace: trace, actor: .control), at: address, andAt: further,
                name: "control", limits: ListenerLimits(bodyBytes: ControlAPI.stateLimit), lend)
        }.value
    }

    /// They have ports of their own, so that browsers get there that resolve no names under `localhost`.
    private func openProviders(on stack: ServiceStack) async throws -> (apple: BoundListener, twitter: BoundListener) {
        let (clock, trace) = (stack.clock, stack.trace)
        let apple = TracedService(
            inner: AppleAPI(stack.providers.apple, clock: clock, trace: trace), trace: trace, actor: .apple)
        let twitter = TracedService(
            inner: TwitterAPI(stack.providers.twitter, clock: clock, trace: trace), trace: trace, actor: .twitter)
        let listeners = (
            try await stack.listen(apple, at: ports.apple, andAt: Self.loopback, name: "apple").value,
            try await stack.listen(twitter, at: ports.twitter, andAt: Self.loopback, name: "twitter").value
        )
        stack.reachProviders(
            at: ProviderHosts(apple: try WebURL(listeners.0.origin), twitter: try WebURL(listeners.1.origin)))
        return listeners
    }

    private func openGoogleFront(on stack: ServiceStack, _ control: BoundListener) async throws -> GoogleFront? {
        guard let googleFront else { return nil }
        return try await stack.open { lend in
            try await withGoogleFront(
                googleFront, service: stack.authService, authority: stack.material.authority,
                controlPorts: [control.port], clock: stack.clock, trace: stack.trace, lend)
        }.value
    }
}
