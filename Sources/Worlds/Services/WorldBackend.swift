import BridgePrimitives
import HTTPLoader
import Hummingbird
import Listening
import Project

/// The backend of a world: the built-in one, somebody's own that was started with the world, or one that runs already.
enum WorldBackend: Sendable {
    case builtIn(StoppableListener)
    case started(StartedService)
    case elsewhere

    var isStoppable: Bool { if case .elsewhere = self { false } else { true } }

    func stop() async {
        switch self {
        case .builtIn(let listener): await listener.stop()
        case .started(let backend): await backend.stop()
        case .elsewhere: break
        }
    }

    /// The last line of its log; nil where there is none that is known.
    var lastWords: String? { if case .started(let backend) = self { backend.lastLine } else { nil } }
}

/// Lends a world's backend and its address, and takes down what was started however `body` ends.
///
/// - Parameter ours: the built-in backend, for settings without one of their own.
func withWorldBackend<Value: Sendable, Ours: HTTPResponderBuilder & Sendable>(
    _ settings: WorldSettings, ours: Ours, tls: ServerIdentity?, auth: WebURL, material: WorldMaterial,
    clock: WorldClock, _ body: (WebURL, WorldBackend) async throws -> Value
) async throws -> Value where Ours.Responder.Context: InitializableFromSource<ApplicationRequestContextSource> {
    guard let (own, folder) = settings.ownBackend else {
        return try await withStoppableListener { lend in
            try await withListener(
                ours, at: ListenAddress(port: settings.backendPort), tls: tls, name: "backend",
                portAdvice: "leave `backend.port` out", clock: clock, threads: .ofConnection, lend)
        } _: { bound, listener in
            try await body(WebURL(bound.origin(host: VirtualHosts.backendHost)), .builtIn(listener))
        }
    }
    guard let service = own.service else { return try await body(WebURL(own.url.text), .elsewhere) }
    return try await withStartedService(
        service, in: folder, surroundings: try settings.serviceSurroundings(auth: auth, material: material),
        transport: material.transport
    ) { address, backend in
        try await body(address, .started(backend))
    }
}
