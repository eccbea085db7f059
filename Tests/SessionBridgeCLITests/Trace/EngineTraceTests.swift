import BridgePrimitives
import BridgeTrace
import Cookies
import Testing
import TestSupport

@testable import PageEngines
@testable import SessionBridgeCLI

/// What is made of an engine's traffic, without any engine.
@Suite("Traces of a real engine", .timeLimit(.minutes(5)))
struct EngineTraceTests {
    private static let origin = "http://app.localhost:8080"

    private static func at(_ milliseconds: Int64) -> Instant {
        Instant(millisecondsSinceEpoch: 1_700_000_000_000 + milliseconds)
    }

    private static func exchange(
        _ path: String, at time: Int64, cookie: String? = nil, status: Int? = 200, location: String? = nil,
        setCookies: [String] = []
    ) -> EngineExchange {
        EngineExchange(
            url: path.hasPrefix("/") ? origin + path : path, start: at(time), end: at(time + 5), cookie: cookie,
            status: status, location: location, setCookies: setCookies)
    }

    private static func page(
        _ exchanges: [EngineExchange], writes: [PageScriptAction] = [], told: [EngineEvent] = [],
        visible: String? = nil, waiting: [String] = [],
        outcome: VisitedPage.Outcome = .finished(status: 200)
    ) -> VisitedPage {
        let documents = exchanges.prefix(1).map { EngineEvent.navigation(.didStartProvisional, url: $0.url) }
        return VisitedPage(
            engine: "webkitgtk", version: "2.50", outcome: outcome, url: exchanges.first?.url ?? "about:blank",
            title: "shop", happenings: (documents + told).map { .init(at: at(900), event: $0) }, exchanges: exchanges,
            waiting: waiting, scriptActions: writes, cookies: [], visible: visible.map { Secret($0) })
    }

    private static func trace(
        _ page: VisitedPage, profile: CookieProfile = .webkitgtk, cookies: [NativeCookie] = [],
        handWritten: String? = nil, masking: Masking.Policy = .fingerprints
    ) -> EngineTrace {
        EngineTrace(
            EngineReplay(page: page, cookies: cookies, handWritten: handWritten), profile: profile, masking: masking)
    }

    /// Columns: which page led to this one, and whether the document's request has a Strict cookie; what the document asks
    /// for has it in any case.
    @Test(arguments: [(nil, true), ("http://app.localhost:8080/old", true), ("http://partner.test/", false)])
    func aPageThatWasLedOn(start: String?, isSent: Bool) throws {
        let exchanges = [
            Self.exchange("/", at: 0, cookie: isSent ? "sid=1" : nil),
            Self.exchange("/style.css", at: 10, cookie: "sid=1"),
        ]
        var properties = NativeCookieProperties(name: "sid", value: "1", path: "/", domain: "app.localhost")
        properties.sameSite = .strict
        let replay = EngineReplay(
            page: Self.page(exchanges), cookies: [], held: [try NativeCookie(properties, now: Self.at(-1))],
            handWritten: nil, startingDocument: start)
        #expect(EngineTrace(replay, profile: .webkitgtk, masking: .fingerprints).differences == [])
    }

    /// Engines ask for scripts of a document ahead of the parser: what is on its way does not have the cookie yet.
    @Test(arguments: [(5, "engine/on-its-way"), (400, "engine/unexplained-difference")] as [(Int64, String)])
    func aRequestOnItsWayDoesNotHaveWhatAScriptWrites(later: Int64, code: String) {
        let exchanges = [Self.exchange("/", at: 0), Self.exchange("/main.js", at: 10 + later)]
        let write = PageScriptAction(.wroteCookie(Secret("token=3")), url: Self.origin + "/", at: Self.at(10))
        let trace = Self.trace(Self.page(exchanges, writes: [write]))
        #expect(trace.differences.map(\.reason.rawValue) == [code])
    }

    @Test func whatTheModelWouldHaveSentIsNoDifference() {
        let exchanges = [
            Self.exchange(
                "/", at: 0, status: 302, location: "/page", setCookies: ["first=1; HttpOnly", "second=2; Path=/page"]),
            Self.exchange("/page", at: 10, cookie: "second=2; first=1"),
            Self.exchange("/data", at: 30, cookie: "first=1; third=3"),
        ]
        let write = PageScriptAction(.wroteCookie(Secret("third=3")), url: Self.origin + "/", at: Self.at(20))
        let trace = Self.trace(Self.page(exchanges, writes: [write], visible: "third=3"))
        #expect(trace.differences == [])
        #expect(trace.requestCount == 3)
        let text = EngineTraceText.lines(for: trace, isBrief: false).joined(separator: "\n")
        #expect(text.contains("    model     the engine sent what profile webkitgtk would have sent"))
        #expect(text.contains("1  GET http://app.localhost:8080/  →  302 to /page  5 ms"))
        #expect(text.contains("hidden    first (app.localhost/)  script/http-only"))
        #expect(text.hasSuffix("200  http://app.localhost:8080/  after 3 requests in webkitgtk 2.50"))
    }

    /// A write that comes in the same millisecond as the request that it is on.
    @Test func ofOneMillisecondScriptsWriteFirst() {
        let exchanges = [Self.exchange("/", at: 0), Self.exchange("/data", at: 20, cookie: "a=1")]
        let write = PageScriptAction(.wroteCookie(Secret("a=1")), url: Self.origin + "/", at: Self.at(20))
        #expect(Self.trace(Self.page(exchanges, writes: [write])).differences == [])
    }

