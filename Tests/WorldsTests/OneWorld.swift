import WorldTestSupport

@testable import Worlds

/// A world with the tests' keys.
///
/// - Parameter change: of the usual settings.
func world<Value: Sendable>(
    _ change: (inout WorldSettings) -> Void = { _ in }, _ body: (World) async throws -> Value
) async throws -> Value {
    var settings = WorldSettings()
    change(&settings)
    return try await withWorld(settings, material: SharedMaterial.material.get(), body)
}
