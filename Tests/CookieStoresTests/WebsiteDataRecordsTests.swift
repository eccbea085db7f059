import BridgePrimitives
import BridgeTrace
import Cookies
import CookieStores
import HTTPLoader
import Testing

@Suite("Records of website data", .timeLimit(.minutes(5)))
struct WebsiteDataRecordsTests {
    private final class Counter: CookieStoreObserver {
        private let calls = Mutex(0)
        var count: Int { calls.withLock { $0 } }
        func cookiesDidChange(in store: HTTPCookieStore) { calls.withLock { $0 += 1 } }
    }

    @Test(
        "What is removed with a record, and what stays",
        arguments: [
            ([WebsiteDataType.cookies], ["example.com"], ["c@other.test"], 1),
            ([.cookies, .serviceWorkers], ["example.com", "other.test"], [], 0),
            ([.serviceWorkers], ["example.com"], ["a@app.example.com", "b@example.com", "c@other.test"], 0),
            ([.cookies], ["app.example.com"], ["a@app.example.com", "b@example.com", "c@other.test"], 1),  // no site
            ([], ["example.com"], ["a@app.example.com", "b@example.com", "c@other.test"], 1),
        ] as [(Set<WebsiteDataType>, [String], [String], Int)])
    func removal(types: Set<WebsiteDataType>, sites: [String], cookies: [String], workers: Int) async throws {
        let clock = WorldClock.frozen(at: Instant(secondsSinceEpoch: 1_795_251_600))
        let trace = TraceLog(clock: clock, masking: Masking(.fingerprints))
        let store = WebsiteDataStore.persistent(
            profile: .ios18, publicSuffixes: DefaultRuleSuffixes(), clock: clock, trace: trace)
        for (name, domain) in [("a", "app.example.com"), ("b", ".example.com"), ("c", "other.test")] {
            await store.httpCookieStore.setCookie(
                NativeCookie(name: name, value: "1", domain: domain, isHTTPOnly: name == "a"))
        }
        #expect(store.keep(ServiceWorkerRegistration(scope: try WebURL("https://app.example.com/"), headers: [:])))
        let records = await store.dataRecords(of: Set(WebsiteDataType.allCases))
        #expect(
            records == [
                WebsiteDataRecord(site: "example.com", types: [.cookies, .serviceWorkers]),
                WebsiteDataRecord(site: "other.test", types: [.cookies]),
            ])
        let observer = Counter()
        store.httpCookieStore.add(observer)
        await store.removeData(of: types, for: sites.map { WebsiteDataRecord(site: $0, types: types) })
        let left = await store.httpCookieStore.allCookies().map { "\($0.name)@\($0.domain)" }
        #expect(left.sorted() == cookies)
        #expect(store.serviceWorkers.count == workers)
        #expect(observer.count == (left.count < 3 ? 1 : 0))
    }
}
