import BridgePrimitives
import BridgeTrace
import Cookies
import CookieStores
import Testing

@Suite("HTTPCookieStorage.shared")
struct NativeCookieStorageTests {
    private func storage() -> NativeCookieStorage {
        let clock = WorldClock.frozen(at: Instant(secondsSinceEpoch: 1_795_251_600))
        return NativeCookieStorage(
            profile: .ios18, publicSuffixes: DefaultRuleSuffixes(), clock: clock,
            trace: TraceLog(clock: clock, masking: Masking(.fingerprints)))
    }

    @Test func keepsWhatAResponseSetsAndSendsItBack() throws {
        let storage = storage()
        let url = try CookieURL("https://api.app.test/login")
        let decisions = storage.storeCookies(
            fromResponseFields: [Array("sid=1; Path=/; HttpOnly".utf8), Array("x=2; Domain=other.test".utf8)], for: url)
        #expect(decisions.map(\.outcome) == [.stored, .rejected])
        #expect(storage.requestCookies(for: url).header == "sid=1")
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
