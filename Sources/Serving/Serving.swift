import AuthEmulator
package import BridgePrimitives
package import BridgeTrace
import Files
import HandoffBackend
import HTTPLoader
import Inspecting
package import Listening
import Project
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

    /// A backend or a page of the user's own in them is started with the services, and announced instead of ours.
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
    /// A web app of the user's own; ours is served all the same, and not announced.
    package var webURL: String?
    package var backendURL: String?
    /// Whether a proxy stands in for Google's hosts besides; nil for none.
    package var googleFront: GoogleFront.Settings?
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
            state: state, projectID: settings.projectID, serviceAccountFile: serviceAccountFile,
            webRoot: settings.webRoot, network: network, trusting: settings.trustedCertificates)
        defer { material.transport.shutdown() }
        for refusal in material.files.refusals { warn?(refusal.failure) }
        if let replacement = material.authority.replacement { warn?(replacement) }
        if let unnamed = unnamedAddresses { warn?(unnamed) }
        let announced = try announcedAddresses
        if let exportPath { try StateFiles.prepare(exportPath) }
        let store = try isEphemeral ? AccountStore.inMemory() : AccountStore(path: state.file("accounts.sqlite"))
        let stack = try ServiceStack(
            settings, material: material, clock: clock, trace: trace, store: store, keys: material.keys)
        let users = try UserStore(path: isEphemeral ? nil : state.file("users.sqlite"))
        let worldState = WorldState(service: stack.authService, users: users)
        if let importPath { try worldState.replace(by: StateFiles.read(importPath)) }
        if let seedFile { try stack.authService.plant(try SeedFile.seeds(at: seedFile)) }
        stack.authService.announcedDomains = announcedHosts(announced)
        let value = try await stack.lend {
            try await body(open(stack, worldState, announced: announced, hub: hub, shown: shown))
        }
        if let exportPath { try StateFiles.write(worldState.exported(), to: exportPath) }
        try users.close()
        try store.close()
        return value
    }
}
