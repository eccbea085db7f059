import BridgePrimitives
import BridgeTrace
import Faults
import HTTPTypes
package import Hummingbird
import Listening

/// A server in front of another one, at which requests meet the faults that are for them.
package struct FaultEdge<Inner: HTTPResponder>: HTTPResponder, HTTPResponderBuilder, OversizedBodyAnswering
where Inner.Context == BasicRequestContext {
    let inner: Inner
    let book: FaultBook
    let clock: WorldClock
    let trace: TraceLog
    let isSecure: Bool
    /// Whose request it is; nil for one that others look after.
    let service: @Sendable (Request) -> FaultService?

    package func buildResponder() -> FaultEdge { self }

    package func answerToOversizedBody(of request: Request) -> Response? {
        (inner as? any OversizedBodyAnswering)?.answerToOversizedBody(of: request)
    }

    package func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
        guard let service = service(request) else { return try await inner.respond(to: request, context: context) }
        let faulted = FaultedRequest(
            service: service, method: request.method.rawValue, path: request.uri.path,
            authority: request.head.authority ?? "", isSecure: isSecure)
        let effects = book.take(for: faulted)
        guard !effects.isEmpty else { return try await inner.respond(to: request, context: context) }
        trace.note(effects, faulted)
        return try await FaultCarrier(book, on: clock).respond(to: faulted, under: effects) {
            try await inner.respond(to: request, context: context)
        }
    }
}

extension TraceLog {
    /// Tells that a request met these.
    func note(_ effects: [Fault.Effect], _ request: FaultedRequest) {
        for effect in effects {
            record(
                .fault(
                    FaultEvent(
                        service: request.service.rawValue, effect: masking.text(effect.text), method: request.method,
                        url: masking.url("\(request.authority)\(request.path)"), reasons: [FaultReason.injected.code])),
                by: .edge)
        }
    }
}

extension FaultService {
    /// Nil for the auth service, which looks after its own faults, and for who answers no requests.
    init?(_ actor: TraceActor) {
        switch actor {
        case .backend: self = .backend
        case .apple, .twitter: self = .provider
        case .page: self = .web
        default: return nil
        }
    }
}
