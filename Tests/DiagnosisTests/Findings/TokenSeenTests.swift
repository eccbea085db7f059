import BridgePrimitives
import BridgeTrace
import Cookies
import Testing

@Suite("Findings: who else sees the token", .timeLimit(.minutes(5)))
struct TokenSeenTests {
    private static let policies: [Masking.Policy] = [.fingerprints, .revealed]

    @Test(arguments: policies)
    func aTokenInAnAddressIsToldWithItsPlace(policy: Masking.Policy) {
        let events = FindingEvents(policy)
        let token = FindingEvents.token()
        let made = events.token(.issued)
        let rows: [(String, String?)] = [
            ("https://app.test/?customtoken=\(token)", "query"), ("https://app.test/?a=1&x=\(token)", "query"),
            ("https://app.test/#customtoken=\(token)", "fragment"),
            ("https://app.test/?a=1#t=\(token)", "fragment"),
            ("https://app.test/s/\(token)/x", "path"),
            ("https://app.test/?page=2", nil), ("https://app.test/", nil), ("about:blank", nil), ("", nil),
        ]
        for (url, place) in rows {
            let found = events.findings([made, events.request(url)])
            #expect(found.map(\.code.rawValue) == (place.map { _ in ["handoff/token-in-url"] } ?? []), "\(url)")
            if let place { #expect(found.first?.message.contains("in its \(place):") == true, "\(url)") }
            #expect(found.first?.message.contains(token) != true)
        }
    }

    @Test(arguments: policies)
    func aTokenInARefererIsToldWithWhoGotIt(policy: Masking.Policy) {
        let events = FindingEvents(policy)
        let token = FindingEvents.token()
        let found = events.findings([
            events.token(.issued),
            events.request("https://cdn.test/a.js", by: .page, referer: "https://app.test/?t=\(token)"),
        ])
        #expect(found.map(\.code.rawValue) == ["handoff/token-in-referer"])
        #expect(found.first?.message.hasPrefix("cdn.test was sent the token") == true)
        #expect(
            events.codes([
                events.token(.issued), events.request("https://cdn.test/a.js", by: .page, referer: "https://app.test/"),
            ]) == [])
    }

    /// What providers put into their own addresses is theirs.
    @Test func theAppsOwnSignInIsNoPagesAddress() {
        let events = FindingEvents()
        let url = "https://idp.test/#id_token=\(FindingEvents.token(.idToken))"
        #expect(events.codes([events.token(.issued), events.request(url, by: .app)]) == [])
    }

    @Test(arguments: policies)
    func aTokenInTheConsoleOrInAnExceptionIsTold(policy: Masking.Policy) {
        let events = FindingEvents(policy)
        let token = FindingEvents.token()
        func message(_ handler: String, _ body: String) -> FindingEvents.Event {
            (.page, .message(MessageEvent(handler: handler, body: events.masking.text(body))))
        }
        let rows: [(FindingEvents.Event, Bool)] = [
            (message("console.log", "session \(token)"), true),
            (message("console.error", #"{"token":"\#(token)"}"#), true),
            (message("console.log", "the token is there"), false),
            (message("session", token), false),  // the app's own handler
            (
                (
                    .webView,
                    .script(
                        ScriptEvent(
                            origin: .documentStart, url: events.masking.url("https://app.test/"),
                            exception: events.masking.text("SyntaxError near '\(token)'")))
                ), true
            ),
        ]
        for (row, isTold) in rows {
            let found = events.codes([events.token(.issued), row])
            #expect(found.contains("handoff/token-in-console") == isTold, "\(row)")
        }
    }

    @Test(arguments: [
        ("http://app.test/", true), ("https://app.test/", false), ("http://localhost:80/", false),
        ("http://127.0.0.1/", false), ("http:", false),
    ])
    func aCookieThatGoesOverHTTPIsTold(url: String, isTold: Bool) {
        let events = FindingEvents()
        let cookie = CookieMention(name: "customtoken", value: events.masking.secret("T"))
        #expect(
            events.codes([events.request(url, sent: [cookie])]).contains("handoff/token-over-http") == isTold)
    }

    @Test(arguments: [
        ("Path=/; Domain=app.test", ["handoff/cookie-for-subdomains"]), ("Path=/", []),
        ("Path=/; Domain=test", ["handoff/cookie-for-subdomains"]),
        ("Domain=other.test; Path=/", []),  // not sent to the web app at all
        ("Path=/; Secure; SameSite=None", ["handoff/same-site-none"]), ("Path=/; SameSite=Lax", []),
        ("", []), ("Domain=; Path=/", []),
    ])
    func aCookieThatIsForMoreThanTheWebAppIsTold(attributes: String, codes: [String]) {
        let events = FindingEvents()
        #expect(events.codes([events.write("T", .native, attributes: attributes)]) == codes)
    }
}
