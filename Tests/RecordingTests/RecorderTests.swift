import BridgePrimitives
import BridgeTrace
import Captures
import Cookies
import Proxying
import Recording
import TestSupport
import Testing

/// What a recorder tells of sightings: pure but for its clock, and no network.
@Suite("Cookies of a real device beside the model", .timeLimit(.minutes(5)))
struct RecorderTests {

    /// One request with its answer.
    struct Exchange {
        var url = "https://app.example.com/"
        var method = "GET"
        var agent = DeviceAgent.webView
        var address = "192.168.1.23"
        /// Seconds since the one before: an answer takes a moment to reach a device.
        var after = 5
        var fields: [(String, String)] = []
        var cookie: String?
        var set: [String] = []
        var status: Int? = 200
        var reasons: [ProxyReason] = []
        var way = ProxiedRequest.Way.read
        var location: String?
    }

    private func told(_ exchanges: [Exchange], profile: CookieProfile? = nil) -> Told {
        let told = Told()
        let recorder = Recorder(
            profile: profile, masking: Masking(.fingerprints), cookieName: "customtoken", hub: nil
        ) { told.append($0) }
        var at = Instant(millisecondsSinceEpoch: 1_780_000_000_000)
        for (index, exchange) in exchanges.enumerated() {
            at = at + .seconds(exchange.after)
            var fields = [("Host", "app.example.com"), ("User-Agent", exchange.agent)] + exchange.fields
            if let cookie = exchange.cookie { fields.append(("Cookie", cookie)) }
            let request = ProxiedRequest(
                number: index + 1, client: ProxyClient(connection: 1, address: exchange.address), way: exchange.way,
                method: exchange.method, url: exchange.url, fields: fields, at: at)
            recorder.take(.asked(request))
            let answers =
                exchange.set.map { ("Set-Cookie", $0) } + (exchange.location.map { [("Location", $0)] } ?? [])
            recorder.take(
                .answered(
                    request,
                    ProxiedAnswer(
                        status: exchange.status, fields: answers, at: at + .milliseconds(30),
                        reasons: exchange.reasons)))
        }
        told.outcome = recorder.outcome
        return told
    }

    @Test func whatAnAnswerSetIsExpectedAndSeen() throws {
        let told = told([
            Exchange(set: ["customtoken=a-session-of-mine; Path=/; Secure"]),
            Exchange(url: "https://app.example.com/next", cookie: "customtoken=a-session-of-mine"),
        ])
        let rows = told.requests
        #expect(rows[0].writes.map(\.outcome) == [.stored])
        #expect(rows[1].sent.map(\.name) == ["customtoken"] && rows[1].missing.isEmpty && rows[1].elsewhere.isEmpty)
        #expect(told.clients.map(\.profile) == ["ios18"])
        #expect(try #require(told.outcome?.clients.first?.cause).code.rawValue == "har/as-modelled")
        #expect(!told.text.contains("a-session-of-mine"), "\(told.text)")
    }

    /// A tunnel that passes unread is a request to its host, and nothing else is known of it.
    @Test(arguments: [
        (["pinned.example.com:443"], ["pinned.example.com"]),
        (["pinned.example.com:443", "pinned.example.com:443"], ["pinned.example.com"]),
        (["a.example.com:443", "b.example.com:8443"], ["a.example.com", "b.example.com"]),
    ])
    func tunnelsHaveHosts(targets: [String], hosts: [String]) throws {
        let told = told(
            targets.map {
                Exchange(url: $0, method: "CONNECT", status: nil, reasons: [.passedUnread], way: .unread)
            })
        let client = try #require(told.outcome?.clients.first)
        #expect((client.requests, client.hosts) == (targets.count, hosts))
    }

    /// The copy that the fix asks for would be as unreadable as the original.
    @Test(arguments: [("", false), ("; HttpOnly", true)])
    func aCookieInTheAppsStoreIsToldWithWhatItsCopyWouldBe(attributes: String, isHidden: Bool) throws {
        let told = told([
            Exchange(agent: DeviceAgent.app, set: ["customtoken=a-session-of-mine; Path=/\(attributes)"]), Exchange(),
        ])
        let row = try #require(told.requests.last?.inOtherStore.first)
        #expect(row.reasons.map(\.rawValue) == ["send/other-store"] + (isHidden ? ["script/http-only"] : []))
        let fix = try #require(told.outcome?.clients.last?.cause?.fix)
        #expect(fix.contains("HttpOnly") == isHidden, "\(fix)")
        #expect(told.text.contains("have the backend leave that out") == isHidden)
    }

