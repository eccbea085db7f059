import AuthEmulator
import BridgePrimitives
public import HTTPLoader
import Listening

/// Services that somebody else has started, such as those of a `serve` that runs.
public struct RunningServices: Hashable, Sendable {
    /// The auth service, as native code and the page reach it.
    public let auth: WebURL
    /// Where the app posts its ID token.
    public let backend: WebURL
    /// The web app.
    public let web: WebURL

    public init(auth: WebURL, backend: WebURL, web: WebURL) {
        (self.auth, self.backend, self.web) = (auth, backend, web)
    }
}

/// Lends `body` a world on services that run already; none is started, and none is ended.
///
/// It has a phone and a web view. Accounts, mails, keys and faults are with the services: the world's own auth service is
/// empty, and nobody asks it.
///
/// - Throws: what keeps the world from being made; else what `body` throws.
package func withWorld<Value: Sendable>(
    _ settings: WorldSettings, on services: RunningServices, material: WorldMaterial,
    _ body: (World) async throws -> Value
) async throws -> Value {
    let clock = WorldClock { SystemTime.now }
    let trace = settings.trace(clock: clock)
    let providers = settings.providers(material: material, trace: trace)
    let service = try settings.authService(
        store: .inMemory(), keys: material.keys.copy, material: material, clock: clock, trace: trace)
    let world = try WorldServices(
        clock: clock, trace: trace,
        addresses: WorldAddresses(
            auth: services.auth, pageAuth: services.auth, backend: services.backend, web: services.web,
            providers: ProviderHosts(apple: services.auth, twitter: services.auth),
            partner: try WebURL("\(services.web.scheme)://\(SampleWebApp.partnerHost):\(services.web.effectivePort)")),
        authService: service, providers: providers, backend: .elsewhere, material: material
    ).world(settings)
    let outcome: Result<Value, any Error>
    do { outcome = .success(try await body(world)) } catch { outcome = .failure(error) }
    await world.end()
    return try outcome.get()
}
