import BridgePrimitives
import BridgeTrace
import Cookies
import Diagnosis
import Testing

@Suite("Findings", .timeLimit(.minutes(5)))
struct HandoffFindingsTests {
    private let masking = Masking(.fingerprints)

    private func codes(_ kinds: [(TraceActor, TraceEvent.Kind)]) -> [String] {
        let log = TraceLog(clock: .frozen(at: .epoch), masking: masking)
        for (actor, kind) in kinds { log.record(kind, by: actor) }
        return HandoffFindings(cookieName: "customtoken", appHost: "app.test").findings(in: log.events).map(
            \.code.rawValue)
    }

    private func write(
        _ source: CookieWriteEvent.Source, value: String = "T", host: String = "app.test", store: String = "web view",
        attributes: String = "Path=/", outcome: CookieWriteEvent.Outcome = .stored, name: String = "customtoken"
    ) -> (TraceActor, TraceEvent.Kind) {
        (
            .page,
            .cookieWrite(
                CookieWriteEvent(
                    store: store, source: source, host: host, name: name, value: masking.secret(value),
                    attributes: attributes, outcome: outcome, reasons: []))
        )
    }

    private func request(sending names: [String] = []) -> (TraceActor, TraceEvent.Kind) {
        let sent = names.map { CookieMention(name: $0, domain: "app.test", path: "/", value: masking.secret("T")) }
        return (
            .webView,
            .request(
                RequestEvent(
                    hop: 1, method: "GET", url: masking.url("https://app.test/"), store: "web view", sent: sent))
        )
    }