    @Test func whatIsNotSentIsMissing() {
        let told = told([
            Exchange(set: ["sid=a-session-of-mine; Path=/"]), Exchange(url: "https://app.example.com/next"),
        ])
        #expect(told.requests[1].missing.map(\.name) == ["sid"])
        #expect(told.requests[1].missing[0].reasons.map(\.rawValue) == ["har/cookie-missing"])
        #expect(told.outcome?.clients.first?.cause?.code.rawValue == "har/cookie-missing")
    }

    /// A script's fetch to another origin sends none unless it is told to.
    @Test func whatAScriptMayHaveLeftOutIsSaidSo() {
        let told = told([
            Exchange(set: ["sid=a-session-of-mine; Path=/"]),
            Exchange(
                url: "https://app.example.com/api",
                fields: [
                    ("Sec-Fetch-Mode", "cors"), ("Sec-Fetch-Site", "same-site"), ("Sec-Fetch-Dest", "empty"),
                    ("Origin", "https://www.example.com"),
                ]),
        ])
        #expect(
            told.requests[1].missing.first?.reasons.map(\.rawValue) == ["send/credentials-omitted"])
        #expect(told.outcome?.clients.first?.cause?.code.rawValue == "har/cookie-never-seen")
    }

    /// Whoever has no cookie at all may have the token in an address.
    @Test func aTokenInAnAddressIsNamed() {
        let claims = #"{"sub":"u77","aud":"shop","iss":"https://securetoken.google.com/shop"}"#
        let token = "eyJhbGciOiJub25lIn0.\(Base64URL.encode(Array(claims.utf8)))."
        let page = Exchange(url: "https://app.example.com/cart?token=\(token)")
        #expect(told([page]).outcome?.clients.map(\.cause?.code.rawValue) == ["handoff/token-in-url"])
        // Behind what is wrong with the cookie.
        let both = told([Exchange(agent: DeviceAgent.app, set: ["customtoken=a-token-of-mine; Path=/"]), page])
        #expect(both.outcome?.clients.last?.cause?.code.rawValue == "send/other-store")
        #expect(both.outcome?.clients.last?.findings.map(\.code.rawValue) == ["handoff/token-in-url"])
    }

    /// A request that was made before the answer could have arrived accuses nobody.
    @Test func whatIsOnItsWayIsNotMissing() {
        let told = told([
            Exchange(set: ["sid=a-session-of-mine; Path=/"]), Exchange(url: "https://app.example.com/a.css", after: 0),
        ])
        #expect(told.requests[1].missing.isEmpty)
    }

    /// Columns: what an answer set, what was asked for next, and what the model's jar says of it.
    @Test(
        arguments: [
            ("sid=v; Path=/admin", "https://app.example.com/", "send/path"),
            ("sid=v; Path=/; Secure", "http://app.example.com/", "send/secure"),
            ("sid=v; Path=/", "https://api.app.example.com/", "send/host-only"),
        ])
    func whatIsKeptBackSaysWhy(set: String, url: String, reason: String) {
        let told = told([Exchange(set: [set]), Exchange(url: url)])
        #expect(told.requests[1].withheld.map(\.name) == ["sid"])
        #expect(told.requests[1].withheld.first?.reasons.first?.rawValue == reason)
        #expect(told.requests[1].missing.isEmpty)
    }

    @Test func whatTheModelWouldNotHaveSentIsOdd() {
        let told = told([
            Exchange(set: ["sid=v; Path=/admin"]), Exchange(cookie: "sid=v"),
        ])
        #expect(told.requests[1].unexplained.map(\.name) == ["sid"])
        #expect(told.requests[1].unexplained[0].reasons.map(\.rawValue) == ["har/cookie-unexplained", "send/path"])
    }

    /// Nobody is accused of what was there before, or of what a script wrote; each value is told once.
    @Test func whatCameFromElsewhereIsUnknown() {
        let told = told([
            Exchange(cookie: "old=1"), Exchange(cookie: "old=1"), Exchange(), Exchange(cookie: "written=2"),
        ])
        #expect(told.requests.map(\.elsewhere) == [["old"], [], [], ["written"]])
        #expect(told.requests.allSatisfy { $0.missing.isEmpty && $0.unexplained.isEmpty })
    }

    @Test func aScriptsNewValueIsNoFault() {
        let told = told([Exchange(set: ["lang=en; Path=/"]), Exchange(cookie: "lang=ja")])
        #expect(told.requests[1].elsewhere == ["lang"] && told.requests[1].missing.isEmpty)
    }

    /// The bridge's own trap: the app has the cookie, its web view has not.
    @Test func aCookieOfTheAppsOwnStoreIsNamedInItsWebView() {
        let told = told([
            Exchange(agent: DeviceAgent.app, set: ["customtoken=a-token-of-mine; Path=/"]), Exchange(),
            Exchange(address: "192.168.1.99"),  // another phone's web view
        ])
        #expect(told.requests[1].inOtherStore.map(\.name) == ["customtoken"])
        #expect(told.requests[1].inOtherStore[0].reasons.map(\.rawValue) == ["send/other-store"])
        #expect(told.requests[2].inOtherStore.isEmpty)
        #expect(told.outcome?.clients.map(\.cause?.code.rawValue) == ["har/as-modelled", "send/other-store", nil])
        #expect(
            told.clients.map(\.device.text) == [
                "iOS 18 or a Mac, app Shop", "iPhone, iOS 18.1, web view", "iPhone, iOS 18.1, web view",
            ])
    }

    /// By them findings name requests, in the order in which they were made.
    @Test func requestsThatAreReadAreNumbered() {
        let told = told([
            Exchange(), Exchange(url: "bank.example:443", status: nil, reasons: [.passedUnread], way: .unread),
            Exchange(status: nil, reasons: [.unreachable]), Exchange(),
        ])
        #expect(told.requests.map(\.number) == [1, nil, 2, 3])
        #expect(told.outcome?.clients.first?.requests == 4 && told.outcome?.clients.first?.read == 2)
    }

    @Test func aRefusedCookieSaysWhy() {
        let told = told([Exchange(set: ["sid=v; Domain=other.example"])])
        #expect(told.requests[0].writes.map(\.outcome) == [.rejected])
        #expect(told.requests[0].writes[0].reasons.map(\.rawValue) == ["store/domain-mismatch"])
    }

    @Test func theProfileThatWasGivenCounts() {
        #expect(told([Exchange()], profile: .chromium).clients.map(\.profile) == ["chromium"])
    }

    @Test func aProblemIsToldOnceForEachHost() {
        let told = told([
            Exchange(reasons: [.http3Offered]), Exchange(reasons: [.http3Offered]),
            Exchange(url: "https://other.example/", reasons: [.http3Offered]),
            Exchange(url: "bank.example:443", status: nil, reasons: [.passedUnread], way: .unread),
        ])
        #expect(told.problems.map(\.host) == ["app.example.com:443", "other.example:443"])
        #expect(told.outcome?.problems.map(\.reason) == [.http3Offered, .http3Offered, .passedUnread])
    }

    @Test func aPinnedHostIsToldWithWhatToPass() throws {
        let told = Told()
        let recorder = Recorder(
            profile: nil, masking: Masking(.fingerprints), cookieName: "c", hub: nil
        ) { told.append($0) }
        let client = ProxyClient(connection: 1, address: "192.168.1.23")
        let (host, bank) = (
            try #require(ProxiedHost(target: "a.example:443")), try #require(ProxiedHost(target: "bank.example:443"))
        )
        recorder.take(.handshake(client, host, .completed, userAgent: DeviceAgent.app))
        recorder.take(.handshake(client, bank, .certificateRefused, userAgent: DeviceAgent.app))
        #expect(told.problems.map(\.reason) == [.certificatePinned])
        #expect(told.problems.first?.advice == "pass --pass bank.example, so that the app works unread")
        #expect(told.problems.first?.client?.device.program == "Shop")
    }

    /// `curl -k` takes any certificate, and says nothing of the browser beside it.
    @Test func aProgramsTrustIsItsOwn() throws {
        let told = Told()
        let recorder = Recorder(
            profile: nil, masking: Masking(.fingerprints), cookieName: "c", hub: nil
        ) { told.append($0) }
        let client = ProxyClient(connection: 1, address: "127.0.0.1")
        let (host, other) = (
            try #require(ProxiedHost(target: "a.example:443")), try #require(ProxiedHost(target: "b.example:443"))
        )
        let chromium =
            "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36"
        recorder.take(.handshake(client, host, .completed, userAgent: "curl/8.5.0"))
        recorder.take(.handshake(client, other, .certificateRefused, userAgent: chromium))
        #expect(told.problems.map(\.reason) == [.authorityNotTrusted])
        #expect(told.problems.first?.advice.contains("a list of its own") == true)
        recorder.take(.handshake(client, host, .completed, userAgent: chromium))
        recorder.take(.handshake(client, other, .certificateRefused, userAgent: chromium))
        #expect(told.problems.map(\.reason) == [.authorityNotTrusted, .certificatePinned])
    }

    /// Whoever is on the network may call itself as often as it likes.
    @Test func namesWithoutEndTakeNoRoomWithoutEnd() {
        let told = told((0..<300).map { Exchange(agent: "agent-\($0)/1") })
        #expect(told.clients.count == 101)
        #expect(told.requests.count == 300)
    }

    /// What came is none that could be read: people are told so, and the trace can be read back all the same.
    @Test(
        arguments: [
            ("", .badRequest, "  an unreadable request  →  proxy/bad-request"),
            // Behind `CONNECT`
            ("https://app.example.com", .headTooLarge, "  an unreadable request to https://app.example.com"),
        ] as [(String, ProxyReason, String)])
    func whatIsNoRequestIsToldAsSuch(url: String, reason: ProxyReason, line: String) throws {
        let told = told([Exchange(url: url, method: "", status: nil, reasons: [reason], way: .refused)])
        let trace = try #require(told.outcome?.clients.first?.trace)
        let file = TraceFile(Array(trace.text.utf8))
        #expect(file.problems.map(\.description) == [])
        #expect(file.traces.first?.events.count == trace.events.count && !trace.events.isEmpty)
        let lines = told.news.flatMap { RecordingText.lines(for: $0, Masking(.fingerprints)) }
        #expect(lines.contains { $0.contains(line) }, "\(lines)")
    }

    /// Rows that a terminal, a jar or a parser could stumble over.
    @Test(
        arguments: [
            Exchange(url: "not a url", cookie: "a=b"), Exchange(url: "", cookie: "=;=;;;"),
            Exchange(url: "https://app.example.com/\u{1B}[2J", agent: "\u{1B}]0;x\u{7}", cookie: "\u{0}=\u{0}"),
            Exchange(set: ["", ";", "=", "a", String(repeating: "x", count: 100_000)]),
            Exchange(url: "https://[::1", cookie: String(repeating: "a=b; ", count: 5000)),
        ])
    func nothingThatComesBreaksIt(exchange: Exchange) {
        let told = told([exchange, exchange])
        #expect(told.requests.count == 2)
        for news in told.news { _ = RecordingText.json(news, Masking(.fingerprints)).text() }
    }
}

/// What a recorder has told, in order.
private final class Told: Sendable {
    private let all = Mutex<[RecordingNews]>([])
    private let ended = Mutex<RecordingOutcome?>(nil)

    func append(_ news: RecordingNews) { all.withLock { $0.append(news) } }
    var news: [RecordingNews] { all.withLock { $0 } }
    var outcome: RecordingOutcome? {
        get { ended.withLock { $0 } }
        set { ended.withLock { $0 = newValue } }
    }

    var requests: [RecordedRequest] { news.compactMap { if case .request(let row) = $0 { row } else { nil } } }
    var clients: [RecordedClient] { news.compactMap { if case .client(let client) = $0 { client } else { nil } } }
    var problems: [RecordingProblem] { news.compactMap { if case .problem(let each) = $0 { each } else { nil } } }

    /// All that is printed of it.
    var text: String {
        let masking = Masking(.fingerprints)
        return news.flatMap { RecordingText.lines(for: $0, masking) + [RecordingText.json($0, masking).text()] }
            .joined(separator: "\n") + (outcome.map { RecordingText.lines(for: $0).joined() + $0.json.text() } ?? "")
    }
}
