import BridgePrimitives
import BridgeTrace
import Testing

@Suite("Which event led to which", .timeLimit(.minutes(5)))
struct TraceCausesTests {
    private static let masking = Masking(.revealed)
    private static let url = masking.url("https://app.test/")
    private static let token = masking.secret("a token that is long enough")
    private static let short = masking.secret("1")

    private static func request(_ hop: Int) -> TraceEvent.Kind {
        .request(RequestEvent(hop: hop, method: "GET", url: url, store: "web view"))
    }
    private static func response(_ hop: Int, _ status: Int = 200, to location: String? = nil) -> TraceEvent.Kind {
        .response(
            ResponseEvent(hop: hop, status: status, location: location.map { masking.url($0) }, elapsed: .zero))
    }
    private static func write(
        _ source: CookieWriteEvent.Source, _ value: MaskedText = token, hop: Int? = nil
    ) -> TraceEvent.Kind {
        .cookieWrite(
            CookieWriteEvent(
                store: "web view", source: source, host: "app.test", name: "c", value: value, attributes: "Path=/",
                outcome: .stored, reasons: [], hop: hop))
    }
    private static func navigation(_ phase: NavigationEvent.Phase) -> TraceEvent.Kind {
        .navigation(NavigationEvent(phase, url: url))
    }
    private static func routing(_ step: RoutingEvent.Step) -> TraceEvent.Kind {
        .routing(RoutingEvent(step, path: url, detail: masking.plain("")))
    }
    private static let read = TraceEvent.Kind.cookieRead(
        CookieReadEvent(store: "web view", url: url, visible: [], hidden: []))
    private static func issued(_ token: MaskedText = token) -> TraceEvent.Kind {
        .token(TokenEvent(.issued, .customToken, token: token, uid: "u"))
    }
    private static let signedIn = TraceEvent.Kind.account(AccountEvent(.signedIn, uid: "u"))

    /// A world that is served for weeks: what was seen long ago is forgotten, what was seen lately is not.
    @Test(arguments: [(1, true), (5, true), (9, false)])
    func whatIsLongAgoHasNoCause(others: Int, isRemembered: Bool) {
        let first = Self.masking.secret("the first token of the trace")
        let log = TraceLog(clock: .frozen(at: .epoch), masking: Self.masking)
        log.record(Self.issued(first), by: .auth)
        for number in 0..<others {
            log.record(Self.issued(Self.masking.secret("the token of account \(number)")), by: .auth)
        }
        log.record(Self.write(.script, first), by: .page)
        var causes = TraceCauses(memory: 4)
        #expect(log.events.map { causes.cause(of: $0) }.last == .some(isRemembered ? 0 : nil))
    }

    /// Columns: what happened, by whom, and for each the place of what led to it.
    @Test(
        arguments: [
            // A service works on the request that is open; its answer comes of it, and the cookie of the answer.
            (
                [(.app, request(1)), (.backend, issued()), (.app, response(1)), (.app, write(.response, hop: 1))],
                [nil, 0, 0, 2]
            ),
            // Of two that are open, the latest.
            ([(.app, request(1)), (.backend, request(2)), (.auth, issued())], [nil, 0, 1]),
            // A redirect leads to the next request of the same client.
            (
                [(.webView, request(1)), (.webView, response(1, 302, to: "/b")), (.webView, request(2))], [nil, 0, 1]
            ),
            // A 304 with a Location does not, once another was asked.
            ([(.app, request(1)), (.app, response(1, 302, to: "/b")), (.webView, request(2))], [nil, 0, nil]),
            // A value that was seen before: from the native store into the script's write.
            (
                [(.app, write(.native)), (.webView, navigation(.didCommit)), (.page, write(.script))], [nil, nil, 0]
            ),
            // One that says nothing leads nowhere but to the document.
            (
                [(.app, write(.native, short)), (.webView, navigation(.didCommit)), (.page, write(.script, short))],
                [nil, nil, 1]
            ),
            // A guard reads, and what it reads is judged.
            (
                [
                    (.webView, navigation(.didCommit)), (.page, routing(.asked)), (.page, read),
                    (.page, routing(.signIn)), (.auth, signedIn), (.page, signedIn), (.page, routing(.next)),
                ],
                [nil, 0, 1, 1, 3, 4, 4]
            ),
            // A new document forgets the guard of the one before.
            (
                [(.page, routing(.asked)), (.webView, navigation(.didCommit)), (.page, read)], [nil, nil, 1]
            ),
            // An answer without its request, twice the same hop, and nothing at all.
            ([(.app, response(7)), (.app, request(7)), (.app, response(7)), (.app, response(7))], [nil, nil, 1, 2]),
            ([(.test, .clock(ClockEvent(change: "+1m")))], [nil]),
            ([], []),
        ] as [([(TraceActor, TraceEvent.Kind)], [Int?])])
    func table(rows: [(TraceActor, TraceEvent.Kind)], expected: [Int?]) {
        let log = TraceLog(clock: .frozen(at: .epoch), masking: Self.masking)
        for (actor, kind) in rows { log.record(kind, by: actor) }
        var causes = TraceCauses()
        #expect(log.events.map { causes.cause(of: $0) } == expected)
    }

    /// Every cause lies before its effect, in whatever order things come.
    @Test func neverLiesAhead() {
        var state: UInt64 = 42
        func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        let kinds = [
            Self.request(1), Self.request(2), Self.response(1), Self.response(2, 302, to: "/"), Self.write(.script),
            Self.write(.response, hop: 2), Self.navigation(.didCommit), Self.navigation(.didFail), Self.read,
            Self.routing(.signIn), Self.routing(.asked), Self.issued(), Self.signedIn,
        ]
        let log = TraceLog(clock: .frozen(at: .epoch), masking: Self.masking)
        for _ in 0..<5000 { log.record(kinds[next(kinds.count)], by: TraceActor.allCases[next(11)]) }
        var causes = TraceCauses()
        for event in log.events {
            let cause = causes.cause(of: event)
            #expect(cause.map { $0 < event.sequence && $0 >= 0 } ?? true)
        }
    }
}
