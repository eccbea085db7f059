import BridgePrimitives
import Cookies
import Testing

@Suite("SameSite, RFC 6265bis §5.2, §5.6.7, §5.8.3", .timeLimit(.minutes(5)))
struct SameSiteContextTests {
    /// A request to rp.test and what surrounds it.
    struct Request: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var target = "https://rp.test/"
        var top: String?
        var initiator: String?
        var ancestors: [String] = []
        var isTopLevel = true
        var method = "GET"
        var chain: [String] = []
        var trackingPrevention = false
    }

    /// The names of the four cookies that travel: d (no SameSite), l, s, n.
    private func sent(_ request: Request, _ profile: CookieProfile, age: Int64 = 0) throws -> RequestCookies {
        var jar = CookieJar(profile)
        for line in [
            "d=1; Secure", "l=1; Secure; SameSite=Lax", "s=1; Secure; SameSite=Strict", "n=1; Secure; SameSite=None",
        ] {
            try jar.set(line, at: "https://rp.test/")
        }
        let context = SameSiteContext.computed(
            for: try url(request.target), siteForCookies: try request.top.map(url),
            initiator: try request.initiator.map(url),
            ancestors: try request.ancestors.map(url), isTopLevelNavigation: request.isTopLevel, method: request.method,
            redirectedFrom: try request.chain.map(url), profile: profile, suffixes: TinySuffixes())
        let party = PartyContext(
            siteForCookies: try url(request.top ?? request.target), trackingPrevention: request.trackingPrevention)
        return try jar.get(request.target, sameSite: context, party: party, now: seconds(age))
    }

    private func letters(_ cookies: RequestCookies) -> String { cookies.sent.map(\.name).sorted().joined() }

    /// Columns: context, WebKitGTK and iOS 17, Chromium, RFC 6265bis. "dlns" is all four.
    static let table: [(Request, String, String, String)] = [
        (Request(testDescription: "load by the app"), "dlns", "dlns", "dlns"),
        (Request(testDescription: "cross-site link", initiator: "https://op.test/"), "dln", "dln", "dln"),
        (
            Request(testDescription: "cross-site form POST", initiator: "https://op.test/", method: "POST"), "dn", "dn",
            "n"
        ),
        (
            Request(testDescription: "cross-site HEAD", initiator: "https://op.test/", method: "HEAD"), "dln", "dln",
            "dln"
        ),
        (Request(testDescription: "link from sub.rp.test", initiator: "https://sub.rp.test/"), "dlns", "dlns", "dlns"),
        (Request(testDescription: "link from http to https", initiator: "http://rp.test/"), "dlns", "dln", "dln"),
        (
            Request(testDescription: "link from another port", initiator: "https://rp.test:8443/"), "dlns", "dlns",
            "dlns"
        ),
        (
            Request(
                testDescription: "cross-site iframe", top: "https://op.test/", initiator: "https://op.test/",
                isTopLevel: false),
            "dn", "", "n"
        ),
        (
            Request(
                testDescription: "same-site iframe", top: "https://sub.rp.test/", initiator: "https://rp.test/",
                isTopLevel: false),
            "dlns", "dlns", "dlns"
        ),
        (
            Request(
                testDescription: "A in B in A", top: "https://rp.test/", initiator: "https://op.test/",
                ancestors: ["https://op.test/"], isTopLevel: false), "dlns", "n", "n"
        ),
        (
            Request(
                testDescription: "image of A in A in B in A", top: "https://rp.test/", initiator: "https://rp.test/",
                ancestors: ["https://op.test/"], isTopLevel: false), "dlns", "n", "n"
        ),
        (
            Request(testDescription: "app load redirected by another site", chain: ["https://op.test/"]), "dln", "dlns",
            "dlns"
        ),
        (
            Request(
                testDescription: "identity provider round trip", initiator: "https://rp.test/",
                chain: ["https://rp.test/login", "https://op.test/"]), "dln", "dlns", "dlns"
        ),
        (
            Request(
                testDescription: "redirect within the site", initiator: "https://rp.test/",
                chain: ["https://sub.rp.test/"]),
            "dlns", "dlns", "dlns"
        ),
        (
            Request(
                testDescription: "fetch redirected through another site", top: "https://rp.test/",
                initiator: "https://rp.test/",
                isTopLevel: false, chain: ["https://op.test/"]), "dn", "dlns", "dlns"
        ),
    ]

    /// Chains between schemes; columns: WebKitGTK, and all others.
    @Test(
        "A redirect between schemes",
        arguments: [
            (["http://rp.test/"], "dln", "dlns"),
            // To http and back again: each of the two would do.
            (["https://rp.test/", "http://rp.test/"], "dln", "dlns"),
            // Once tainted, the rest of the chain stays so.
            (["http://rp.test/", "https://rp.test/"], "dln", "dlns"),
            // Another host of the site, another port: no change of this kind.
            (["http://sub.rp.test/"], "dlns", "dlns"),
            (["https://rp.test:8443/"], "dlns", "dlns"),
            ([], "dlns", "dlns"),
        ])
    func schemesTaintInWebKitGTK(chain: [String], webkitgtk: String, others: String) throws {
        let request = Request(testDescription: "app load", chain: chain)
        #expect(letters(try sent(request, .webkitgtk)) == webkitgtk)
        for profile in CookieProfile.all where profile.name != "webkitgtk" {
            #expect(letters(try sent(request, profile)) == others, "\(profile.name)")
        }
    }

    @Test("Who travels", arguments: table)
    func travels(request: Request, webkit: String, chromium: String, standard: String) throws {
        #expect(letters(try sent(request, .webkitgtk)) == webkit)
        #expect(letters(try sent(request, .ios17)) == webkit)
        #expect(letters(try sent(request, .chromium)) == chromium)
        #expect(letters(try sent(request, .rfc6265bis)) == standard)
    }

    @Test("Two minutes of grace in Chromium", arguments: [(119, "dn"), (120, "n"), (121, "n")] as [(Int64, String)])
    func grace(age: Int64, expected: String) throws {
        let post = Request(testDescription: "", initiator: "https://op.test/", method: "POST")
        #expect(letters(try sent(post, .chromium, age: age)) == expected)
    }

    @Test func laxByDefaultIsReportedFromIOS18() throws {
        let post = Request(testDescription: "", initiator: "https://op.test/", method: "POST")
        #expect(letters(try sent(post, .ios18)) == "n")
        #expect(CookieProfile.ios18.missingSameSite.confidence == .reported)
    }

    @Test func reasonsNameTheRule() throws {
        let post = try sent(Request(testDescription: "", initiator: "https://op.test/", method: "POST"), .rfc6265bis)
        #expect(post.reasons("s") == [.sameSiteStrict])
        #expect(post.reasons("l") == [.sameSiteLax])
        #expect(post.reasons("d") == [.sameSiteDefault])
        let redirected = try sent(Request(testDescription: "", chain: ["https://op.test/"]), .ios17)
        #expect(redirected.reasons("s") == [.sameSiteStrict, .sameSiteTaintedByRedirect])
        // Already cross-site before the redirect: the redirect is not to blame.
        let both = try sent(
            Request(testDescription: "", initiator: "https://op.test/", chain: ["https://op.test/"]), .ios17)
        #expect(both.reasons("s") == [.sameSiteStrict])
    }

    @Test(
        "Pages without a web scheme",
        arguments: [
            (CookieProfile.webkitgtk, "app://localhost/", "dlns"), (.ios17, "file:///", "dlns"),
            (.rfc6265bis, "app://localhost/", "n"), (.rfc6265bis, "file:///", "n"),
        ])
    func nonWebPages(profile: CookieProfile, page: String, expected: String) throws {
        let request = Request(testDescription: page, top: page, initiator: page, isTopLevel: false)
        #expect(letters(try sent(request, profile)) == expected)
    }

    @Test(
        "Storing from a cross-site frame",
        arguments: [
            (CookieProfile.rfc6265bis, "n"), (.ios17, "dlns"), (.webkitgtk, "dlns"),
        ])
    func storing(profile: CookieProfile, expected: String) throws {
        let context = StoreContext(sameSite: SameSiteContext(isSameSite: false))
        let lines = [
            "d=1; Secure", "l=1; Secure; SameSite=Lax", "n=1; Secure; SameSite=None", "s=1; Secure; SameSite=Strict",
        ]
        var (byResponse, byScript) = (CookieJar(profile), CookieJar(profile))
        for line in lines {
            let decision = try byResponse.set(line, context: context)
            #expect(decision.reasons == (expected.contains(decision.name) ? [] : [.sameSiteContext]))
            try byScript.write(line, context: context)
        }
        #expect(byResponse.all(now: now).map(\.name).joined() == expected)
        #expect(byScript.all(now: now).map(\.name).joined() == expected)
    }

    @Test func aTopLevelResponseMayStoreAny() throws {
        var jar = CookieJar()
        let landing = StoreContext(sameSite: SameSiteContext(isSameSite: false, isTopLevelNavigation: true))
        #expect(try jar.set("s=1; SameSite=Strict", context: landing).outcome == .stored)
    }

    @Test(
        "None without Secure",
        arguments: [
            (CookieProfile.rfc6265bis, [StoreReason.sameSiteNoneInsecure]), (.chromium, [.sameSiteNoneInsecure]),
            (.ios17, []),
            (.webkitgtk, []), (.ios12, []),
        ])
    func noneNeedsSecure(profile: CookieProfile, reasons: [StoreReason]) throws {
        var jar = CookieJar(profile)
        #expect(try jar.set("n=1; SameSite=None").reasons == reasons)
    }

    @Test func iOS12ReadsNoneAsStrict() throws {
        #expect(letters(try sent(Request(testDescription: "", initiator: "https://op.test/"), .ios12)) == "dl")
        var jar = CookieJar(.ios12)
        #expect(try jar.set("x=1; SameSite=bogus").cookie?.sameSite == .strict)
    }

    @Test func crossSiteFramesShowNoSameSiteCookiesToScript() throws {
        var jar = CookieJar()
        try jar.set("s=1; SameSite=Strict")
        try jar.set("n=1; Secure; SameSite=None")
        let context = ScriptContext(sameSite: SameSiteContext(isSameSite: false))
        let read = jar.scriptCookies(for: try url("https://app.test/"), context: context, now: now)
        #expect(read.value == "n=1")
        #expect(read.reasons("s") == [.sameSite])
    }
}
