import BridgePrimitives
import BridgeTrace
import Faults
import HTTPLoader
import Testing

@testable import Worlds

/// Somebody's own backend meets the same faults as ours.
@Suite("Faults where requests leave", .timeLimit(.minutes(5)))
struct FaultTransportTests {
    private struct Answering: Transport {
        func perform(_ request: HTTPRequest) async throws(TransportFailure) -> Exchange {
            let headers: HTTPHeaders = ["Set-Cookie": "a=1", "Content-Type": "application/json"]
            return Exchange(
                request: request,
                response: HTTPResponse(status: 200, headers: headers, body: Array(request.url.target.utf8)))
        }
    }

    private let book = FaultBook()
    private let clock = WorldClock.frozen(at: Instant(millisecondsSinceEpoch: 0))

    private func perform(
        _ fault: Fault, at url: String = "https://own.example.com/auth?id=1"
    ) async throws -> Exchange {
        book.set([fault])
        book.isPassingTime = true
        let trace = TraceLog(clock: clock, masking: Masking(.fingerprints, key: FingerprintKey(seed: 1)))
        let transport = FaultTransport(
            inner: Answering(), book: book, clock: clock, trace: trace,
            owners: [("https://own.example.com", .backend)])
        return try await TimeoutTransport(transport, after: .seconds(60), on: clock)
            .perform(HTTPRequest(url: WebURL(url)))
    }

    @Test(
        arguments: [
            (Fault(.backend, effect: .status(503, message: "m")), 503, nil),
            (Fault(.backend, path: "/auth", effect: .header("Set-Cookie", value: nil)), 200, nil),
            (Fault(.backend, path: "/other", effect: .drop), 200, "a=1"),
            (Fault(.web, effect: .drop), 200, "a=1"),  // another service's
            (Fault(.backend, effect: .delay(.seconds(20))), 200, "a=1"),
            (Fault(.backend, effect: .redirect(.itself)), 302, nil),
        ] as [(Fault, Int, String?)])
    func answers(fault: Fault, status: Int, cookie: String?) async throws {
        let response = try await perform(fault).response
        #expect(response.status == status && response.headers.first("set-cookie") == cookie)
    }

    @Test(arguments: [
        (Fault.Effect.drop, TransportReason.connectionLost, false), (.hang, .timedOut, false),
        (.truncated, .connectionLost, true), (.delay(.seconds(61)), .timedOut, false),
    ])
    func fails(effect: Fault.Effect, code: TransportReason, hasHead: Bool) async throws {
        let failure = await #expect(throws: TransportFailure.self) {
            try await perform(Fault(.backend, effect: effect))
        }
        #expect(failure?.code == code && (failure?.begun != nil) == hasHead)
    }

    @Test func otherHostsMeetNothing() async throws {
        #expect(try await perform(Fault(.backend, effect: .drop), at: "https://example.com/").response.status == 200)
    }
}
