import AuthEmulator
package import BridgePrimitives
package import BridgeTrace
package import Cookies
import HTTPLoader
import Inspecting
package import Listening
package import Proxying
package import Worlds

/// A proxy between real devices and the world, which explains their cookies as they pass.
package struct Recording: Sendable {
    /// An address of this machine; `0.0.0.0` for all, which lets devices in.
    package var host = "127.0.0.1"
    /// 0 for any free one.
    package var port = 8888
    /// Read these hosts alone; nothing for all.
    package var only: [AllowedHost] = []
    /// Hosts that pass unread.
    package var unread: [AllowedHost] = []
    /// Servers of this machine that devices may reach.
    package var allowed: Set<ProxiedHost> = []
    /// Nil for the one that is nearest to what each device says it is.
    package var profile: CookieProfile?
    /// The cookie that hands the session over.
    package var cookieName = "customtoken"
    package var masking = Masking.Policy.fingerprints
    /// Certificates in PEM form by which servers are verified besides the system's.
    package var furtherAuthorities = ""
    /// Whether Google's hosts are answered here; else by Google.
    package var answersGoogle = false
    /// Of the auth service that answers for Google's.
    package var settings = WorldSettings()
    /// Users and tenants to begin with; nil for nobody.
    package var seedFile: String?
    /// Of the inspector's page, 0 for any free one; nil for no page.
    package var inspectorPort: Int? = 0
    /// How long the authority is good.
    package static let life = Duration.seconds(86_400)

    package init() {}

    /// Starts the proxy, lends `body` where it is, and ends it however `body` ends.
    ///
    /// - Parameter tell: is told of each request on the threads that carry them: it must not take long.
    /// - Returns: what was recorded.
    /// - Throws: `server/port-in-use` and the like when it cannot listen; else what `body` throws.
    package func run(
        tell: @escaping @Sendable (RecordingNews) -> Void, _ body: (RecordingAddresses) async throws -> Void
    ) async throws -> RecordingOutcome {
        let now = SystemTime.now
        // Two of one day are told apart by the hour.
        let day = now.rfc3339.prefix(16).replacing("T", with: " ")
        let authority = try RunAuthority(forAnyHost: "session-bridge proxy \(day) UTC", now: now, life: Self.life)
        let network = try LocalNetwork.opened(by: host)
        let hub = inspectorPort == nil ? nil : InspectorHub(isNewestFirst: false)
        let recorder = Recorder(
            profile: profile, masking: Masking(masking), cookieName: cookieName, hub: hub, tell: tell)
        try await withGoogle { google in
            try await withInspector(hub, recorder) { inspector in
                try await record(
                    authority, network: network, recorder, google: google, inspector: inspector, body)
            }
        }
        return recorder.outcome
    }

    private func record(
        _ authority: RunAuthority, network: LocalNetwork?, _ recorder: Recorder, google: ProxyPolicy.Service?,
        inspector: BoundListener?, _ body: (RecordingAddresses) async throws -> Void
    ) async throws {
        let shown = Mutex<SetupPage?>(nil)
        try await withListener(RecordingPage { shown.withLock { $0 } }, name: "proxy's page") { page in
            let rules = RecordingRules(
                only: only, unread: unread, allowed: allowed,
                page: ProxyPolicy.Service(
                    name: "proxy's page", hosts: [RecordingRules.pageHost], address: page.address
                ) { _, _, _ in true },
                ownAddresses: Set(ThisMachine.current.interfaces.compactMap { NetworkAddress($0.address) }))
            var policy = ProxyPolicy(
                services: google.map { [$0] } ?? [],
                controlPorts: Set([page.port, inspector?.port, google?.address.port].compactMap(\.self)))
            policy.recording = rules
            var limits = ProxyLimits()
            limits.connectionsOfOne = 256
            try await withRecordingProxy(
                policy, authority: authority, at: ListenAddress(host: bindHost, port: port),
                portAdvice: "pass --port 0",
                limits: limits, furtherAuthorities: furtherAuthorities, observer: { recorder.take($0) }
            ) { proxy in
                let addresses = network?.addresses ?? [proxy.address.host]
                shown.withLock { $0 = SetupPage(authority: authority, addresses: addresses, port: proxy.port) }
                try await body(
                    RecordingAddresses(
                        proxy: proxy.address, reachable: addresses,
                        authorityPEM: authority.certificatePEM, authorityName: authority.name,
                        fingerprint: authority.fingerprint, expiry: authority.expiry,
                        inspector: inspector.map { $0.origin + "/inspector/" }))
            }
        }
    }

    /// A name of this machine's stands for all of its addresses.
    private var bindHost: String { NetworkAddress(host) == nil && host != "localhost" ? "0.0.0.0" : host }

    private func withGoogle(_ body: (ProxyPolicy.Service?) async throws -> Void) async throws {
        guard answersGoogle else { return try await body(nil) }
        try await withEphemeralStateDirectory { state in
            let clock = WorldClock { SystemTime.now }
            let material = try WorldMaterial(state: state, projectID: settings.projectID)
            defer { material.transport.shutdown() }
            let store = try AccountStore.inMemory()
            let service = try settings.authService(
                store: store, keys: material.keys, material: material, clock: clock,
                trace: TraceLog(clock: clock, masking: Masking(masking), capacity: 1000))
            if let seedFile { try service.plant(try SeedFile.seeds(at: seedFile)) }
            try await withGoogleAnswers(service, clock: clock) { try await body($0) }
            try store.close()
        }
    }

    private func withInspector(
        _ hub: InspectorHub?, _ recorder: Recorder, _ body: (BoundListener?) async throws -> Void
    ) async throws {
        guard let hub, let inspectorPort else { return try await body(nil) }
        let api = InspectorAPI(
            hub: hub, mode: .run, producer: "session-bridge \(SessionBridgeVersion.current)", reasons: .all,
            clients: { recorder.connected })
        try await withListener(
            api, at: ListenAddress(port: inspectorPort), name: "inspector", portAdvice: "pass --ui-port 0"
        ) {
            listener in
            // A page that looks on would hold the listener open.
            defer { hub.close() }
            try await body(listener)
        }
    }
}

