import HTTPLoader
import TestSupport

extension ScriptedServer {
    func url(_ target: String = "/") throws -> WebURL { try WebURL("http://127.0.0.1:\(port)\(target)") }
}

/// Lends a server and a transport to `body` and ends both however it ends.
func withServer<Value>(
    limits: TransportLimits = TransportLimits(),
    answer: @escaping @Sendable (ScriptedServer.Request) -> ScriptedServer.Answer,
    _ body: (ScriptedServer, CurlTransport) async throws -> Value
) async throws -> Value {
    let server = try ScriptedServer(answer: answer)
    let transport = try CurlTransport(limits: limits)
    defer {
        transport.shutdown()
        server.stop()
    }
    return try await body(server, transport)
}

/// The failure that `body` ends with; nil when it succeeds.
func failure<Value>(of body: () async throws(TransportFailure) -> Value) async -> TransportFailure? {
    do {
        _ = try await body()
        return nil
    } catch {
        return error
    }
}
