import BridgePrimitives
import BridgeTrace
import HTTPLoader

/// Requests that the backend makes of the auth service, each in the trace.
struct BackendFetch: Sendable {
    let transport: any Transport
    let trace: TraceLog

    func perform(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        let hop = trace.nextHop()
        let shown = trace.masking.url(request.url.string)
        trace.record(.request(RequestEvent(hop: hop, method: request.method, url: shown, store: nil)), by: .backend)
        do {
            let exchange = try await transport.perform(request)
            let response = ResponseEvent(hop: hop, status: exchange.response.status, elapsed: exchange.timings.total)
            trace.record(.response(response), by: .backend)
            return exchange.response
        } catch {
            let response = ResponseEvent(hop: hop, status: nil, elapsed: .zero, reasons: [error.code.code])
            trace.record(.response(response), by: .backend)
            throw error
        }
    }
}
