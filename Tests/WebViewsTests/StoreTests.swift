import BridgePrimitives
import BridgeTrace
import Cookies
import CookieStores
import Testing
import WebViews

@Suite("Stores", .timeLimit(.minutes(5)))
struct WebsiteDataStoreTests {
    @Test("The app's own cookie storage is not the web view's store")
    func nativeStorageIsAnother() async throws {
        try await withWorld { world async throws in
            let native = SharedCookieJar(
                name: "HTTPCookieStorage.shared", profile: .ios18, publicSuffixes: PublicSuffixList.standard,
                clock: world.clock, trace: world.trace)
            native.store(native: NativeCookie(name: "token", value: "1", domain: "app.localhost"))
            try await world.load()
            #expect(world.server.cookies == [nil])
            #expect(world.writes.map(\.store) == ["HTTPCookieStorage.shared"])
        }
    }

    @Test("Views on one store share it; each new store is empty")
    func sharing() async throws {
        try await withWorld { world async throws in
            await world.store.httpCookieStore.setCookie(NativeCookie(name: "a", value: "1", domain: "app.localhost"))
            let sibling = HeadlessWebView(
                configuration: world.configuration, transport: world.transport, clock: world.clock, trace: world.trace)
            await sibling.load(try world.request("/sibling"))
            let other = WebViewConfiguration(
                websiteDataStore: .nonPersistent(
                    profile: .ios18, publicSuffixes: PublicSuffixList.standard, clock: world.clock, trace: world.trace))
            let stranger = HeadlessWebView(
                configuration: other, transport: world.transport, clock: world.clock, trace: world.trace)
            await stranger.load(try world.request("/stranger"))
            #expect(world.server.cookies == ["a=1", nil])
        }
    }

    @Test("After a relaunch only cookies with an expiry are left, and only in a persistent store")
    func relaunch() async throws {
        let clock = WorldClock.frozen(at: TestWorld.start)
        let trace = TraceLog(clock: clock, masking: Masking(.revealed))
        for isPersistent in [true, false] {
            let store: WebsiteDataStore =
                isPersistent
                ? .persistent(profile: .ios18, publicSuffixes: PublicSuffixList.standard, clock: clock, trace: trace)
                : .nonPersistent(profile: .ios18, publicSuffixes: PublicSuffixList.standard, clock: clock, trace: trace)
            #expect(store.isPersistent == isPersistent)
            for (name, expiry) in [("session", nil), ("kept", TestWorld.start + .seconds(60))] {
                await store.httpCookieStore.setCookie(
                    NativeCookie(name: name, value: "1", domain: "app.localhost", expiry: expiry))
            }
            store.relaunch()
            #expect(await store.httpCookieStore.allCookies().map(\.name) == (isPersistent ? ["kept"] : []))
            clock.advance(by: .seconds(60))
            #expect(await store.httpCookieStore.allCookies().isEmpty)
            clock.set(to: TestWorld.start, frozen: true)
        }
    }

    @Test("Cookies of an earlier life are there from the start, on disk already, and nobody is told")
    func restoring() async throws {
        let clock = WorldClock.frozen(at: TestWorld.start)
        let trace = TraceLog(clock: clock, masking: Masking(.revealed))
        let store = WebsiteDataStore.persistent(
            profile: .ios18, publicSuffixes: PublicSuffixList.standard, clock: clock, trace: trace)
        let earlier = TestWorld.start - .seconds(60)
        store.httpCookieStore.jar.restore([
            Cookie(
                name: "kept", value: "1", domain: "app.localhost", creationTime: earlier, lastAccessTime: earlier,
                expiry: TestWorld.start + .seconds(60)),
            Cookie(
                name: "gone", value: "1", domain: "app.localhost", creationTime: earlier, lastAccessTime: earlier,
                expiry: TestWorld.start),
        ])
        #expect(await store.httpCookieStore.allCookies().map(\.name) == ["kept"])
        #expect(trace.events.isEmpty)
        store.networkProcessCrash()
        #expect(await store.httpCookieStore.allCookies().map(\.creationTime) == [earlier])
    }

