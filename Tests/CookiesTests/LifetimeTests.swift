import BridgePrimitives
import Cookies
import Testing

@Suite("Max-Age, Expires and caps, RFC 6265bis §5.5, §5.6.2, §5.7", .timeLimit(.minutes(5)))
struct LifetimeTests {
    private static let past = "Expires=Wed, 09 Jun 1999 10:18:14 GMT"

    /// Seconds that a cookie lives; nil for a non-persistent one. Zero stands for "expires at once".
    @Test(
        arguments: [
            ("Max-Age=60", 60), ("max-AGE = 60 ", 60), ("Max-Age=0", 0), ("Max-Age=-1", 0), ("Max-Age=-0", 0),
            ("Max-Age=1", 1), ("Max-Age=007", 7),
            ("Max-Age=abc", nil), ("Max-Age=", nil), ("Max-Age", nil), ("Max-Age=\"60\"", nil), ("Max-Age=5.9", nil),
            ("Max-Age=+5", nil), ("Max-Age=-", nil), ("Max-Age=1 2", nil), ("Max-Age=６", nil),
            ("Max-Age=60; Max-Age=abc", 60),  // the last usable one wins
            ("Max-Age=60; Max-Age=30", 30), ("Max-Age=0; Max-Age=60", 60),
            ("Max-Age=34559999", 34_559_999), ("Max-Age=34560000", 34_560_000),  // 400 days
            ("Max-Age=34560001", 34_560_000), ("Max-Age=999999999999999999999999", 34_560_000),
            ("Max-Age=-999999999999999999999999", 0),
            ("Max-Age=60; \(past)", 60), ("\(past); Max-Age=60", 60),  // Max-Age decides in either order
            ("\(past); Max-Age=abc", 0),  // an unusable one does not
            ("Expires=Fri, 31 Dec 9999 23:59:59 GMT", 34_560_000),
        ] as [(String, Int64?)])
    func standardLifetimes(attributes: String, lifetime: Int64?) throws {
        var jar = CookieJar()
        let decision = try jar.set("a=1; \(attributes)")
        if lifetime == 0 {
            #expect(decision.outcome == .ignored)
            #expect(decision.reasons.first == .expiredOnArrival)
        } else {
            #expect(decision.outcome == .stored)
            #expect(decision.cookie?.expiry == lifetime.map(seconds))
        }
    }

    @Test func theCapIsNoted() throws {
        var jar = CookieJar()
        #expect(try jar.set("a=1; Max-Age=34560000").reasons == [])
        #expect(try jar.set("a=1; Max-Age=34560001").reasons == [.lifetimeCapped400d])
    }

    @Test(
        arguments: [
            ("Max-Age=999999999", CookieProfile.ios17, 999_999_999),  // no cap is known
            ("Max-Age=999999999", .webkitgtk, 999_999_999), ("Max-Age=999999999", .chromium, 34_560_000),
            ("Max-Age=+5", .chromium, 5), ("Max-Age=+5", .webkitgtk, 5), ("Max-Age=+5", .ios17, nil),
            ("Max-Age=", .webkitgtk, 0), ("Max-Age=", .chromium, nil),
            ("Max-Age=60; \(past)", .webkitgtk, 0), ("\(past); Max-Age=60", .webkitgtk, 60),  // the last one wins
            ("Max-Age=60; \(past)", .ios17, 60),
        ] as [(String, CookieProfile, Int64?)])
    func enginesDiffer(attributes: String, profile: CookieProfile, lifetime: Int64?) throws {
        var jar = CookieJar(profile)
        let decision = try jar.set("a=1; \(attributes)")
        if lifetime == 0 {
            #expect(decision.outcome == .ignored)
        } else {
            #expect(decision.cookie?.expiry == lifetime.map(seconds))
        }
    }

