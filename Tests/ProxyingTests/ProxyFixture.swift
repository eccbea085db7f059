import BridgePrimitives
import BridgeTrace
import Listening
import Proxying
import TestSupport

/// A proxy on a free port with servers behind it that do as they are told.
struct ProxyFixture: Sendable {
    let port: Int
    let authority: RunAuthority
    /// What went through, as it happened.
    let log: TraceLog

    var events: [ProxiedEvent] {
        log.events.compactMap { if case .proxied(let event) = $0.kind { event } else { nil } }
    }

    /// The codes of all events, each with what became of its request.
    var codes: [String] {
        events.map { event in ([event.handling.rawValue] + event.reasons.map(\.rawValue)).joined(separator: " ") }
    }

    func client() throws -> RawClient { try RawClient(port: port) }

    /// Says something and gives all that comes of it.
    func answer(to text: String) async throws -> String {
        let client = try client()
        client.send(text)
        return await client.readToEnd()
    }
}

/// - Parameters:
///   - answers: a server that answers in the place of `www.googleapis.com`, which knows `/known`.
///   - closed: ports that steer something.
func withFixture(
    answers: ScriptedServer? = nil, allowed: [String] = [], closed: Set<Int> = [], limits: ProxyLimits = ProxyLimits(),
    _ body: (ProxyFixture) async throws -> Void
) async throws {
    let trace = TraceLog(clock: WorldClock { SystemTime.now }, masking: Masking(.fingerprints))
    let authority = try RunAuthority(for: ["www.googleapis.com"], now: SystemTime.now)
    let services = answers.map { server in
        [
            ProxyPolicy.Service(
                name: "google", hosts: ["www.googleapis.com"], address: ListenAddress(port: server.port)
            ) { _, _, path in path == "/known" }
        ]
    }
    let policy = ProxyPolicy(
        services: services ?? [], allowed: allowed.compactMap { AllowedHost($0) }, controlPorts: closed)
    try await withProxy(policy, authority: authority, limits: limits, trace: trace) { bound in
        try await body(ProxyFixture(port: bound.port, authority: authority, log: trace))
    }
}

/// Lends a server that is told what to answer.
func withServer(
    _ answer: @escaping @Sendable (ScriptedServer.Request) -> ScriptedServer.Answer,
    _ body: (ScriptedServer) async throws -> Void
) async throws {
    let server = try ScriptedServer(answer: answer)
    defer { server.stop() }
    try await body(server)
}
