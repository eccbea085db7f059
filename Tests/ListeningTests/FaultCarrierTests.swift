import BridgePrimitives
import Faults
import HTTPLoader
import HTTPTypes
import Hummingbird
import Listening
import TestSupport
import Testing

/// Each effect on a real socket, as libcurl sees it.
@Suite("Faults on the wire", .timeLimit(.minutes(5)))
struct FaultCarrierTests {
    private static let now = Instant(secondsSinceEpoch: 1_795_251_600)
    private let transport: CurlTransport

    init() throws { transport = try CurlTransport() }

    /// Counts what it answers: what was asked of it, and what was not.
    private struct FaultyService: HTTPResponder, HTTPResponderBuilder {
        let book: FaultBook
        let clock: WorldClock
        let answered = Count()

        final class Count: Sendable {
            private let value = Mutex(0)
            func next() -> Int {
                value.withLock { value in
                    value += 1
                    return value
                }
            }
            var all: Int { value.withLock { $0 } }
        }

        func buildResponder() -> FaultyService { self }

        func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
            let faulted = FaultedRequest(
                service: .backend, method: request.method.rawValue, path: request.uri.path,
                authority: request.head.authority ?? "")
            let effects = book.take(for: faulted)
            let answered = answered
            return try await FaultCarrier(book, on: clock).respond(to: faulted, under: effects) {
                var response = Response(status: .ok, json: ["number": .integer(Int64(answered.next()))])
                response.headers[.setCookie] = "a=1"
                return response
            }
        }
    }

    private func serving(
        _ faults: [Fault], _ body: (FaultyService, BoundListener) async throws -> Void
    ) async throws {
        let book = FaultBook()
        book.set(faults)
        let service = FaultyService(book: book, clock: .frozen(at: Self.now))
        try await withListener(service, name: "faulty") { try await body(service, $0) }
    }

    private func get(_ bound: BoundListener, path: String = "/") async throws(TransportFailure)
        -> HTTPLoader.HTTPResponse
    {
        guard let url = try? WebURL(bound.origin + path) else { throw TransportFailure(.other, cause: path) }
        return try await transport.perform(HTTPLoader.HTTPRequest(url: url)).response
    }

    @Test(
        arguments: [
            (.status(503, message: "LATER", retryAfter: 7), 503, "retry-after", "7", 0),
            (.header("Set-Cookie", value: nil), 200, "set-cookie", nil, 1),
            (.header("X-Frame-Options", value: "DENY"), 200, "x-frame-options", "DENY", 1),
            (.cacheControl("max-age=31536000"), 200, "cache-control", "max-age=31536000", 1),
            (.body(.captivePortal), 200, "content-type", "text/html; charset=utf-8", 1),
            (.redirect(.itself), 302, "location", "/", 0),
            (.redirect(.address("https://example.com/")), 302, "location", "https://example.com/", 0),
            (.replay, 200, "set-cookie", "a=1", 1),
        ] as [(Fault.Effect, Int, String, String?, Int)])
    func anAnswerIsOtherThanTheServices(
        effect: Fault.Effect, status: Int, field: String, value: String?, asked: Int
    ) async throws {
        try await serving([Fault(.backend, effect: effect)]) { service, bound in
            let response = try await get(bound)
            #expect(response.status == status && response.headers.first(field) == value)
            #expect(service.answered.all == asked)
            // The connection goes on.
            let next = try await get(bound)
            #expect(next.status == status)
        }
    }

    @Test(arguments: [(Fault.Body.empty, ""), (.notJSON, "upstream said something else")])
    func aBodyIsAnother(body: Fault.Body, text: String) async throws {
        try await serving([Fault(.backend, effect: .body(body))]) { _, bound in
            let response = try await get(bound)
            #expect(response.text == text && response.headers.first("content-length") == "\(text.utf8.count)")
        }
    }

    @Test func aReplayedAnswerIsTheFirstOnes() async throws {
        try await serving([Fault(.backend, effect: .replay)]) { service, bound in
            let texts = [
                try await get(bound).text, try await get(bound).text, try await get(bound, path: "/other").text,
            ]
            #expect(texts == [#"{"number":1}"#, #"{"number":1}"#, #"{"number":2}"#])
            #expect(service.answered.all == 2)
        }
    }

    @Test func aDroppedConnectionHasNoAnswer() async throws {
        try await serving([Fault(.backend, effect: .drop, times: .once)]) { service, bound in
            let failure = await #expect(throws: TransportFailure.self) { try await get(bound) }
            #expect(failure?.code == .connectionLost && failure?.begun == nil && service.answered.all == 0)
            let next = try await get(bound)
            #expect(next.status == 200)
        }
    }

    @Test func aTruncatedAnswerHasItsHeadAndNotItsBody() async throws {
        try await serving([Fault(.backend, effect: .truncated, times: .once)]) { _, bound in
            let failure = await #expect(throws: TransportFailure.self) { try await get(bound) }
            #expect(failure?.code == .connectionLost)
            #expect(failure?.begun?.response.headers.first("set-cookie") == "a=1")
            let next = try await get(bound)
            #expect(next.status == 200)
        }
    }

    @Test func anEmptyBodyIsTruncatedTooByOneThatNeverComes() async throws {
        try await serving([
            Fault(.backend, effect: .body(.empty)), Fault(.backend, effect: .truncated),
        ]) { _, bound in
            await #expect(throws: TransportFailure(.connectionLost, cause: "")) { try await get(bound) }
        }
    }

    @Test func aDelayIsOverWhenTheWorldSaysSo() async throws {
        try await serving([Fault(.backend, effect: .delay(.seconds(60)))]) { service, bound in
            service.book.isPassingTime = true
            let next = try await get(bound)
            #expect(next.status == 200)
            #expect(service.clock.now == Self.now + .seconds(60))
        }
    }

    @Test func aDelayMayEndInAnotherFault() async throws {
        try await serving([
            Fault(.backend, effect: .delay(.seconds(60))), Fault(.backend, effect: .status(503, message: "m")),
        ]) { service, bound in
            service.book.isPassingTime = true
            let next = try await get(bound)
            #expect(next.status == 503)
            #expect(service.answered.all == 0)
        }
    }

    /// The client's own patience ends it, and not a second of real time for each of the world's.
    @Test(arguments: [10, 60])
    func whoHangsIsEndedByTheClientsPatience(seconds: Int) async throws {
        try await serving([Fault(.backend, effect: .hang)]) { service, bound in
            service.book.isPassingTime = true
            let patient = TimeoutTransport(transport, after: .seconds(seconds), on: service.clock)
            let url = try WebURL(bound.origin)
            await #expect(throws: TransportFailure(.timedOut, cause: "")) {
                try await patient.perform(HTTPLoader.HTTPRequest(url: url))
            }
            #expect(service.clock.now == Self.now + .seconds(seconds) && service.answered.all == 0)
        }
    }

    @Test func whoHangsIsLetGoByOtherFaults() async throws {
        try await serving([Fault(.backend, effect: .hang)]) { service, bound in
            let request = Task { try await get(bound) }
            // Taken out before or after the request has come: it ends either way.
            try await waitUntil("the request") { service.book.all.first?.times == .always }
            service.book.set([])
            switch await request.result {
            case .success(let response): #expect(response.status == 200)
            case .failure(let failure): #expect((failure as? TransportFailure)?.code == .connectionLost)
            }
        }
    }

    @Test func aListenerEndsWhileSomebodyHangs() async throws {
        let clock = ContinuousClock.now
        var request: Task<Void, Never>?
        try await serving([Fault(.backend, effect: .hang, times: .once)]) { service, bound in
            request = Task { _ = try? await get(bound) }
            try await waitUntil("the request") { service.book.all.isEmpty }
        }
        await request?.value
        #expect(ContinuousClock.now - clock < .seconds(60))
    }
}
