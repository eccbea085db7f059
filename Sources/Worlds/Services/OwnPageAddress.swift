import HTTPLoader
import Project

/// Lends the address of somebody's own page, whose server is started first where the settings say how, and ended however
/// `body` ends; nil for a page that is served here.
func withOwnPage<Value: Sendable>(
    _ settings: WorldSettings, auth: WebURL, backend: WebURL, material: WorldMaterial,
    _ body: (WebURL?) async throws -> Value
) async throws -> Value {
    guard let (page, folder) = settings.startedPage else { return try await body(settings.webURL) }
    return try await withStartedService(
        page, in: folder,
        surroundings: try settings.serviceSurroundings(auth: auth, backend: backend.origin, material: material),
        transport: material.transport
    ) { address, _ in try await body(address) }
}