    @Test("A cookie is gone at its expiry", arguments: [(59, true), (60, false), (61, false)])
    func expiryIsExclusive(offset: Int64, isSent: Bool) throws {
        var jar = CookieJar()
        try jar.set("a=1; Max-Age=60")
        let sent = try jar.get(now: seconds(offset))
        #expect(sent.header == (isSent ? "a=1" : nil))
        #expect(sent.reasons("a") == (isSent ? nil : [.expired]))
        #expect(jar.all(now: seconds(offset)).isEmpty == !isSent)
        // The reason outlives the entry itself.
        try jar.set("b=1", now: seconds(offset))
        #expect(try jar.get(now: seconds(offset)).reasons("a") == (isSent ? nil : [.expired]))
    }

    /// Columns: profile, tracking prevention, decorated landing, days that a 30-day script cookie lives, note.
    @Test(arguments: [
        (CookieProfile.webkitgtk, true, false, 7, [StoreReason.lifetimeCapped7d]),
        (.webkitgtk, true, true, 1, [.lifetimeCapped24h]), (.webkitgtk, false, true, 30, []),
        // Nothing is cut, but it goes after seven days without interaction; and nothing of it without prevention.
        (.ios17, true, false, 30, [.deletedAfterInactivity]), (.ios17, false, false, 30, []),
        (.ios18, true, false, 30, [.deletedAfterInactivity]), (.ios26, true, false, 30, [.deletedAfterInactivity]),
        (.ios17, true, true, 1, [.lifetimeCapped24h]),
        (.ios12, true, false, 7, [.lifetimeCapped7d]), (.chromium, true, true, 30, []),
    ])
    func scriptCookiesAreCapped(
        profile: CookieProfile, prevention: Bool, decorated: Bool, days: Int64, notes: [StoreReason]
    ) throws {
        let context = StoreContext(
            party: PartyContext(siteForCookies: try url("https://app.test/"), trackingPrevention: prevention),
            isDecoratedLanding: decorated)
        var jar = CookieJar(profile)
        let written = try jar.write("a=1; max-age=2592000", context: context)
        #expect(written.cookie?.expiry == seconds(days * 86_400))
        #expect(written.reasons == notes)
        // Shorter ones, non-persistent ones and those of responses are left alone.
        #expect(try jar.write("b=1; max-age=86400", context: context).cookie?.expiry == seconds(86_400))
        #expect(try jar.write("b=1; max-age=86400", context: context).reasons == [])
        #expect(try jar.write("c=1", context: context).cookie?.expiry == nil)
        #expect(try jar.set("d=1; Max-Age=2592000", context: context).cookie?.expiry == seconds(2_592_000))
    }

    @Test func inactivityDeletesWhatScriptWrote() throws {
        var jar = CookieJar(.ios17)
        try jar.write("script=1")
        try jar.set("server=1")
        #expect(jar.removeScriptWritten(site: "app.test").map(\.name) == ["script"])
        let sent = try jar.get()
        #expect(sent.header == "server=1")
        #expect(sent.reasons("script") == [.deletedByInactivity])
        #expect(jar.removeScriptWritten(site: "other.test").isEmpty)
    }

    @Test(arguments: [(CookieProfile.ios17, 7), (.webkitgtk, 30), (.ios12, 30)] as [(CookieProfile, Int64)])
    func cloakedResponsesAreCapped(profile: CookieProfile, days: Int64) throws {
        var jar = CookieJar(profile)
        let party = PartyContext(siteForCookies: try url("https://app.test/"), trackingPrevention: true)
        let decision = try jar.set("a=1; Max-Age=2592000", context: StoreContext(party: party, isCloakedResponse: true))
        #expect(decision.cookie?.expiry == seconds(days * 86_400))
        #expect(decision.reasons == (days == 7 ? [.cloakingCap] : []))
    }

    @Test func relaunchKeepsPersistentCookiesOnly() throws {
        var jar = CookieJar()
        try jar.set("short=1")
        try jar.set("long=1; Max-Age=60")
        jar.removeNonPersistent()
        let sent = try jar.get()
        #expect(sent.header == "long=1")
        #expect(sent.reasons("short") == [.sessionEnded])
        // Setting it again ends the mourning.
        try jar.set("short=2")
        #expect(try jar.get().withheld.isEmpty)
    }
}
