import BridgePrimitives
import BridgeTrace
import Cookies
import CookieStores
import Testing

@Suite("HTTPCookieStorage.shared", .timeLimit(.minutes(5)))
struct NativeCookieStorageTests {
    private func storage() -> NativeCookieStorage {
        let clock = WorldClock.frozen(at: Instant(secondsSinceEpoch: 1_795_251_600))
        return NativeCookieStorage(
            profile: .ios18, publicSuffixes: DefaultRuleSuffixes(), clock: clock,
            trace: TraceLog(clock: clock, masking: Masking(.fingerprints)))
    }

    /// Domain text without a leading dot means that host only, with one its subdomains too.
    @Test(arguments: [("app.test", false), (".app.test", true)])
    func theDomainsDotDecidesAboutSubdomains(domain: String, reachesSubdomain: Bool) throws {
        let storage = storage()
        storage.setCookie(NativeCookie(name: "a", value: "1", domain: domain))
        let header = try storage.requestCookies(for: CookieURL("https://www.app.test/")).header
        #expect((header == "a=1") == reachesSubdomain)
    }
}