    @Test func aDifferenceNamesTheProfilesValueThatExplainsIt() throws {
        // WebKitGTK drops a header that is written by hand; iOS is told to send it.
        let page = Self.page([Self.exchange("/", at: 0, cookie: "stored=1")])
        let cookies = [NativeCookie(name: "stored", value: "1", domain: "app.localhost")]
        let trace = Self.trace(page, profile: .ios18, cookies: cookies, handWritten: "written=2")
        let difference = try #require(trace.differences.first)
        #expect(trace.differences.count == 1)
        #expect(difference.hop == 1)
        #expect(difference.sent == ["stored"])
        #expect(difference.expected == ["written"])
        #expect(difference.reason == .profileValue)
        #expect(difference.explanation?.knob == "manualCookieHeader")
        #expect(difference.explanation?.profile == "webkitgtk")
        #expect(
            EngineTraceText.lines(for: trace, isBrief: true).first
                == "    differs   hop 1: the engine sent stored; profile ios18 would send written  engine/profile-value: "
                + "manualCookieHeader = dropped, as webkitgtk has it and not firstHopOnly, would explain it")
        #expect(Self.trace(page, cookies: cookies, handWritten: "written=2").differences == [])
    }

    @Test(
        arguments: [
            (nil, ["a"], [], "a cookie that nobody saw being deleted"),
            ("a=1; b=2", ["a"], ["a", "b"], "a cookie that nobody saw being set"),
            ("a=2", ["a"], ["a"], "another value"),
        ] as [(String?, [String], [String], String)])
    func whatNoProfileExplainsIsSaidToBeUnexplained(cookie: String?, expected: [String], sent: [String], why: String) {
        let exchanges = [Self.exchange("/", at: 0, setCookies: ["a=1"]), Self.exchange("/x", at: 100, cookie: cookie)]
        let differences = Self.trace(Self.page(exchanges)).differences
        #expect(differences.map(\.reason) == [.unexplained], "\(why)")
        #expect(differences.first?.sent == sent, "\(why)")
        #expect(differences.first?.expected == expected, "\(why)")
        #expect(differences.first?.text.hasSuffix("engine/unexplained-difference: unexplained") == true)
    }

    @Test func secretsAreMaskedUnlessTheyAreAskedFor() {
        let secret = "s3cr3t-value-of-a-cookie"
        let page = Self.page(
            [
                Self.exchange("/", at: 0, setCookies: ["sid=\(secret)"]),
                Self.exchange("/data?token=\(secret)", at: 10, cookie: "sid=\(secret)"),
            ],
            told: [
                .console(.init(body: ["level": "log", "message": .string("it is \(secret)"), "url": ""])),
                .scriptMessage(handler: "native", body: [.string(secret)]),
                .asked("runJavaScriptAlertPanel", details: JSONObject([("message", .string(secret))])),
            ], visible: "sid=\(secret)")
        let trace = Self.trace(page)
        #expect(!EngineTraceText.lines(for: trace, isBrief: false).joined().contains(secret))
        #expect(!trace.json.text().contains(secret))
        #expect(Self.trace(page, masking: .revealed).json.text().contains(secret))
    }

    @Test func whatFailedAndWhatIsNotReadIsTold() {
        let exchanges = [
            Self.exchange("/", at: 0),
            EngineExchange(
                .unread, method: "CONNECT", url: "cdn.example.com:443", start: Self.at(10), end: Self.at(11),
                status: nil),
            EngineExchange(
                .refused, url: "http://gone.localhost:1/", start: Self.at(12), end: Self.at(13), status: nil,
                reasons: [ReasonCode(unchecked: "proxy/unreachable")]),
        ]
        let failure = PageEngineReason.timedOut.failure("the page did not finish within 1 s")
        let trace = Self.trace(Self.page(exchanges, outcome: .failed(failure)))
        let lines = EngineTraceText.lines(for: trace, isBrief: false)
        #expect(lines.contains("    unread    cdn.example.com:443"))
        #expect(lines.contains("    refused   http://gone.localhost:1/  proxy/unreachable"))
        #expect(lines.last == "engine/timed-out  http://app.localhost:8080/  after 1 request in webkitgtk 2.50")
        #expect(trace.json["outcome"] == "failed")
        #expect(trace.json["reasons"] == ["engine/timed-out"])
        #expect(trace.json["others"]?.arrayValue?.count == 2)
    }

    /// The proxy tells of what has ended; a page that hangs shows what it hangs on.
    @Test func whatHasNoAnswerIsTold() {
        let failure = PageEngineReason.timedOut.failure("the page did not finish within 1 s: 1 request has no answer")
        let page = Self.page(
            [], waiting: ["\(Self.origin)/?token=eyJhbGciOiJub25lIn0.e30.secret"], outcome: .failed(failure))
        let trace = Self.trace(page)
        let lines = EngineTraceText.lines(for: trace, isBrief: false)
        #expect(lines.first?.hasPrefix("    waiting   \(Self.origin)/?token=") == true)
        #expect(lines.last == "engine/timed-out  about:blank  after 0 requests in webkitgtk 2.50, 1 without an answer")
        #expect(trace.json["waiting"]?.arrayValue?.count == 1)
        #expect(!trace.json.text().contains("e30.secret"))
    }

    @Test(
        arguments: [
            (nil, []), ("", []), ("a=1", ["a|1"]), ("a=1; b=2", ["a|1", "b|2"]), ("a", ["|a"]), ("a=b=c", ["a|b=c"]),
            ("a=1;b=2;", ["a|1", "b|2"]),
        ] as [(String?, [String])])
    func pairsOfAHeaderAreRead(header: String?, pairs: [String]) {
        #expect(CookiePairs.read(header).map { "\($0.name)|\($0.value)" } == pairs)
    }
}
