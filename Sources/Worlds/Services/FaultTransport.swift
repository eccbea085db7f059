import BridgePrimitives
import BridgeTrace
import Faults
import HTTPLoader

/// Where requests leave for a backend or a page that is somebody's own: they meet there the faults that they would meet
/// at a server of ours.
struct FaultTransport: Transport {
    let inner: any Transport
    let book: FaultBook
    let clock: WorldClock
    let trace: TraceLog
    /// Origins of what is somebody's own.
    let owners: [(origin: String, service: FaultService)]

    func perform(_ request: HTTPRequest) async throws(TransportFailure) -> Exchange {
        guard let service = owners.first(where: { $0.origin == request.url.origin })?.service else {
            return try await inner.perform(request)
        }
        let faulted = FaultedRequest(
            service: service, method: request.method, path: String(request.url.target.prefix { $0 != "?" }),
            authority: request.url.hostHeader, isSecure: request.url.isSecure)
        let effects = book.take(for: faulted)
        guard !effects.isEmpty else { return try await inner.perform(request) }
        trace.note(effects, faulted)
        return try await perform(request, faulted, FaultPlan(effects, for: faulted))
    }

    private func perform(
        _ request: HTTPRequest, _ faulted: FaultedRequest, _ plan: FaultPlan
    ) async throws(TransportFailure) -> Exchange {
        if plan.delay > .zero { await clock.wait(plan.delay, in: book) }
        let lost = TransportFailure(.connectionLost, cause: "\(request.url.hostAndPort): closed without an answer")
        switch plan.ending {
        case .dropped: throw lost
        case .hanging:
            await clock.hang(in: book)
            throw Task.isCancelled ? TransportFailure(.cancelled, cause: request.url.hostAndPort) : lost
        case .answered(let answer): return Exchange(request: request, response: HTTPResponse(answer))
        case .served: return try await served(by: plan, request, faulted)
        }
    }

    private func served(
        by plan: FaultPlan, _ request: HTTPRequest, _ faulted: FaultedRequest
    ) async throws(TransportFailure) -> Exchange {
        var exchange: Exchange
        if plan.isReplayed, let kept = book.kept(for: faulted) {
            exchange = Exchange(request: request, response: HTTPResponse(kept))
        } else {
            exchange = try await inner.perform(request)
            if plan.isReplayed { book.keep(FaultedAnswer(exchange.response), for: faulted) }
        }
        guard !plan.leavesAnswer else { return exchange }
        let changed = plan.changing(FaultedAnswer(exchange.response))
        exchange.response = HTTPResponse(changed)
        guard plan.isTruncated else { return exchange }
        exchange.response.body = []
        throw TransportFailure(
            .connectionLost, cause: "\(request.url.hostAndPort): closed in the middle of the body", begun: exchange)
    }
}

extension FaultedAnswer {
    fileprivate init(_ response: HTTPResponse) {
        self.init(
            status: response.status, fields: response.headers.map { Field($0.name, $0.text) }, body: response.body)
    }
}

extension HTTPResponse {
    fileprivate init(_ answer: FaultedAnswer) {
        self.init(
            status: answer.status, headers: HTTPHeaders(answer.fields.map { ($0.name, $0.value) }), body: answer.body)
    }
}
