import BridgePrimitives
import BridgeTrace
import Cookies
import Diagnosis
import Testing

@Suite("Findings about what a verdict rests on", .timeLimit(.minutes(5)))
struct ProfileFindingsTests {
    private let masking = Masking(.fingerprints)

    private func findings(_ profile: CookieProfile, _ kinds: [TraceEvent.Kind]) -> [Finding] {
        let log = TraceLog(clock: .frozen(at: .epoch), masking: masking)
        for kind in kinds { log.record(kind, by: .webView) }
        return HandoffFindings(cookieName: "customtoken", appHost: "app.test", profile: profile)
            .findings(in: log.events).filter { $0.code.rawValue.hasPrefix("profile/") }
    }

    private func request(_ url: String, withholding reasons: [SendReason]) -> TraceEvent.Kind {
        let mention = CookieMention(
            name: "sid", domain: "app.test", path: "/", value: masking.secret("1"), reasons: reasons.map(\.code))
        return .request(
            RequestEvent(hop: 1, method: "GET", url: masking.url(url), store: "web view", withheld: [mention]))
    }

    private func write(_ host: String, _ reasons: [StoreReason]) -> TraceEvent.Kind {
        .cookieWrite(
            CookieWriteEvent(
                store: "web view", source: .response, host: host, name: "sid", value: masking.secret("1"),
                attributes: "Path=/", outcome: .rejected, reasons: reasons.map(\.code)))
    }

    @Test(arguments: [("ios18", "profile/reported"), ("ios26", "profile/reported"), ("ios17", nil)])
    func thatANativeCookieLosesNoneIsOnlyReported(profile: String, code: String?) throws {
        let found = findings(try #require(CookieProfile.named(profile)), [write("app.test", [.sameSiteNoneLost])])
        #expect(found.map(\.code.rawValue) == (code.map { [$0] } ?? []))
    }

    @Test(
        arguments: [
            // A missing SameSite is Lax on iOS 18 by one report; Chromium was run; iOS 17's tests are published.
            ("ios18", SendReason.sameSiteDefault, "profile/reported"), ("chromium", .sameSiteDefault, nil),
            ("ios18", .notCommittedYet, "profile/reported"), ("ios18", .manualHeaderWins, "profile/reported"),
            ("ios18", .lostBeforeFlush, "profile/reported"), ("webkitgtk", .manualHeaderDropped, nil),
            ("chromium", .manualHeaderDropped, "profile/assumed"),
            // What every engine does rests on nothing.
            ("ios18", .path, nil), ("ios18", .expired, nil), ("ios18", .hostOnly, nil),
        ] as [(String, SendReason, String?)])
    func aReasonThatAnUncertainValueGaveIsTold(profile: String, reason: SendReason, code: String?) throws {
        let profile = try #require(CookieProfile.named(profile))
        let found = findings(profile, [request("https://app.test/", withholding: [reason])])
        #expect(found.map(\.code.rawValue) == (code.map { [$0] } ?? []))
        if code != nil {
            #expect(found.first?.message.hasPrefix("\(reason.rawValue) for sid rests on ") == true)
            #expect(found.first?.message.contains(profile.name) == true)
        }
    }

    @Test(
        arguments: [
            ("localhost", true), ("app.localhost", true), ("127.0.0.1", true), ("127.9.9.9", true), ("[::1]", true),
            ("app.test", false),  // Secure over http is refused there by everybody
            ("localhost.test", false), ("128.0.0.1", false),
        ])
    func secureOverHTTPIsUncertainOnLoopbackOnly(host: String, isUncertain: Bool) {
        #expect(findings(.ios18, [write(host, [.secureFromInsecure])]).isEmpty != isUncertain)
        #expect(findings(.ios18, [request("http://\(host)/", withholding: [.secure])]).isEmpty != isUncertain)
    }

    @Test func eachValueIsToldOnceAtItsFirstEvidence() {
        let event = request("https://app.test/", withholding: [.sameSiteDefault])
        let found = findings(.ios18, [write("app.test", []), event, event])
        #expect(found.map(\.evidence) == [[1]])
    }
}

@Suite("Which value of a profile gives a reason", .timeLimit(.minutes(5)))
struct ProfileKnobReasonTests {
    /// Each mapping is tried: exchanging the value for another engine's makes the reason go away.
    @Test(
        arguments: [
            ("a=1; SameSite=None", StoreReason.sameSiteNoneInsecure, "https://app.test/"),
            ("__Secure-a=1", .prefixSecure, "https://app.test/"), ("__Host-a=1", .prefixHost, "https://app.test/"),
            ("=__Secure-a", .prefixImpersonation, "https://app.test/"),
            ("a=\u{1}", .controlCharacter, "https://app.test/"),
            ("a=1; Max-Age=99999999", .lifetimeCapped400d, "https://app.test/"),
            ("a=1; Secure", .secureFromInsecure, "http://localhost/"),
        ])
    func isTheOneThatDecides(line: String, reason: StoreReason, url: String) throws {
        let from = try CookieURL(url)
        let knob = try #require(ProfileKnob.behind(reason.code, isLoopback: CookieURL.isLoopback(from.host)))
        func reasons(_ profile: CookieProfile) -> [StoreReason] {
            var jar = CookieJar(profile: profile, publicSuffixes: DefaultRuleSuffixes())
            return jar.store(setCookie: line, from: from, now: .epoch).reasons
        }
        #expect(reasons(.rfc6265bis).contains(reason))
        let others = CookieProfile.all.map { reasons(knob.adopting(.rfc6265bis, $0)) }
        #expect(others.contains { !$0.contains(reason) })
    }

    @Test func reasonsOfAllEnginesHaveNone() {
        #expect(ProfileKnob.behind(StoreReason.domainMismatch.code) == nil)
        #expect(ProfileKnob.behind(StoreReason.secureFromInsecure.code) == nil)  // not on loopback
        #expect(ProfileKnob.behind(ReasonCode(unchecked: "no/such")) == nil)
    }
}