    @Test("Native code without HttpOnly neither replaces nor deletes an HttpOnly cookie")
    func httpOnlyProtection() async throws {
        try await withWorld(answering: { _ in .html(cookies: ["sid=server; HttpOnly"]) }) { world async throws in
            try await world.load()
            let cookies = world.store.httpCookieStore
            let plain = NativeCookie(name: "sid", value: "native", domain: "app.localhost")
            #expect(await cookies.setCookie(plain).reasons == [.httpOnlyProtected])
            #expect(await cookies.delete(plain).reasons == [.httpOnlyProtected])
            #expect(await world.stored() == ["sid=server@app.localhost"])
            var protected = plain
            protected.isHTTPOnly = true
            #expect(await cookies.setCookie(protected).outcome == .replaced)
            #expect(await cookies.delete(protected).outcome == .deleted)
        }
    }

    @Test("Each change from any source is told once to each observer, who is not kept alive")
    func observers() async throws {
        final class Counter: CookieStoreObserver {
            let count = Mutex(0)
            func cookiesDidChange(in store: HTTPCookieStore) { count.withLock { $0 += 1 } }
        }
        try await withWorld(answering: { _ in .html(cookies: ["a=1", "b=2", "bad=\u{1}"]) }) { world async throws in
            let cookies = world.store.httpCookieStore
            let counter = Counter()
            cookies.add(counter)
            try await world.load()  // two stored, one refused
            try await world.view.evaluateJavaScript("document.cookie = 'c=3'")
            await cookies.setCookie(NativeCookie(name: "d", value: "4", domain: "app.localhost"))
            #expect(counter.count.withLock { $0 } == 4)
            cookies.remove(counter)
            await cookies.setCookie(NativeCookie(name: "e", value: "5", domain: "app.localhost"))
            #expect(counter.count.withLock { $0 } == 4)

            weak let gone: Counter? = {
                let short = Counter()
                cookies.add(short)
                return short
            }()
            #expect(gone == nil)
        }
    }

    @Test("Values are masked in the trace")
    func masking() async throws {
        let clock = WorldClock.frozen(at: TestWorld.start)
        let trace = TraceLog(clock: clock, masking: Masking(.fingerprints))
        let store = WebsiteDataStore.nonPersistent(
            profile: .ios18, publicSuffixes: PublicSuffixList.standard, clock: clock, trace: trace)
        await store.httpCookieStore.setCookie(
            NativeCookie(name: "token", value: "very-secret-value", domain: "app.localhost"))
        let printed = "\(trace.events)"
        #expect(printed.contains("token"))
        #expect(!printed.contains("very-secret-value"))
    }
}

@Suite("The public suffix list", .timeLimit(.minutes(5)))
struct PublicSuffixListTests {
    @Test(
        arguments: [
            ("com", true, nil), ("example.com", false, "example.com"), ("www.example.com", false, "example.com"),
            ("co.uk", true, nil), ("a.b.co.uk", false, "b.co.uk"),
            ("github.io", true, nil), ("me.github.io", false, "me.github.io"),  // the private section counts
            ("localhost", true, nil), ("app.localhost", false, "app.localhost"),  // the default rule
            ("ck", true, nil), ("foo.ck", true, nil), ("www.ck", false, "www.ck"),  // wildcard and exception
            ("127.0.0.1", false, nil), ("[::1]", false, nil), ("", false, nil),
            ("www.example.com.", false, "example.com."),  // another host, which keeps its dot
            ("xn--55qx5d.cn", true, nil),
        ])
    func rows(host: String, isSuffix: Bool, domain: String?) {
        let list = PublicSuffixList.standard
        #expect(list.isPublicSuffix(host) == isSuffix)
        #expect(list.registrableDomain(of: host) == domain)
    }
}
