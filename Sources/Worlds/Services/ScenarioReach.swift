import BridgePrimitives
import HTTPLoader
import Listening
import Proxying
import Reasons

/// Which hosts a scenario, its app and its page may ask: a scenario can come from elsewhere, and what it sends may
/// have values of the environment in it.
struct ScenarioReach: Sendable {
    /// The project's own hosts, in lower case.
    private let own: Set<String>
    private let allowed: [AllowedHost]

    init(of settings: WorldSettings, at addresses: WorldAddresses) {
        let urls = [addresses.auth, addresses.pageAuth, addresses.backend, addresses.web, addresses.partner]
        own = Set((urls.map(\.host) + settings.ownHosts).map { ASCIIText.lowercased($0) })
        allowed = settings.allowedHosts
    }

    /// - Returns: why a request is not made; nil if it may be.
    func refusal(of url: WebURL) -> TransportReason? {
        let isLocal = LocalRequest.isLoopback(authority: url.hostHeader)
        // Only the user who started a `serve` beside this world may steer it.
        if isLocal, Self.isControl(url.path) { return .controlEndpoint }
        let host = ASCIIText.lowercased(url.host)
        return isLocal || own.contains(host) || allowed.contains { $0.admits(name: host) } ? nil : .hostNotAllowed
    }

    /// What a person reads of it.
    static func words(for reason: TransportReason, _ url: WebURL) -> String {
        reason == .controlEndpoint
            ? "\(url.hostAndPort) would be steered by the scenario"
            : "\(url.host) is neither this machine nor one of the project's hosts"
    }

    /// As a server reads a path: with escapes, and slashes more than one.
    private static func isControl(_ path: String) -> Bool {
        let decoded = String(
            decoding: PercentEncoding.decodeLeniently(Array(path.utf8)[...], plusIsBlank: false), as: UTF8.self)
        guard let first = decoded.split(separator: "/").first(where: { $0 != "." && $0 != ".." }) else { return false }
        return first == "__bridge" && decoded != "/__bridge/ca"
    }
}

/// Where requests of a scenario's app and page leave the world.
struct ReachTransport: Transport {
    let inner: any Transport
    let reach: ScenarioReach

    func perform(_ request: HTTPRequest) async throws(TransportFailure) -> Exchange {
        if let reason = reach.refusal(of: request.url) {
            throw TransportFailure(reason, cause: ScenarioReach.words(for: reason, request.url))
        }
        return try await inner.perform(request)
    }
}
