import BridgePrimitives
import BridgeTrace
import Cookies
import HTTPLoader
import Testing
import TraceReports

@Suite("The cookie flow as text", .timeLimit(.minutes(5)))
struct CookieFlowTextTests {
    @Test func showsEachHopInTheOrderOfTheRequests() {
        let masking = Masking(.fingerprints)
        let log = TraceLog(clock: .frozen(at: .epoch), masking: masking)
        func cookie(_ name: String, _ reasons: [String] = []) -> CookieMention {
            CookieMention(
                name: name, domain: "app.test", path: "/", value: masking.secret("abc"),
                reasons: reasons.map { ReasonCode(unchecked: $0) })
        }
        let url = masking.url("https://app.test/")
        log.record(
            .request(
                RequestEvent(
                    hop: 1, method: "GET", url: url, store: "web view", sent: [cookie("sid")],
                    withheld: [cookie("lax", ["send/same-site-strict"])])), by: .webView)
        // A request that somebody else made meanwhile and that was answered first.
        log.record(.request(RequestEvent(hop: 2, method: "GET", url: url, store: nil)), by: .backend)
        log.record(.response(ResponseEvent(hop: 2, status: 200, elapsed: .milliseconds(3))), by: .backend)
        log.record(
            .response(ResponseEvent(hop: 1, status: 302, location: masking.url("/next"), elapsed: .milliseconds(12))),
            by: .webView)
        log.record(
            .cookieRead(
                CookieReadEvent(store: "web view", url: url, visible: [], hidden: [cookie("sid", ["script/http-only"])])
            ),
            by: .page)
        #expect(
            CookieFlowText.lines(for: log.events) == [
                "1  GET https://app.test/  →  302 to /next  12 ms",
                "    sent      sid=<3 bytes>",
                "    withheld  lax (app.test/)  send/same-site-strict",
                "              → \(SendReason.sameSiteStrict.fix)",
                "2  GET https://app.test/  →  200  3 ms",
                "    sent      no cookies",
                "    visible   nothing to script",
                "    hidden    sid (app.test/)  script/http-only",
                "              → \(ScriptReason.httpOnly.fix)",
            ])
    }

    /// Whoever deletes a cookie is not told to give it a later expiry; whoever brings one that is over, is.
    @Test(arguments: [
        (CookieWriteEvent.Outcome.deleted, "x", "Path=/; Expires=2026-11-21T09:00:00.000Z", false),
        (.ignored, "x", "Path=/; Expires=0001-01-01T00:00:00.000Z", false),
        (.ignored, "x", "Path=/; Expires=1970-01-01T00:00:00.000Z", false),
        (.ignored, "", "Path=/; Expires=2026-11-21T09:00:00.000Z", false),
        (.ignored, "x", "Path=/; Expires=2026-11-21T09:00:00.000Z", true),
    ])
    func aDeletionNeedsNoLaterExpiry(outcome: CookieWriteEvent.Outcome, value: String, attributes: String, isTold: Bool)
    {
        let masking = Masking(.fingerprints)
        let log = TraceLog(clock: .frozen(at: .epoch), masking: masking)
        log.record(
            .cookieWrite(
                CookieWriteEvent(
                    store: "web view", source: .response, host: "app.test", name: "sid", value: masking.secret(value),
                    attributes: attributes, outcome: outcome, reasons: [StoreReason.expiredOnArrival.code])),
            by: .webView)
        let text = CookieFlowText.lines(for: log.events).joined(separator: "\n")
        #expect(text.contains(StoreReason.expiredOnArrival.fix) == isTold, "\(text)")
    }

    @Test func whoWroteACookieIsSaid() {
        let masking = Masking(.fingerprints)
        let log = TraceLog(clock: .frozen(at: .epoch), masking: masking)
        let mine = CookieMention(name: "sid", value: masking.secret("abc"), writer: .app)
        log.record(
            .request(
                RequestEvent(
                    hop: 1, method: "GET", url: masking.url("https://a.test:8443/"), store: nil, sent: [mine])),
            by: .webView)
        log.record(
            .response(
                ResponseEvent(
                    hop: 1, status: 200, elapsed: .zero,
                    reasons: [ReasonCode(unchecked: "clear-site-data/insecure-origin")])),
            by: .webView)
        #expect(
            CookieFlowText.lines(for: log.events) == [
                "1  GET https://a.test:8443/  →  200  clear-site-data/insecure-origin  0 ms",
                "    sent      sid=<3 bytes> (written by the app)", "              → Serve the page over https.",
            ])
        #expect(mine.json == ["name": "sid", "written_by": "app", "value": "<3 bytes>"])
    }

    @Test func aCookieStandsUnderTheRequestWhoseResponseSetIt() {
        let masking = Masking(.fingerprints)
        let log = TraceLog(clock: .frozen(at: .epoch), masking: masking)
        let url = masking.url("https://a.test/")
        func request(_ hop: Int) {
            log.record(.request(RequestEvent(hop: hop, method: "GET", url: url, store: nil)), by: .app)
        }
        func response(_ hop: Int) {
            log.record(.response(ResponseEvent(hop: hop, status: 200, elapsed: .zero)), by: .app)
        }
        func write(_ name: String, outcome: CookieWriteEvent.Outcome = .stored, hop: Int?, _ reasons: ReasonCode...) {
            log.record(
                .cookieWrite(
                    CookieWriteEvent(
                        store: "jar", source: .response, host: "a.test", name: name, value: masking.secret("v"),
                        attributes: "Path=/", outcome: outcome, reasons: reasons, hop: hop)), by: .app)
        }
        request(1)
        request(2)
        response(2)
        response(1)
        write("sid", hop: 1)
        write("", outcome: .rejected, hop: 1, StoreReason.domainMismatch.code)
        write("given", hop: nil)
        log.record(
            .cookieWrite(
                CookieWriteEvent(
                    store: "jar", source: .native, host: "a.test", name: "copy", value: masking.secret("v"),
                    attributes: "Path=/", outcome: .stored, reasons: [])), by: .app)
        #expect(
            CookieFlowText.lines(for: log.events) == [
                "1  GET https://a.test/  →  200  0 ms",
                "    sent      no cookies",
                "    stored    sid=<1 byte>; Path=/  [Set-Cookie → jar]",
                "    rejected  (nameless)=<1 byte>; Path=/  [Set-Cookie → jar]  store/domain-mismatch",
                "              → \(StoreReason.domainMismatch.fix)",
                "2  GET https://a.test/  →  200  0 ms",
                "    sent      no cookies",
                "    stored    given=<1 byte>; Path=/  [Set-Cookie → jar]",
                "app stored    copy=<1 byte>; Path=/  [native API → jar]",
            ])
        #expect(log.events[4].json["hop"] == 1 && log.events[6].json["hop"] == nil)
    }

    @Test func thePagesSignInIsPartOfIt() {
        let log = TraceLog(clock: .frozen(at: .epoch), masking: Masking(.fingerprints))
        func record(_ action: AccountEvent.Action, _ provider: String?, by actor: TraceActor, _ reasons: ReasonCode...)
        {
            log.record(
                .account(AccountEvent(action, uid: "u1", provider: provider, reasons: reasons)), by: actor)
        }
        record(.signedIn, "custom", by: .auth)  // the service's own word for the same
        record(.signedIn, "custom", by: .page)
        record(.signedOut, nil, by: .page)
        record(.refused, "custom", by: .page, ReasonCode(unchecked: "client/user-not-found"))
        let lines = CookieFlowText.lines(for: log.events)
        #expect(
            lines.prefix(3) == [
                "    sign-in   signInWithCustomToken  →  u1", "    sign-in   signed out",
                "    sign-in   signInWithCustomToken  →  refused  client/user-not-found",
            ])
    }

    /// Columns: the status, why there is no whole response, and what is told of it.
    @Test(
        arguments: [
            (200, TransportReason.timedOut, "200, not whole  transport/timed-out  0 ms"),
            (404, .tooLarge, "404, not whole  transport/too-large  0 ms"),
            (nil, .timedOut, "no answer  transport/timed-out"),  // for as long as was allowed, and not for 0 ms
        ] as [(Int?, TransportReason, String)])
    func anAnswerThatHadBegunIsNotSaidToBeNone(status: Int?, reason: TransportReason, told: String) {
        let masking = Masking(.fingerprints)
        let log = TraceLog(clock: .frozen(at: .epoch), masking: masking)
        let request = RequestEvent(hop: 1, method: "GET", url: masking.url("https://a.test/"), store: nil)
        log.record(.request(request), by: .webView)
        let response = ResponseEvent(hop: 1, status: status, elapsed: .zero, reasons: [reason.code])
        log.record(.response(response), by: .webView)
        #expect(CookieFlowText.lines(for: log.events).first == "1  GET https://a.test/  →  \(told)")
    }

    /// What a response's own reasons ask for stands below it, as that of its cookies does.
    @Test func aResponseThatIsWrongComesWithItsFix() {
        let masking = Masking(.fingerprints)
        let log = TraceLog(clock: .frozen(at: .epoch), masking: masking)
        let (request, reason) = (
            RequestEvent(hop: 1, method: "GET", url: masking.url("https://a.test/"), store: nil),
            ReasonCode(unchecked: "clear-site-data/unknown-type")
        )
        log.record(.request(request), by: .webView)
        log.record(.response(ResponseEvent(hop: 1, status: 200, elapsed: .zero, reasons: [reason])), by: .webView)
        let fix = ReasonCatalogue.all[reason]?.fix ?? ""
        #expect(!fix.isEmpty && CookieFlowText.lines(for: log.events).last == "              → \(fix)")
    }

    /// A header asks for it as well as an element.
    @Test func aRefreshIsToldAsWhatItIs() {
        let masking = Masking(.fingerprints)
        let log = TraceLog(clock: .frozen(at: .epoch), masking: masking)
        let later = ReasonCode(unchecked: "navigation/refresh-later")
        for reasons in [[], [later]] {
            let event = NavigationEvent(.refresh, url: masking.url("https://a.test/"), reasons: reasons)
            log.record(.navigation(event), by: .webView)
        }
        #expect(
            CookieFlowText.lines(for: log.events).prefix(2) == [
                "    refresh   to https://a.test/",
                "    ignored   refresh to https://a.test/  navigation/refresh-later",
            ])
    }

    @Test func aHopWithoutAnAnswerIsShownAsSuch() {
        let masking = Masking(.fingerprints)
        let log = TraceLog(clock: .frozen(at: .epoch), masking: masking)
        log.record(
            .request(RequestEvent(hop: 1, method: "GET", url: masking.url("https://a.test/"), store: nil)), by: .webView
        )
        #expect(CookieFlowText.lines(for: log.events).first == "1  GET https://a.test/  →  no answer")
    }
}
