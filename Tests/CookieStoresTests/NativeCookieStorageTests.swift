import BridgePrimitives
import BridgeTrace
import Cookies
import CookieStores
import Testing

@Suite("HTTPCookieStorage.shared", .timeLimit(.minutes(5)))
struct NativeCookieStorageTests {
    private let clock = WorldClock.frozen(at: Instant(secondsSinceEpoch: 1_795_251_600))
    private let storage: NativeCookieStorage

    init() {
        storage = NativeCookieStorage(
            profile: .ios18, publicSuffixes: DefaultRuleSuffixes(), clock: clock,
            trace: TraceLog(clock: clock, masking: Masking(.fingerprints)))
    }

    /// Domain text without a leading dot means that host only, with one its subdomains too.
    @Test(arguments: [("app.test", false), (".app.test", true)])
    func theDomainsDotDecidesAboutSubdomains(domain: String, reachesSubdomain: Bool) throws {
        storage.setCookie(NativeCookie(name: "a", value: "1", domain: domain))
        let header = try storage.requestCookies(for: CookieURL("https://www.app.test/")).header
        #expect((header == "a=1") == reachesSubdomain)
    }

    @Test(
        "What the accept policy lets in",
        arguments: [
            (.always, "https://ads.test/", "https://app.test/", nil),
            (.never, "https://app.test/", "https://app.test/", .cookiesDisabled),
            (.onlyFromMainDocumentDomain, "https://ads.test/", "https://app.test/", .thirdPartyBlocked),
            (.onlyFromMainDocumentDomain, "https://www.app.test/", "https://app.test/", nil),
            (.onlyFromMainDocumentDomain, "https://ads.test/", nil, nil),
            (.onlyFromMainDocumentDomain, nil, "https://app.test/", nil),
        ] as [(NativeCookieStorage.AcceptPolicy, String?, String?, StoreReason?)])
    func policy(
        policy: NativeCookieStorage.AcceptPolicy, from url: String?, mainDocument: String?, refusal: StoreReason?
    ) throws {
        storage.acceptPolicy = policy
        let decisions = storage.setCookies(
            [NativeCookie(name: "a", value: "1", domain: "ads.test")], for: try url.map { try CookieURL($0) },
            mainDocument: try mainDocument.map { try CookieURL($0) })
        #expect(decisions.map(\.reasons) == [refusal.map { [$0] } ?? []])
        #expect(storage.cookies.isEmpty == (refusal != nil))
    }

    @Test(
        "Removing by date takes what was made then or later, and leaves what was only updated", arguments: [-1, 0, 1])
    func dates(offset: Int64) {
        storage.setCookie(NativeCookie(name: "old", value: "1", domain: "app.test"))
        clock.advance(by: .seconds(60))
        storage.setCookie(NativeCookie(name: "old", value: "2", domain: "app.test"))
        storage.setCookie(NativeCookie(name: "new", value: "1", domain: "app.test", isHTTPOnly: true))
        storage.removeCookies(since: Instant(secondsSinceEpoch: 1_795_251_660 + offset))
        #expect(storage.cookies.map(\.name).sorted() == (offset > 0 ? ["new", "old"] : ["old"]))
    }
}
