import BridgePrimitives
import BridgeTrace
import Cookies
import CookieStores
import HTTPLoader
import Testing

/// Answers by path and remembers what it was asked.
private final class FakeSite: Transport {
    private let answer: @Sendable (HTTPRequest) -> HTTPResponse
    private let log = Mutex<[HTTPRequest]>([])
    var requests: [HTTPRequest] { log.withLock { $0 } }

    init(_ answer: @escaping @Sendable (HTTPRequest) -> HTTPResponse) { self.answer = answer }

    func perform(_ request: HTTPRequest) async throws(TransportFailure) -> Exchange {
        log.withLock { $0.append(request) }
        return Exchange(request: request, response: answer(request), timings: Timings())
    }
}

@Suite("URLSession's loads", .timeLimit(.minutes(5)))
struct NativeSessionTests {
    private let trace: TraceLog
    private let storage: NativeCookieStorage

    init() {
        let clock = WorldClock.frozen(at: Instant(secondsSinceEpoch: 1_795_251_600))
        trace = TraceLog(clock: clock, masking: Masking(.revealed))
        storage = NativeCookieStorage(
            profile: .ios18, publicSuffixes: DefaultRuleSuffixes(), clock: clock, trace: trace)
    }

    private func redirect(_ target: String) -> HTTPResponse { HTTPResponse(status: 302, headers: ["Location": target]) }

    private var requests: [RequestEvent] {
        trace.events.compactMap { if case .request(let event) = $0.kind { event } else { nil } }
    }

    @Test("Each hop has the storage's cookies of that moment")
    func cookies() async throws {
        let site = FakeSite { request in
            request.url.path == "/from"
                ? HTTPResponse(status: 302, headers: ["Location": "/to", "Set-Cookie": "hop=1; Path=/"])
                : HTTPResponse(status: 200)
        }
        let session = NativeSession(over: site, storage: storage, trace: trace)
        let exchange = try await session.load(HTTPRequest(url: try WebURL("https://app.test/from")))
        #expect(exchange.request.url.path == "/to")
        #expect(site.requests.map { $0.headers.first("cookie") } == [nil, "hop=1"])
    }

    @Test(
        "A request may leave the storage out, in either direction, and the trace says so",
        arguments: [
            (NativeSession.CookieUse(), "a=1", [], ["a", "b"]),
            (.init(sends: false), nil, ["send/credentials-omitted"], ["a", "b"]),
            (.init(stores: false), "a=1", [], ["a"]),
            (.init(sends: false, stores: false), nil, ["send/credentials-omitted"], ["a"]),
            (.init(mainDocument: try? CookieURL("https://news.test/"), onlyFromMainDocument: true), "a=1", [], ["a"]),
            (.init(mainDocument: try? CookieURL("https://news.test/")), "a=1", [], ["a", "b"]),
            (.init(onlyFromMainDocument: true), "a=1", [], ["a", "b"]),
        ] as [(NativeSession.CookieUse, String?, [String], [String])])
    func use(use: NativeSession.CookieUse, sent: String?, withheld: [String], stored: [String]) async throws {
        storage.setCookie(NativeCookie(name: "a", value: "1", domain: "app.test"))
        let site = FakeSite { _ in HTTPResponse(status: 200, headers: ["Set-Cookie": "b=2"]) }
        let session = NativeSession(over: site, storage: storage, trace: trace)
        _ = try await session.load(HTTPRequest(url: try WebURL("https://app.test/")), cookies: use)
        #expect(site.requests.first?.headers.first("cookie") == sent)
        #expect(requests.first?.withheld.flatMap(\.reasons).map(\.rawValue) == withheld)
        #expect(storage.cookies.map(\.name).sorted() == stored)
    }

    @Test("A redirect can be kept for the answer, or sent otherwise; a changed request's redirects still count")
    func decisions() async throws {
        let site = FakeSite { [self] in $0.url.path == "/end" ? HTTPResponse(status: 200) : redirect("/next") }
        let session = NativeSession(over: site, storage: storage, trace: trace)
        let first = HTTPRequest(url: try WebURL("https://app.test/from"))
        #expect(try await session.load(first, redirecting: { _, _ in nil }).response.status == 302)
        let end = try WebURL("https://app.test/end")
        let answer = try await session.load(first) { _, next in
            var next = next
            next.url = end
            return next
        }
        #expect(answer.request.url == end)
        let before = site.requests.count
        await #expect(
            throws: NativeSession.LoadFailure.redirect(.tooManyRedirects, from: try WebURL("https://app.test/next"))
        ) {
            try await session.load(first) { _, next in
                var next = next
                next.headers.append("X-A", "1")
                return next
            }
        }
        #expect(site.requests.count - before == 21)
    }

    @Test(
        "Redirects that lead nowhere",
        arguments: [
            ("/from", LoadReason.tooManyRedirects), ("myapp://done", .unsupportedRedirect), ("http://", .badLocation),
        ])
    func failures(target: String, reason: LoadReason) async throws {
        let site = FakeSite { [self] _ in redirect(target) }
        let session = NativeSession(over: site, storage: storage, trace: trace)
        let url = try WebURL("https://app.test/from")
        await #expect(throws: NativeSession.LoadFailure.redirect(reason, from: url)) {
            try await session.load(HTTPRequest(url: url))
        }
    }

    @Test("A Cookie header of the app's own goes along to another host, and the trace has the leak")
    func handWritten() async throws {
        let site = FakeSite { [self] in
            $0.url.host == "app.test" ? redirect("https://other.test/") : HTTPResponse(status: 200)
        }
        let session = NativeSession(over: site, storage: storage, trace: trace)
        _ = try await session.load(
            HTTPRequest(url: try WebURL("https://app.test/"), headers: ["Cookie": "t=1", "Authorization": "Bearer x"]))
        #expect(site.requests.map { $0.headers.first("cookie") } == ["t=1", "t=1"])
        #expect(site.requests.map { $0.headers.contains("authorization") } == [true, false])
        #expect(requests.last?.notes.map(\.rawValue).contains("load/manual-cookie-leaked") == true)
    }
}
