import BridgePrimitives
import BridgeTrace
import Cookies
import CookieStores
import Testing
import WebViews

/// What the native door does beside setting and deleting: the policy, deleting everything, observers.
@Suite("The native cookie store", .timeLimit(.minutes(5)))
struct HTTPCookieStoreTests {
    /// Counts its calls and remembers what the store held at each.
    final class Counter: CookieStoreObserver {
        private let seen = Mutex<[[String]]>([])
        var calls: Int { seen.withLock { $0.count } }
        var snapshots: [[String]] { seen.withLock { $0 } }

        func cookiesDidChange(in store: HTTPCookieStore) {
            let names = store.jar.all().map(\.name)
            seen.withLock { $0.append(names) }
        }
    }

    static func cookie(_ name: String, expiry: Instant? = nil) -> NativeCookie {
        NativeCookie(name: name, value: "1", domain: "app.localhost", expiry: expiry)
    }

    // MARK: Policy

    @Test("With the policy disallow nothing is stored, from whatever source; what is there stays and is sent")
    func disallow() async throws {
        try await withWorld(answering: { _ in .html(cookies: ["response=1", "response=\u{1}"]) }) {
            world async throws in
            let store = world.store.httpCookieStore
            await store.setCookie(Self.cookie("before"))
            await store.setCookiePolicy(.disallow)

            let result = try await world.load()
            // Refused before it is read, so that nothing else is said about it.
            #expect(result.hops.first?.stored.map(\.reasons) == [[.cookiesDisabled], [.cookiesDisabled]])
            #expect(result.hops.first?.stored.map(\.name) == ["response", "response"])
            try await world.view.evaluateJavaScript("document.cookie; document.cookie = 'script=1; path=/'")
            #expect(await store.setCookie(Self.cookie("native")).reasons == [.cookiesDisabled])
            #expect(
                world.writes.suffix(4).map(\.reasons)
                    == Array(repeating: [StoreReason.cookiesDisabled.code], count: 4))
            #expect(world.writes.suffix(4).map(\.name) == ["response", "response", "script", "native"])

            #expect(await world.stored() == ["before=1@app.localhost"])
            #expect(try await world.view.evaluateJavaScript("document.cookie") == "before=1")
            // Seen in WebKitGTK: pages are not told.
            #expect(try await world.view.evaluateJavaScript("navigator.cookieEnabled") == true)
            try await world.load()
            #expect(world.server.cookies == ["before=1", "before=1"])
            #expect(await store.delete(Self.cookie("before")).outcome == .deleted)

            await store.setCookiePolicy(.allow)
            try await world.load()
            #expect(await world.stored() == ["response=1@app.localhost"])
        }
    }

    @Test("The policy is one store's, not the app's")
    func policyIsPerStore() async throws {
        try await withWorld { world async throws in
            await world.store.httpCookieStore.setCookiePolicy(.disallow)
            let other = WebsiteDataStore.nonPersistent(
                profile: .ios18, publicSuffixes: PublicSuffixList.standard, clock: world.clock, trace: world.trace)
            #expect(await other.httpCookieStore.setCookie(Self.cookie("a")).outcome == .stored)
        }
    }

    // MARK: Deleting everything

    @Test("Deleting all cookies empties the store, HttpOnly ones and phantoms included")
    func deleteAll() async throws {
        try await withWorld(answering: { _ in .html(cookies: ["sid=server; HttpOnly", "plain=1"]) }) {
            world async throws in
            try await world.load()
            try await world.view.evaluateJavaScript("document.cookie; document.cookie = 'sid=js'")
            await world.store.httpCookieStore.deleteAllCookies()
            #expect(await world.stored().isEmpty)
            #expect(try await world.view.evaluateJavaScript("document.cookie") == "")
            let result = try await world.load()
            // It was on purpose, so requests do not mourn them.
            #expect(result.hops.first?.cookies.withheld.isEmpty == true)
        }
    }

    // MARK: Observers

    @Test("Two sets with two observers are four calls, and each call finds the new state")
    func calls() async throws {
        try await withWorld { world async throws in
            let store = world.store.httpCookieStore
            let (one, two) = (Counter(), Counter())
            store.add(one)
            store.add(two)
            store.add(two)  // again: nothing changes
            await store.setCookie(Self.cookie("a"))
            await store.setCookie(Self.cookie("b"))
            #expect(one.snapshots == [["a"], ["a", "b"]])
            #expect(two.snapshots == [["a"], ["a", "b"]])
        }
    }

    @Test("What counts as a change")
    func changes() async throws {
        let answer: @Sendable (ReceivedRequest) -> Reply = { _ in
            .html(cookies: ["a=1", "b=2", "a=1", "bad=\u{1}", "none=; Max-Age=0", "b=; Max-Age=0"])
        }
        try await withWorld(answering: answer) { world async throws in
            let store = world.store.httpCookieStore
            let counter = Counter()
            store.add(counter)
            var expected = 0
            func tells(_ calls: Int, _ what: Comment) {
                expected += calls
                #expect(counter.calls == expected, what)
            }
            try await world.load()
            tells(4, "a burst of Set-Cookie lines is a burst of calls; refused and needless ones are none")
            await store.setCookie(Self.cookie("a"))
            tells(1, "writing what is there already")
            await store.delete(Self.cookie("missing"))
            tells(0, "deleting what is not there")
            _ = await store.allCookies()
            try await world.view.evaluateJavaScript("document.cookie")
            tells(0, "reading")
            try await world.view.evaluateJavaScript("document.cookie = 'c=3; max-age=60'")
            tells(1, "a script's write")
            world.clock.advance(by: .seconds(60))
            #expect(await store.allCookies().map(\.name) == ["a"])
            tells(0, "time passes and a cookie expires")
            await store.setCookie(Self.cookie("a", expiry: .epoch))
            tells(1, "an expired cookie deletes its namesake")
            await store.deleteAllCookies()
            tells(0, "deleting everything when there is nothing")
            await store.setCookie(Self.cookie("d"))
            await store.setCookie(Self.cookie("e"))
            await store.deleteAllCookies()
            tells(3, "deleting everything is one change")
            store.remove(counter)
            await store.setCookie(Self.cookie("f"))
            tells(0, "the observer was removed")
        }
    }

    @Test("Another store's changes, and the ends of processes, are not told")
    func notTold() async throws {
        try await withWorld(isPersistent: true) { world async throws in
            let store = world.store.httpCookieStore
            await store.setCookie(Self.cookie("session"))
            let counter = Counter()
            store.add(counter)
            let other = WebsiteDataStore.nonPersistent(
                profile: .ios18, publicSuffixes: PublicSuffixList.standard, clock: world.clock, trace: world.trace)
            await other.httpCookieStore.setCookie(Self.cookie("a"))
            world.store.networkProcessCrash()
            world.store.relaunch()
            #expect(await world.stored().isEmpty)
            #expect(counter.calls == 0)
        }
    }

    @Test("A message that is late is told when it arrives")
    func late() async throws {
        try await withWorld { world async throws in
            let store = world.store.httpCookieStore
            let counter = Counter()
            store.add(counter)
            store.writeSchedule = .afterNextRequest
            store.setCookie(Self.cookie("a"), completionHandler: nil)
            #expect(counter.calls == 0)
            try await world.load()
            #expect(counter.calls == 1)
        }
    }
}
