import BridgeTrace
import HTTPTypes
import Hummingbird
import Listening
import Worlds

/// A service whose answers are events of the trace.
struct TracedService<Inner: HTTPResponder>: HTTPResponder, HTTPResponderBuilder, OversizedBodyAnswering
where Inner.Context == BasicRequestContext {
    let inner: Inner
    let scheme: String
    let trace: TraceLog
    /// Whose it is where the host does not tell.
    var actor = TraceActor.auth

    func buildResponder() -> TracedService { self }

    func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
        let start = ContinuousClock.now
        do {
            let response = try await inner.respond(to: request, context: context)
            record(request, status: response.status.code, since: start)
            return response
        } catch {
            record(request, status: (error as? any HTTPResponseError)?.status.code, since: start)
            throw error
        }
    }

    func answerToOversizedBody(of request: Request) -> Response? {
        let response = (inner as? any OversizedBodyAnswering)?.answerToOversizedBody(of: request)
        // The listener answers with this status itself where the service has no words of its own.
        record(request, status: response?.status.code ?? HTTPResponse.Status.contentTooLarge.code, since: .now)
        return response
    }

    private func record(_ request: Request, status: Int?, since start: ContinuousClock.Instant) {
        let authority = request.head.authority ?? ""
        let event = ServedEvent(
            method: request.method.rawValue,
            url: trace.masking.url("\(scheme)://\(authority)\(request.uri.path)"), status: status,
            elapsed: ContinuousClock.now - start)
        trace.record(.served(event), by: actor(for: authority))
    }

    /// Hosts as ``VirtualHosts`` tells them apart; services with a listener of their own are asked by its address.
    private func actor(for authority: String) -> TraceActor {
        if authority.hasPrefix("api.twitter.") || authority.hasPrefix("appleid.apple.") { return .auth }
        if authority.hasPrefix("api.") { return .backend }
        if authority.hasPrefix("auth.") { return .auth }
        return authority.hasPrefix("app.") ? .page : actor
    }
}