/// Where a recording proxy is, and what a device must trust.
package struct RecordingAddresses: Sendable {
    package let proxy: ListenAddress
    /// Addresses that a person types into a device; the likeliest first.
    package let reachable: [String]
    package let authorityPEM: String
    package let authorityName: String
    /// SHA-256 of the authority's certificate.
    package let fingerprint: [UInt8]
    package let expiry: Instant
    /// Nil without one.
    package let inspector: String?

    private var shownFingerprint: String {
        fingerprint.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined(separator: ":")
    }

    /// For people: where, what to do, and by what the authority is known.
    package var lines: [String] {
        var lines = reachable.map { address in
            // Whoever comes from there would not be served.
            let isNear = NetworkAddress(address)?.isNear ?? true
            return "proxy         \(ListenAddress(host: address, port: proxy.port))"
                + (isNear ? "" : "  (an address of the internet: nobody from there is served)")
        }
        if let inspector { lines.append("inspector     \(inspector)") }
        lines += [
            "authority     \(authorityName), until \(expiry.rfc3339)", "              SHA-256 \(shownFingerprint)",
        ]
        return lines + steps.before
    }

    /// What is to be undone at the end.
    package var removal: [String] { steps.after }

    private var steps: SetupSteps { SetupSteps(addresses: reachable, port: proxy.port) }

    /// One object, `event` first.
    package var json: JSONValue {
        var object = JSONObject([
            ("event", "ready"), ("proxy", .string("\(proxy)")),
            ("addresses", .array(reachable.map { .string("\(ListenAddress(host: $0, port: proxy.port))") })),
            ("authority", .string(authorityName)), ("fingerprint", .string(shownFingerprint)),
            ("expires", .string(expiry.rfc3339)), ("page", .string("http://\(RecordingRules.pageHost)/")),
        ])
        object["inspector"] = inspector.map { .string($0) }
        return .object(object)
    }
}
