import BridgePrimitives
import BridgeTrace
import CookieStores
import HTTPLoader
import Testing

@Suite("One request and its answer, in the trace", .timeLimit(.minutes(5)))
struct TracedHopTests {
    /// Answers at once and remembers what it was asked.
    private final class Answering: Transport {
        private let response: Result<HTTPResponse, TransportFailure>
        private let log = Mutex<[HTTPRequest]>([])
        var requests: [HTTPRequest] { log.withLock { $0 } }

        init(_ response: Result<HTTPResponse, TransportFailure>) { self.response = response }

        func perform(_ request: HTTPRequest) async throws(TransportFailure) -> Exchange {
            log.withLock { $0.append(request) }
            return Exchange(
                request: request, response: try response.get(), timings: Timings(total: .milliseconds(3)))
        }
    }

    private let masking = Masking(.revealed)

    private func run(
        _ request: HTTPRequest, _ cookies: HopCookies, answer: Result<HTTPResponse, TransportFailure>
    ) async -> (wire: HTTPRequest?, request: RequestEvent?, response: ResponseEvent?) {
        let trace = TraceLog(clock: .frozen(at: .epoch), masking: masking)
        let transport = Answering(answer)
        let hop = TracedHop(request, cookies: cookies, by: .webView, in: trace)
        _ = try? await hop.perform(over: transport)
        var events: (RequestEvent?, ResponseEvent?)
        for event in trace.events {
            switch event.kind {
            case .request(let event): events.0 = event
            case .response(let event): events.1 = event
            default: continue
            }
        }
        return (transport.requests.first, events.0, events.1)
    }

    private var jar: HopCookies {
        HopCookies(
            store: "web view", header: "sid=1",
            sent: [CookieMention(name: "sid", domain: "h", path: "/", value: masking.secret("1"))], withheld: [])
    }

    /// Columns: `Cookie` fields that the request has already, what the wire carries, names and writers in the trace.
    @Test(
        "What was sent is what the wire carried, whoever wrote it",
        arguments: [
            ([], ["sid=1"], ["sid store"]),
            (["mine=2"], ["mine=2"], ["mine app"]),
            (["a=1; b=2", "c"], ["a=1; b=2", "c"], ["a app", "b app", " app"]),  // two fields, a nameless cookie
            ([" ; "], [" ; "], []), ([""], [""], []),  // a field without a cookie keeps the jar's at home too
        ] as [([String], [String], [String])])
    func cookies(fields: [String], wire: [String], told: [String]) async throws {
        let request = HTTPRequest(
            url: try WebURL("http://h:81/a"), headers: HTTPHeaders(fields.map { ("Cookie", $0) }))
        let seen = await run(request, jar, answer: .success(HTTPResponse(status: 200)))
        #expect(seen.wire?.headers.all("cookie") == wire.map { Array($0.utf8) })
        #expect(seen.request?.sent.map { "\($0.name) \($0.writer.rawValue)" } == told)
        #expect(seen.request?.url.text == "http://h:81/a")
    }

    @Test func theAnswerIsToldAsItCame() async throws {
        let request = HTTPRequest(url: try WebURL("http://h/"))
        let response = HTTPResponse(
            status: 302, headers: ["Location": "/next", "Set-Cookie": "a=1; Path=/", "set-cookie": " b ; x"])
        let seen = await run(request, .none, answer: .success(response))
        #expect(seen.wire?.headers.isEmpty == true)
        #expect(seen.response?.status == 302)
        #expect(seen.response?.location?.text == "/next")
        #expect(seen.response?.setCookieNames == ["a", ""])  // without `=` it is a value without a name
        #expect(seen.response?.elapsed == .milliseconds(3))
        #expect(seen.response?.hop == seen.request?.hop)
    }

    @Test func noAnswerIsToldAsWell() async throws {
        let request = HTTPRequest(url: try WebURL("http://h/"))
        let seen = await run(request, .none, answer: .failure(TransportFailure(.timedOut, cause: "h:80")))
        #expect(seen.response?.status == nil)
        #expect(seen.response?.reasons == [TransportReason.timedOut.code])
    }
}
