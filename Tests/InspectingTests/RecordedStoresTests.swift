import BridgePrimitives
import BridgeTrace
import Cookies
import Testing

@testable import Inspecting

@Suite("The stores of a trace, rebuilt", .timeLimit(.minutes(5)))
struct RecordedStoresTests {
    private static let masking = Masking(.fingerprints)

    private static func write(
        _ name: String = "sid", _ attributes: String = "Path=/", host: String = "app.test", store: String = "web view",
        outcome: CookieWriteEvent.Outcome = .stored, via source: CookieWriteEvent.Source = .response, hop: Int? = nil
    ) -> TraceEvent.Kind {
        .cookieWrite(
            CookieWriteEvent(
                store: store, source: source, host: host, name: name, value: masking.secret("a secret of some length"),
                attributes: attributes, outcome: outcome, reasons: [], hop: hop))
    }

    private func events(_ kinds: [TraceEvent.Kind]) -> [TraceEvent] {
        let clock = WorldClock.frozen(at: Instant(secondsSinceEpoch: 1_795_251_600))
        let log = TraceLog(clock: clock, masking: Self.masking)
        for kind in kinds { log.record(kind, by: .webView) }
        return log.events
    }

    private func names(_ kinds: [TraceEvent.Kind], profile: CookieProfile? = nil) -> [String] {
        let stores = RecordedStores(events(kinds), profile: profile ?? .ios18, isJudging: profile != nil)
        return stores.jars.flatMap { name, jar in jar.all(now: stores.now).map { "\(name): \($0.name)" } }
    }

    /// Columns: what was written, what the stores hold.
    @Test(
        arguments: [
            ([], []),
            ([write()], ["web view: sid"]),
            ([write(), write()], ["web view: sid"]),
            ([write(store: "native storage"), write()], ["native storage: sid", "web view: sid"]),
            ([write(), write(outcome: .deleted)], []),
            ([write("sid", "Path=/a; HttpOnly"), write("sid", "Path=/a; HttpOnly", outcome: .deleted)], []),
            ([write(), write("sid", "Path=/other", outcome: .deleted)], ["web view: sid"]),  // another cookie
            ([write(outcome: .rejected), write("b", outcome: .ignored)], []),
            ([write("sid", "Path=/; Expires=2026-11-21T08:59:59.000Z")], []),  // before the world's now
            ([write("sid", "Path=/; Expires=2026-11-27T21:17:06.845Z; SameSite=None")], ["web view: sid"]),
            ([write("sid", "Domain=app.test; Path=/", host: "www.app.test")], ["web view: sid"]),
            ([write("<img src=x onerror=alert(1)>", ";;; =; Path")], ["web view: <img src=x onerror=alert(1)>"]),
        ] as [([TraceEvent.Kind], [String])])
    func holdWhatWasStored(kinds: [TraceEvent.Kind], expected: [String]) { #expect(names(kinds) == expected) }

    /// What one engine has stored, another may not: the write is judged anew, where it came from.
    @Test func anotherProfileJudgesAnew() {
        let page = TraceEvent.Kind.request(
            RequestEvent(hop: 1, method: "GET", url: Self.masking.url("http://app.test/"), store: "web view"))
        let kinds = [page, Self.write("sid", "Path=/; SameSite=None", hop: 1)]
        #expect(names(kinds, profile: .ios18) == ["web view: sid"])
        #expect(names(kinds, profile: .chromium) == [])  // SameSite=None wants Secure there
    }

    /// The web view was asked and nobody had written to it: no engine would have sent what lies in the app's own storage.
    @Test func aStoreThatNobodyWroteToGivesNothingInAnyEngine() throws {
        let elsewhere = CookieMention(
            name: "sid", domain: "app.test", path: "/", value: Self.masking.secret("a secret of some length"),
            reasons: [SendReason.otherStore.code])
        func request(_ hop: Int, store: String?, withheld: [CookieMention] = []) -> TraceEvent.Kind {
            .request(
                RequestEvent(
                    hop: hop, method: "GET", url: Self.masking.url("https://app.test/"), store: store,
                    withheld: withheld))
        }
        let events = events([
            Self.write(store: "native storage", via: .native), request(1, store: "web view", withheld: [elsewhere]),
            request(2, store: nil),
        ])
        for profile in CookieProfile.all {
            let answer = JudgedRequests(events, profile: profile).json["requests"]?.arrayValue ?? []
            #expect(answer.count == 1, "\(profile.name): a request that no store was asked for is not judged")
            let cookies = answer.first?["cookies"]?.arrayValue ?? []
            #expect(cookies.map { $0["sent"]?.boolValue } == [false], "\(profile.name)")
            #expect(cookies.first?["reasons"]?.arrayValue?.map(\.stringValue) == ["send/other-store"])
        }
    }

    @Test func aPageIsToldWhatItGetsAndWhatNot() throws {
        let stores = RecordedStores(
            events([
                Self.write("open"), Self.write("closed", "Path=/; HttpOnly"), Self.write("deep", "Path=/deep"),
                Self.write("secure", "Path=/; Secure"), Self.write("elsewhere", host: "other.test"),
            ]), profile: .ios18, isJudging: false)
        let answer = StoreAnswer(stores, at: try CookieURL("http://app.test/")).json
        let rows = answer["stores"]?.arrayValue?.first?["cookies"]?.arrayValue ?? []
        func told(_ name: String, _ side: String) -> [String] {
            let row = rows.first { $0["name"]?.stringValue == name }
            return row?[side]?["reasons"]?.arrayValue?.compactMap(\.stringValue) ?? ["missing"]
        }
        #expect(told("open", "request") == [] && told("open", "script") == [])
        #expect(told("closed", "request") == [] && told("closed", "script") == ["script/http-only"])
        #expect(told("deep", "request") == ["send/path"] && told("deep", "script") == ["script/path"])
        #expect(told("secure", "request") == ["send/secure"] && told("secure", "script") == ["script/secure"])
        #expect(told("elsewhere", "request") == ["send/other-host"])
    }
}
