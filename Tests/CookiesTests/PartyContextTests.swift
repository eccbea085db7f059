import BridgePrimitives
import Cookies
import Testing

@Suite("Third parties and partitions", .timeLimit(.minutes(5)))
struct PartyContextTests {
    /// Columns: page, profile, tracking prevention, whether api.app-site.com's cookies are sent, and stored.
    @Test(arguments: [
        ("https://www.app-site.com/", CookieProfile.ios17, true, true, true),  // the same site
        ("https://other.test/", .ios17, true, false, false), ("https://other.test/", .ios17, false, true, true),
        ("app://localhost/", .ios17, true, false, false), ("app://localhost/", .ios17, false, true, true),
        ("file:///index.html", .ios17, true, true, true),  // no host, nothing blocked
        ("https://other.test/", .webkitgtk, false, true, false),  // sent, not stored
        ("https://other.test/", .webkitgtk, true, false, false),
        ("https://other.test/", .chromium, false, false, false),
        ("https://other.test/", .rfc6265bis, false, true, true),
    ])
    func blocking(page: String, profile: CookieProfile, prevention: Bool, isSent: Bool, isStored: Bool) throws {
        let api = "https://api.app-site.com/"
        let party = PartyContext(siteForCookies: try url(page), trackingPrevention: prevention)
        var jar = CookieJar(profile)
        _ = jar.store(native: NativeCookie(name: "n", value: "1", domain: "api.app-site.com"), now: now)
        let sent = try jar.get(api, party: party)
        #expect(sent.header == (isSent ? "n=1" : nil))
        #expect(sent.reasons("n") == (isSent ? nil : [.thirdPartyBlocked]))
        let context = StoreContext(party: party)
        #expect(try jar.set("r=1", at: api, context: context).reasons == (isStored ? [] : [.thirdPartyBlocked]))
        #expect(try jar.write("s=1", at: api, context: context).reasons == (isStored ? [] : [.thirdPartyBlocked]))
        // Storage access lifts it.
        var granted = party
        granted.hasStorageAccess = true
        #expect(try jar.get(api, party: granted).header?.contains("n=1") == true)
        #expect(try jar.set("r=2", at: api, context: StoreContext(party: granted)).isInJar)
    }

    @Test func scriptInABlockedFrameReadsNothing() throws {
        var jar = CookieJar(.ios17)
        try jar.set("a=1", at: "https://tp.test/")
        let party = PartyContext(siteForCookies: try url("https://app.test/"), trackingPrevention: true)
        let read = jar.scriptCookies(for: try url("https://tp.test/"), context: ScriptContext(party: party), now: now)
        #expect(read.value.isEmpty)
        #expect(read.reasons("a") == [.thirdPartyBlocked])
    }

    @Test func partitionsAreSeparateJars() throws {
        var jar = CookieJar(.ios26)
        let line = "__Host-w=1; Secure; Path=/; SameSite=None; Partitioned"
        func party(_ top: String) throws -> PartyContext {
            PartyContext(siteForCookies: try url(top), trackingPrevention: true)
        }
        for top in ["https://www.a.test/", "https://b.test/"] {
            let decision = try jar.set(line, at: "https://w.test/", context: StoreContext(party: party(top)))
            #expect(decision.outcome == .stored)  // exempt from third-party blocking
        }
        #expect(jar.all(now: now).map(\.partitionKey) == ["https://a.test", "https://b.test"])
        #expect(try jar.get("https://w.test/", party: party("https://a.test/")).header == "__Host-w=1")
        let foreign = try jar.get("https://w.test/", party: party("https://c.test/"))
        #expect(foreign.withheld.map(\.reasons) == [[.partitionMismatch], [.partitionMismatch]])
        // As first party it has another partition still.
        #expect(try jar.get("https://w.test/").header == nil)
        #expect(try jar.set("x=1; Partitioned").reasons == [.partitionedInsecure])
    }

    @Test(
        "The attribute is kept but opens nothing",
        arguments: [
            CookieProfile.rfc6265bis, .ios17, .ios18, .webkitgtk,
        ])
    func unsupported(profile: CookieProfile) throws {
        var jar = CookieJar(profile)
        let cookie = try jar.set("a=1; Secure; Partitioned").cookie
        #expect(cookie?.isPartitioned == true)
        #expect(cookie?.partitionKey == nil)
        #expect(try jar.get().header == "a=1")
    }
}
