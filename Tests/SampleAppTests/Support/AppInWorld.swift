import AppFrameworks
import BridgePrimitives
import BridgeTrace
import HTTPLoader
import SimulatedDevice
import WorldTestSupport
import Worlds

/// Runs app code in the process that a world has started.
@MainActor
func inApp(
    _ settings: WorldSettings = WorldSettings(), _ body: @MainActor (World) async throws -> Void
) async throws {
    try await withWorld(settings, material: SharedMaterial.material.get()) { world in
        try await world.app.run { try await body(world) }
    }
}

extension World {
    var backend: URL { get throws { try address(addresses.backend.origin) } }
    var page: URL { get throws { try address(addresses.web.origin + "/") } }
    var twitter: URL { get throws { try address(addresses.providers.twitter.origin) } }

    private func address(_ text: String) throws -> URL {
        guard let url = URL(string: text) else { throw URLError(.badURL) }
        return url
    }

    /// All reasons that the trace names, of events and of cookies that stayed at home.
    var reasons: Set<String> {
        Set(
            trace.events.flatMap { event in
                event.reasons.map(\.rawValue)
                    + (event.webRequest?.withheld ?? []).flatMap { $0.reasons.map(\.rawValue) }
            })
    }

    /// The cookies of each request that web views made for documents of the page's address, oldest first.
    var sentToPage: [[String]] {
        trace.events.compactMap { event in
            guard event.actor == .webView else { return nil }
            return event.webRequest?.sent.map(\.name)
        }
    }
}

extension TraceEvent {
    fileprivate var webRequest: RequestEvent? {
        if case .request(let request) = kind { request } else { nil }
    }
}
