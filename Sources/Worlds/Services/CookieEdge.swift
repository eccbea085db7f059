import BridgePrimitives
import BridgeTrace
import Cookies
import HTTPTypes
package import Hummingbird
import Listening

/// A server in front of another one: it cuts the cookies out of requests that its profile does not let through, and
/// traces what it cut.
package struct CookieEdge<Inner: HTTPResponder>: HTTPResponder, HTTPResponderBuilder, OversizedBodyAnswering
where Inner.Context == BasicRequestContext {
    let profile: EdgeProfile
    let inner: Inner
    let trace: TraceLog

    package func buildResponder() -> CookieEdge { self }

    package func answerToOversizedBody(of request: Request) -> Response? {
        (inner as? any OversizedBodyAnswering)?.answerToOversizedBody(of: request)
    }

    package func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
        // A request over HTTP/2 may have several Cookie fields (RFC 9113 §8.2.3).
        let fields = request.headers[values: .cookie]
        guard !fields.isEmpty, profile.forwardedCookies.value != .all else {
            return try await inner.respond(to: request, context: context)
        }
        let left = profile.forwarding(fields.joined(separator: "; "))
        var head = request.head
        head.headerFields[.cookie] = left.header
        if !left.dropped.isEmpty {
            let host = request.head.authority ?? ""
            let event = EdgeEvent(
                edge: profile.name, url: trace.masking.url("\(host)\(request.uri.path)"), forwarded: left.forwarded,
                dropped: left.dropped, reasons: [EdgeReason.cookieNotForwarded.code])
            trace.record(.edge(event), by: .edge)
        }
        return try await inner.respond(to: Request(head: head, body: request.body), context: context)
    }
}
