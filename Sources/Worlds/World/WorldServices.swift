import AuthEmulator
import BridgePrimitives
import BridgeTrace
import HTTPLoader
import PageEngines

/// The half of a world that listens: what it takes to put another phone with another app beside it.
package struct WorldServices: Sendable {
    let clock: WorldClock
    /// Of what the services do; a phone beside the first one has its own.
    var trace: TraceLog
    let addresses: WorldAddresses
    let authService: AuthService
    let providers: SimulatedProviders
    let backend: WorldBackend
    let material: WorldMaterial

    /// A phone of its own, whose app has just been installed and started.
    ///
    /// - Parameter transport: how the phone reaches the services; nil for the material's.
    func world(
        _ settings: WorldSettings, over transport: (any Transport)? = nil, window: EngineWindow? = nil
    ) throws(BridgeFailure) -> World {
        try World(settings: settings, services: self, transport: transport ?? material.transport, window: window)
    }
}
