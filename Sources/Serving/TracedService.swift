import BridgeTrace
import HTTPLoader
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
    /// Whose a request is.
    let actor: @Sendable (Request) -> TraceActor

    init(inner: Inner, scheme: String, trace: TraceLog, actor: @escaping @Sendable (Request) -> TraceActor) {
        (self.inner, self.scheme, self.trace, self.actor) = (inner, scheme, trace, actor)
    }

    /// A service with a listener of its own, whatever host its requests name.
    init(inner: Inner, scheme: String = "http", trace: TraceLog, actor: TraceActor) {
        self.init(inner: inner, scheme: scheme, trace: trace) { _ in actor }
    }

    func buildResponder() -> TracedService { self }

    func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
        let start = ContinuousClock.now
        do {
            let response = try await inner.respond(to: request, context: context)
            record(
                request, status: response.status.code, settingCookies: response.headers[values: .setCookie],
                since: start)
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

    private func record(
        _ request: Request, status: Int?, settingCookies: [String] = [], since start: ContinuousClock.Instant
    ) {
        let authority = request.head.authority ?? ""
        let cookies = request.headers[values: .cookie].flatMap { CookieFields.pairs(in: Array($0.utf8)) }
        let event = ServedEvent(
            method: request.method.rawValue,
            url: trace.masking.url("\(scheme)://\(authority)\(request.uri.path)"), status: status,
            cookies: cookies.map { MaskedField(name: $0.name, value: trace.masking.secret($0.value)) },
            setCookieNames: settingCookies.map { CookieFields.name(inSetCookie: Array($0.utf8)) },
            elapsed: ContinuousClock.now - start)
        trace.record(.served(event), by: actor(request))
    }
}
