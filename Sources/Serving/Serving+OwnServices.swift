import BridgePrimitives
import HTTPLoader
import Project
import Worlds

// A backend and a page's server of the user's own, which are started with the services.
extension Serving {
    /// Where they are; nil for what is not the user's, or not the project file's.
    struct OwnOrigins: Sendable {
        var backend: String?
        var page: String?
    }

    /// Starts what the project file starts, the backend first, lends its addresses, and ends it however `body` ends.
    ///
    /// - Parameter ours: the built-in backend, which a page's server is told of where there is no other.
    func withOwnServices<Value: Sendable>(
        auth: WebURL, backend ours: String, material: WorldMaterial, _ body: (OwnOrigins) async throws -> Value
    ) async throws -> Value {
        try await withOwnBackend(auth: auth, material: material) { backend in
            guard let (page, folder) = startedPage else { return try await body(OwnOrigins(backend: backend)) }
            let surroundings = try settings.serviceSurroundings(
                auth: auth, backend: backend ?? backendURL ?? ours, material: material)
            return try await withStartedService(
                page, in: folder, surroundings: surroundings, transport: material.transport
            ) { address, _ in try await body(OwnOrigins(backend: backend, page: address.origin)) }
        }
    }

    private func withOwnBackend<Value: Sendable>(
        auth: WebURL, material: WorldMaterial, _ body: (String?) async throws -> Value
    ) async throws -> Value {
        guard let (own, folder) = ownBackend, let service = own.service else {
            return try await body(ownBackend?.backend.url.text)
        }
        return try await withStartedService(
            service, in: folder, surroundings: try settings.serviceSurroundings(auth: auth, material: material),
            transport: material.transport
        ) { address, _ in try await body(address.origin) }
    }
}
