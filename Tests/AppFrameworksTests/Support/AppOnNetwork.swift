import AppFrameworks
import BridgePrimitives
import BridgeTrace
import Cookies
import CookieStores
import HTTPLoader
import SimulatedDevice

/// An app on a phone whose network leads to one server; the clock stands still.
@MainActor
struct AppOnNetwork {
    let site: Site
    let clock: WorldClock
    let trace: TraceLog
    let device: Device
    let process: AppProcess

    static let start = Instant(secondsSinceEpoch: 1_795_251_600)

    func url(_ path: String = "/", on host: String = "app.localhost") throws -> URL {
        guard let url = URL(string: site.address(path, on: host)) else { throw URLError(.badURL) }
        return url
    }

    /// Events of one kind, in order.
    private func events<Event>(_ pick: (TraceEvent.Kind) -> Event?) -> [Event] {
        trace.events.compactMap { pick($0.kind) }
    }
    var requests: [RequestEvent] { events { if case .request(let event) = $0 { event } else { nil } } }
    var writes: [CookieWriteEvent] { events { if case .cookieWrite(let event) = $0 { event } else { nil } } }
    var navigations: [NavigationEvent] { events { if case .navigation(let event) = $0 { event } else { nil } } }

    var messages: [MessageEvent] { events { if case .message(let event) = $0 { event } else { nil } } }

    /// `name: reasons` of what requests went without, in order.
    var withheld: [String] {
        requests.flatMap(\.withheld).map { "\($0.name): \($0.reasons.map(\.rawValue).joined(separator: " "))" }
    }
}

/// Runs `body` as an app's code, and shuts everything down however it ends.
@MainActor
func withApp<Value>(
    profile: CookieProfile = .ios18, information: AppInformation = AppInformation(), hasNetwork: Bool = true,
    answering answer: @escaping @Sendable (SiteRequest) -> SiteAnswer? = { _ in .page() },
    _ body: @MainActor (AppOnNetwork) async throws -> Value
) async throws -> Value {
    let site = try Site(answer)
    let transport = try CurlTransport()
    defer {
        site.stop()
        transport.shutdown()
    }
    let clock = WorldClock.frozen(at: AppOnNetwork.start)
    let trace = TraceLog(clock: clock, masking: Masking(.revealed))
    let device = Device(profile: profile, publicSuffixes: PublicSuffixList.standard, clock: clock, trace: trace)
    if hasNetwork { device.services.provide(DeviceNetwork(transport)) }
    let process = try device.install(
        AppBundle(team: "TEAM123456", bundleID: "com.example.shop", information: information)
    ).launch(.user)
    defer { process.end() }
    let app = AppOnNetwork(site: site, clock: clock, trace: trace, device: device, process: process)
    return try await process.run { try await body(app) }
}