    /// In a native cookie's domain a leading dot covers the hosts below it, and without one it is one host.
    @Test(arguments: [
        ("api.test", "web view", true), (".api.test", "web view", true), ("test", "web view", true),
        ("app.test", "web view", false), (".app.test", "web view", false), (".test", "web view", false),
        ("api.test", "native storage", false),  // where the backend's own cookie belongs
    ])
    func aCopyForAnotherHostIsTold(host: String, store: String, isTold: Bool) {
        #expect(
            codes([write(.native, host: host, store: store)]).contains("handoff/copy-for-other-host") == isTold)
    }

    @Test func aScriptsCookieThatOutlivesTheInactivityWindowIsTold() {
        let event = CookieWriteEvent(
            store: "web view", source: .script, host: "app.test", name: "customtoken", value: masking.secret("T"),
            attributes: "Path=/", outcome: .stored, reasons: [StoreReason.deletedAfterInactivity.code])
        #expect(codes([(.page, .cookieWrite(event))]).contains("note/deleted-after-inactivity"))
        #expect(!codes([write(.script)]).contains("note/deleted-after-inactivity"))
    }

    @Test(arguments: [(["customtoken"], true), (["other"], false), ([], false)])
    func aCookieThatAnEdgeKeepsIsTold(dropped: [String], isTold: Bool) {
        let edge = EdgeEvent(
            edge: "firebase-hosting", url: masking.url("app.test/"), forwarded: ["__session"], dropped: dropped,
            reasons: [])
        #expect(codes([(.edge, .edge(edge))]).contains("edge/cookie-not-forwarded") == isTold)
    }

    @Test(arguments: [
        (SendReason.notCommittedYet, ["send/not-committed-yet"]), (.lostBeforeFlush, ["send/lost-before-flush"]),
        (.sameSiteStrict, ["send/same-site-strict"]), (.path, ["send/path"]),
        (.otherStore, []),  // told where the app wrote it
    ])
    func aRequestThatWentWithoutTheCookieIsToldWithTheReason(reason: SendReason, found: [String]) {
        let mention = CookieMention(
            name: "customtoken", domain: "app.test", path: "/", value: masking.secret("T"), reasons: [reason.code])
        let request = TraceEvent.Kind.request(
            RequestEvent(
                hop: 1, method: "GET", url: masking.url("https://app.test/"), store: "web view", withheld: [mention]))
        #expect(codes([(.webView, request), (.webView, request)]) == found)
        #expect(codes([(.page, request)]) == [])  // the page's own requests come later
    }

    @Test func nothingHappenedNothingFound() {
        #expect(codes([]) == [])
        #expect(codes([request(sending: ["customtoken"])]) == [])
    }

    @Test(arguments: [(CookieMention.Writer.app, ["handoff/cookie-in-header-only"]), (.store, [])])
    func aCookieInAHeaderOfTheAppsOwnIsTold(writer: CookieMention.Writer, found: [String]) {
        let mine = CookieMention(name: "customtoken", value: masking.secret("T"), writer: writer)
        func event(_ withheld: [CookieMention]) -> TraceEvent.Kind {
            .request(
                RequestEvent(
                    hop: 1, method: "GET", url: masking.url("https://app.test/"), store: nil, sent: [mine],
                    withheld: withheld))
        }
        #expect(codes([(.webView, event([]))]) == found)
        // The store has it as well, and only this header kept it at home.
        #expect(codes([(.webView, event([mine]))]) == [])
    }

    @Test func aScriptThatWritesAfterTheRequestIsToldOnlyIfTheRequestWentWithout() {
        #expect(codes([request(), write(.script)]) == ["send/set-after-request"])
        #expect(codes([request(sending: ["customtoken"]), write(.script, outcome: .replaced)]) == [])
        #expect(codes([request(), write(.script, outcome: .rejected)]) == [])
        #expect(codes([request(), write(.script, name: "other")]) == [])
    }

    @Test func aCookieOfTheAppsThatTheGuardSawByLuckIsTold() {
        let native = write(.native)
        let mention = CookieMention(name: "customtoken", domain: "app.test", path: "/", value: masking.secret("T"))
        func read(_ visible: [CookieMention]) -> (TraceActor, TraceEvent.Kind) {
            (
                .page,
                .cookieRead(
                    CookieReadEvent(
                        store: "web view", url: masking.url("https://app.test/"), visible: visible, hidden: []))
            )
        }
        func message(_ handler: String) -> (TraceActor, TraceEvent.Kind) {
            (.page, .message(MessageEvent(handler: handler, body: masking.text(""))))
        }
        let evaluated = TraceEvent.Kind.script(ScriptEvent(origin: .evaluated, url: masking.url("https://app.test/")))
        let rows: [([(TraceActor, TraceEvent.Kind)], Bool)] = [
            ([request(), native, read([mention])], true),
            ([request(), message("console.log"), native, read([mention])], true),
            ([native, request(sending: ["customtoken"]), read([mention])], false),
            ([request(), read([]), native, read([mention])], false),  // a look that found nothing came first
            ([request(), native, read([])], false),
            ([request(), native, request(sending: ["customtoken"]), read([mention])], false),
            ([request(), write(.script), native, read([mention])], false),
            ([request(), write(.native, store: "native storage"), read([mention])], false),
            // The page may wait for the app's word.
            ([request(), message("ready"), native, read([mention])], false),
            ([request(), native, (.app, evaluated), read([mention])], false),
        ]
        for (index, (kinds, isTold)) in rows.enumerated() {
            #expect(codes(kinds).contains("handoff/written-while-loading") == isTold, "row \(index)")
        }
    }

    @Test(arguments: [
        ("app.test", CookieWriteEvent.Outcome.stored, false), ("evil.test", .stored, true),
        ("evil.test", .replaced, true),
        ("evil.test", .rejected, false),  // nothing got there
    ])
    func aTokenOnAForeignHostIsALeak(host: String, outcome: CookieWriteEvent.Outcome, isLeak: Bool) {
        let found = codes([request(sending: ["customtoken"]), write(.script, host: host, outcome: outcome)])
        #expect(found.contains("note/token-on-foreign-origin") == isLeak)
    }

    @Test func theNativeStoragesCopyIsToldWhenTheRequestWentWithoutIt() {
        let native = write(.native, store: "native storage")
        #expect(codes([native, request()]) == ["send/other-store"])
        #expect(codes([native, request(sending: ["customtoken"])]) == [])
        #expect(codes([request(), native]) == [])  // put there after the request: it could not have mattered
        #expect(codes([write(.native, host: "other.test", store: "native storage"), request()]) == [])
        #expect(codes([write(.native, host: ".test", store: "native storage"), request()]) == ["send/other-store"])
    }

    @Test func aScriptThatPutsAnOldValueBackIsTold() {
        let newer = write(.response, value: "NEW")
        let old = write(.script, value: "OLD", outcome: .replaced)
        #expect(codes([request(sending: ["customtoken"]), newer, old]) == ["note/value-clobbered"])
        #expect(
            codes([request(sending: ["customtoken"]), newer, write(.script, value: "NEW", outcome: .replaced)]) == [])
    }

    @Test func aCopyWithoutHttpOnlyIsTold() {
        let backend = write(
            .response, host: "api.test", store: "native storage", attributes: "Path=/; HttpOnly; Secure")
        let sent = request(sending: ["customtoken"])
        #expect(codes([backend, sent, write(.native)]) == ["handoff/http-only-lost"])
        #expect(codes([backend, sent, write(.native, attributes: "Path=/; HttpOnly")]) == [])
        // No script of the page's reads what is in another store, or for another host.
        #expect(codes([backend, sent, write(.native, store: "nonPersistent")]) == [])
        #expect(codes([backend, sent, write(.native, host: "other.test")]) == ["handoff/copy-for-other-host"])
        // Deleted before the load, or for another path: it came to no page.
        #expect(codes([backend, write(.native), request()]) == [])
        #expect(codes([backend, request(), write(.script)]).contains("handoff/http-only-lost"))
    }
}
