import BridgePrimitives
import BridgeTrace
import Cookies
import Testing
import WebViews

@Suite("Findings: how the cookie is kept", .timeLimit(.minutes(5)))
struct CookieKeptTests {
    private let events = FindingEvents()

    /// The token is over at 01:00; a minute is nobody's fault.
    @Test(arguments: [
        ("Path=/; Expires=1970-01-01T01:00:00.000Z", false), ("Path=/; Expires=1970-01-01T01:01:00.000Z", false),
        ("Path=/; Expires=1970-01-01T01:01:01.000Z", true), ("Path=/; Expires=1970-01-06T00:00:00.000Z", true),
        ("Path=/", false), ("Path=/; Expires=soon", false),
    ])
    func aCookieThatOutlivesItsTokenIsTold(attributes: String, isTold: Bool) {
        for policy in [Masking.Policy.fingerprints, .revealed] {
            let events = FindingEvents(policy)
            let write = events.write(FindingEvents.token(), .native, attributes: attributes)
            #expect(events.codes([write]) == (isTold ? ["handoff/cookie-outlives-token"] : []))
        }
        // The app's own storage is not where the page looks, and who deletes it need not care.
        let token = FindingEvents.token()
        #expect(events.codes([events.write(token, .native, store: "native storage", attributes: attributes)]) == [])
        #expect(
            events.codes([
                events.write(token, .native, attributes: attributes), events.write("", outcome: .deleted),
            ]) == [])
        // A value that is no token has no end.
        #expect(events.codes([events.write("abc", .native, attributes: attributes)]) == [])
    }

    @Test(arguments: [(3276, false), (3277, true), (4096, true), (0, false), (nil, false)] as [(Int?, Bool)])
    func aCookieThatIsNearlyTooLargeIsTold(size: Int?, isTold: Bool) {
        #expect(events.codes([events.write("T", size: size)]) == (isTold ? ["handoff/cookie-nearly-too-large"] : []))
        // What was not kept has no size that matters.
        #expect(events.codes([events.write("T", outcome: .rejected, size: size)]) == [])
    }

    @Test func aCookieThatIsTooLargeIsTold() {
        let write = events.write("T", outcome: .rejected, reasons: [StoreReason.pairTooLarge.code])
        #expect(events.codes([write, write]) == ["store/pair-too-large"])
    }

    @Test func cookiesOfOneNameAreToldInTheirOrder() {
        func request(_ places: [(String, String)]) -> FindingEvents.Event {
            events.request(
                "https://app.test/a/",
                sent: places.map {
                    CookieMention(name: "sid", domain: $0.0, path: $0.1, value: events.masking.secret("1"))
                })
        }
        let three = [("app.test", "/a"), ("app.test", "/"), (".app.test", "/")]
        #expect(events.findings([request([three[0]])]).isEmpty)
        let found = events.findings([request([three[0]]), request(three), request(three)])
        #expect(found.map(\.code) == [SendReason.severalOfOneName.code])
        #expect(found.first?.evidence == [1])
        #expect(
            found.first?.message.hasPrefix("3 cookies are called sid: app.test/a, app.test/ and .app.test/. They")
                == true)
        #expect(found.first?.message.contains("takes the first gets that of app.test/a,") == true)
    }

    @Test func aTokenThatComesBackIsAnotherViews() {
        let (first, second) = (events.write("FIRST-TOKEN"), events.write("SECOND-TOKEN", outcome: .replaced))
        #expect(events.codes([first, second, first]) == ["handoff/two-views-one-cookie"])
        #expect(events.codes([first, second, second]) == [])
        #expect(events.codes([first, second]) == [])
        #expect(events.codes([first, first, first]) == [])
    }

    @Test func whatTrackingPreventionTakesFromThePageIsTold() {
        let removal = events.write(
            "T", .engine, outcome: .deleted, reasons: [SendReason.deletedByInactivity.code])
        let signOut = events.account(.signedOut, "u1", by: .page)
        #expect(events.codes([removal, signOut]) == ["handoff/page-session-evicted"])
        #expect(events.codes([signOut]) == [])
        // The page signed its user out by itself, later.
        #expect(events.codes([removal, events.entered(), signOut]) == [])
        #expect(events.codes([events.write("T", .engine, outcome: .deleted), signOut]) == [])
    }

    @Test(arguments: [
        ("https://other.test/embed", "https://app.test/", true), ("https://app.test/embed", "https://app.test/", false),
        ("https://other.test/embed", "https://ads.test/", false),
    ])
    func theWebAppInAFrameOfAnotherSiteIsTold(page: String, frame: String, isTold: Bool) {
        let cookie = CookieMention(
            name: "customtoken", value: events.masking.secret("T"), reasons: [SendReason.thirdPartyBlocked.code])
        let kinds = [
            events.navigation(.didCommit, page),
            events.navigation(.decidePolicyForAction, frame, reasons: [NavigationReason.inFrame.code]),
            events.request(frame, by: .page, withheld: [cookie]),
        ]
        #expect(events.codes(kinds) == (isTold ? ["handoff/third-party"] : []))
        #expect(events.codes(Array(kinds.dropFirst(2))) == [])
    }
}
