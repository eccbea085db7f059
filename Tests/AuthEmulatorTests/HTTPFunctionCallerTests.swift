import AuthEmulator
import BridgePrimitives
import HTTPLoader
import Testing

/// Functions over HTTP: a transport that answers by path stands for them.
@Suite("Calling functions", .timeLimit(.minutes(5)))
struct HTTPFunctionCallerTests {
    private final class Server: Transport {
        let sent = Mutex<[HTTPRequest]>([])
        /// Never answers where nil.
        private let answer: @Sendable (WebURL) -> HTTPResponse?

        private let clock: WorldClock

        init(clock: WorldClock, answer: @escaping @Sendable (WebURL) -> HTTPResponse?) {
            (self.clock, self.answer) = (clock, answer)
        }

        func perform(_ request: HTTPRequest) async throws(TransportFailure) -> Exchange {
            sent.withLock { $0.append(request) }
            guard let response = answer(request.url) else {
                do { try await clock.sleep(until: WorldClock.range.upperBound) } catch {
                    throw TransportFailure(.cancelled, cause: request.url.hostAndPort)
                }
                throw TransportFailure(.couldNotConnect, cause: request.url.hostAndPort)
            }
            return Exchange(request: request, response: response)
        }
    }

    private let clock = WorldClock.frozen(at: Fixture.start)

    private func call(
        _ uri: String, reach: FunctionReach = .thisMachine, _ answer: @escaping @Sendable (WebURL) -> HTTPResponse?
    ) async -> (FunctionAnswer, [HTTPRequest]) {
        let server = Server(clock: clock, answer: answer)
        let answer = await HTTPFunctionCaller(transport: server, clock: clock, reach: reach).call(
            uri, jwt: Secret("a.b."))
        return (answer, server.sent.withLock { $0 })
    }

    @Test func theTokenIsPostedAsJSON() async throws {
        let (answer, sent) = await call("http://127.0.0.1:5001/f") { _ in HTTPResponse(status: 200, body: [0x7B, 0x7D])
        }
        #expect(answer == .answered(status: 200, body: [0x7B, 0x7D]))
        let request = try #require(sent.first)
        #expect(request.method == "POST" && sent.count == 1)
        #expect(request.headers.all("content-type").map { String(decoding: $0, as: UTF8.self) } == ["application/json"])
        #expect(try JSONValue(parsing: request.body ?? []) == ["data": ["jwt": "a.b."]])
        #expect(request.headers.all("authorization").isEmpty)
    }

    @Test(arguments: [
        ("http://localhost:1/f", true), ("http://fn.localhost/f", true), ("http://127.1.2.3/f", true),
        ("http://[::1]:9/f", true), ("http://example.com/f", false), ("http://10.0.0.1/f", false),
        ("http://localhost.example.com/f", false), ("http://127.0.0.1.example.com/f", false),
        ("https://metadata.google.internal/f", false),
    ])
    func onlyThisMachineIsReached(uri: String, isReached: Bool) async {
        let (answer, sent) = await call(uri) { _ in HTTPResponse(status: 200) }
        #expect(answer == (isReached ? .answered(status: 200, body: []) : .failed(.notLocal, causes: [])))
        #expect(sent.count == (isReached ? 1 : 0))
        let (allowed, _) = await call(uri, reach: .anywhere) { _ in HTTPResponse(status: 200) }
        #expect(allowed == .answered(status: 200, body: []))
    }

    @Test func redirectsAreFollowedButNotAway() async {
        let (answer, sent) = await call("http://localhost/a") { url in
            url.path == "/a"
                ? HTTPResponse(status: 307, headers: ["Location": "/b"]) : HTTPResponse(status: 200)
        }
        #expect(answer == .answered(status: 200, body: []))
        #expect(sent.map(\.url.path) == ["/a", "/b"] && sent.last?.body == sent.first?.body)
        let (away, asked) = await call("http://localhost/a") { _ in
            HTTPResponse(status: 307, headers: ["Location": "http://example.com/"])
        }
        #expect(away == .failed(.notLocal, causes: []) && asked.count == 1)
        let (round, _) = await call("http://localhost/a") { _ in
            HTTPResponse(status: 302, headers: ["Location": "/a"])
        }
        #expect(round == .failed(.redirected, causes: [LoadReason.tooManyRedirects.code]))
    }

    @Test func sixtySecondsOfTheGivenClock() async {
        // Ends with the test: where nobody waits any more, no time passes.
        async let _: Void = clock.passTime(atMost: .seconds(61))
        let answer = await call("http://localhost/slow") { _ in nil }.0
        #expect(answer == .failed(.deadline, causes: [TransportReason.timedOut.code]))
        #expect(clock.now >= Fixture.start + HTTPFunctionCaller.deadline)
    }

    @Test(arguments: ["", "f", "ftp://localhost/f", "http://"])
    func whatIsNoAddressIsNotCalled(uri: String) async {
        let (answer, sent) = await call(uri) { _ in HTTPResponse(status: 200) }
        #expect(answer == .failed(.unreachable, causes: []) && sent.isEmpty)
    }
}
