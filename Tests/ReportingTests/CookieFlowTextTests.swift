import BridgePrimitives
import BridgeTrace
import Cookies
import Reporting
import Testing

@Suite("The cookie flow as text")
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
                "    sent      sid=<3 bytes> (written by the app)",
            ])
        #expect(mine.json == ["name": "sid", "written-by": "app", "value": "<3 bytes>"])
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
