import BridgePrimitives
import BridgeTrace
import HTTPLoader
import Serving
import Testing

/// A world on free ports, and a client for it.
enum Served {
    /// Serves on free ports and lends the addresses and a client.
    static func world(
        observer: (@Sendable (TraceEvent) -> Void)? = nil, configuring configure: (inout Serving) -> Void = { _ in },
        _ body: @escaping @Sendable (ServedAddresses, CurlTransport) async throws -> Void
    ) async throws {
        var serving = Serving()
        serving.observer = observer
        serving.isEphemeral = true
        serving.ports = Serving.Ports(base: 0)
        configure(&serving)
        let outcome = Mutex<Result<Void, any Error>>(.success(()))
        let addresses = Mutex<ServedAddresses?>(nil)
        try await serving.run { ready in
            addresses.withLock { $0 = ready }
        } untilStopped: {
            do {
                let ready = try #require(addresses.withLock { $0 })
                let transport = try CurlTransport()
                defer { transport.shutdown() }
                try await body(ready, transport)
            } catch {
                outcome.withLock { $0 = .failure(error) }
            }
        }
        try outcome.withLock { try $0.get() }
    }

    static func call(
        _ method: String, _ url: String, _ body: JSONValue? = nil, headers: HTTPHeaders = [:],
        over transport: CurlTransport
    ) async throws -> HTTPResponse {
        let url = try WebURL(url)
        let request =
            body.map { HTTPRequest.json(method: method, url: url, value: $0, headers: headers) }
            ?? HTTPRequest(method: method, url: url, headers: headers)
        return try await transport.perform(request).response
    }
}
