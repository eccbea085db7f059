import WorldTestSupport
import Worlds

/// Runs app code in two processes, one after the other: the app was closed and opened again.
@MainActor
func withWorldOfTwoStarts(
    _ first: @MainActor (World) async throws -> Void, _ second: @MainActor (World) async throws -> Void
) async throws {
    try await withWorld(WorldSettings(), material: SharedMaterial.material.get()) { world in
        try await world.app.run { try await first(world) }
        try await world.relaunch()
        try await world.app.run { try await second(world) }
    }
}
