import AppFrameworks
import BridgePrimitives
import BridgeTrace
import CookieStores
import Cookies
import SimulatedDevice
import Testing

@Suite("WKHTTPCookieStore", .timeLimit(.minutes(5))) @MainActor
struct WKHTTPCookieStoreTests {
    private func cookie(
        _ name: String, _ value: String = "1", domain: String = "app.localhost",
        more: [HTTPCookiePropertyKey: Any] = [:]
    ) throws -> HTTPCookie {
        let properties: [HTTPCookiePropertyKey: Any] = [.name: name, .value: value, .domain: domain, .path: "/"]
        return try #require(HTTPCookie(properties: properties.merging(more) { $1 }))
    }

    private func names(_ store: WKHTTPCookieStore) async -> [String] {
        await store.allCookies().map { "\($0.name)=\($0.value)" }.sorted()
    }

    @Test("Handlers are called on the main actor, as code of the app, when the message has arrived")
    func handlers() async throws {
        try await withApp { app in
            let store = WKWebsiteDataStore.default().httpCookieStore
            let cookie = try cookie("a")
            var steps: [String] = []
            await withCheckedContinuation { continuation in
                store.setCookie(cookie) {
                    steps.append("set by \(AppProcess.current === app.process)")
                    store.getAllCookies { cookies in
                        steps.append("got \(cookies.map(\.name))")
                        store.delete(cookie) {
                            steps.append("deleted")
                            continuation.resume()
                        }
                    }
                }
                steps.append("returned")
            }
            #expect(steps == ["returned", "set by true", "got [\"a\"]", "deleted"])
            #expect(await names(store).isEmpty)
        }
    }

    @Test("Awaited calls")
    func awaited() async throws {
        try await withApp { app in
            let store = WKWebsiteDataStore.default().httpCookieStore
            await store.setCookie(try cookie("a"))
            await store.setCookie(try cookie("h", more: [HTTPCookiePropertyKey("HttpOnly"): true]))
            #expect(await names(store) == ["a=1", "h=1"])
            await store.deleteCookie(try cookie("a"))
            await store.setCookie(try cookie("h", "2"))  // without HttpOnly: nothing happens, and nobody is told
            #expect(await names(store) == ["h=1"])
            #expect(app.writes.last?.reasons.map(\.rawValue) == ["store/http-only-protected"])
        }
    }

    @Test("A store that disallows cookies takes none, from whomever; what is there stays")
    func policy() async throws {
        try await withApp { _ in
            let store = WKWebsiteDataStore.default().httpCookieStore
            await store.setCookie(try cookie("a"))
            #expect(await store.cookiePolicy == .allow)
            await store.setCookiePolicy(.disallow)
            await store.setCookie(try cookie("b"))
            #expect(await names(store) == ["a=1"])
            await withCheckedContinuation { continuation in
                store.getCookiePolicy { policy in
                    #expect(policy == .disallow)
                    store.setCookiePolicy(.allow) { continuation.resume() }
                }
            }
            await store.setCookie(try cookie("b"))
            #expect(await names(store) == ["a=1", "b=1"])
        }
    }

    @MainActor
    private final class Observer: WKHTTPCookieStoreObserver {
        private(set) var stores: [WKHTTPCookieStore] = []
        var heard: AsyncStream<Void>.Continuation?
        func cookiesDidChange(in cookieStore: WKHTTPCookieStore) {
            stores.append(cookieStore)
            heard?.yield()
        }
    }

    @Test("Observers hear of each change once, are not kept, and can be taken out")
    func observers() async throws {
        try await withApp { _ in
            let store = WKWebsiteDataStore.default().httpCookieStore
            let observer = Observer(), removed = Observer()
            let (changes, heard) = AsyncStream.makeStream(of: Void.self)
            observer.heard = heard
            var gone: Observer? = Observer()
            weak let weakly = gone
            store.add(observer)
            store.add(observer)
            store.add(removed)
            if let gone { store.add(gone) }
            store.remove(removed)
            gone = nil
            #expect(weakly == nil)
            await store.setCookie(try cookie("a"))
            await store.deleteCookie(try cookie("a"))
            await store.deleteCookie(try cookie("a"))  // nothing is there
            var iterator = changes.makeAsyncIterator()
            for _ in 0..<2 { await iterator.next() }
            #expect(observer.stores.map { $0 === store } == [true, true])
            #expect(removed.stores.isEmpty)
        }
    }

    @Test("Code of a process that has ended writes nothing")
    func ended() async throws {
        try await withApp { app in
            let store = WKWebsiteDataStore.default().httpCookieStore
            let cookie = try cookie("a", more: [.expires: Date(timeIntervalSince1970: 2_000_000_000)])
            app.process.end()
            await store.setCookie(cookie)
            store.setCookie(cookie) { Issue.record("nobody is there to hear this") }
            #expect(await app.process.app.dataStore.httpCookieStore.allCookies().isEmpty)
        }
    }
}
