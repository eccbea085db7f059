import BridgePrimitives
import BridgeTrace
import Cookies
import CookieStores
import Testing
import WebViews

/// `WKHTTPCookieStore.setCookie` only posts a message; who loads without waiting for it races with it.
@Suite("Native writes that nobody awaits", .timeLimit(.minutes(5)))
struct WriteScheduleTests {
    static let token = NativeCookie(name: "token", value: "1", domain: "app.localhost")

    @Test(
        "Awaited, the cookie is always there; posted, it depends",
        arguments: [
            (CookieProfile.ios18, WriteSchedule.prompt, ["token=1", "token=1"]),
            // The first request is anonymous, and a retry is fine.
            (.ios18, .afterNextRequest, [nil, "token=1"]),
            (.ios18, .afterBegunLoads, ["token=1", "token=1"]),  // no load was begun when the turn ended
            // Where messages keep their order there is no race to lose.
            (.webkitgtk, .afterNextRequest, ["token=1", "token=1"]),
            (.webkitgtk, .prompt, ["token=1", "token=1"]),
        ] as [(CookieProfile, WriteSchedule, [String?])])
    func race(profile: CookieProfile, schedule: WriteSchedule, posted: [String?]) async throws {
        for isAwaited in [true, false] {
            try await withWorld(profile: profile) { world async throws in
                let store = world.store.httpCookieStore
                store.writeSchedule = schedule
                if isAwaited {
                    await store.setCookie(Self.token)
                } else {
                    store.setCookie(Self.token, completionHandler: nil)
                }
                // The turn of the app's code ends.
                await MainActor.run {}
                try await world.load()
                try await world.load()
                #expect(world.server.cookies == (isAwaited ? ["token=1", "token=1"] : posted))
            }
        }
    }

    @Test("The request that left without it says so, in the result and in the trace")
    func reason() async throws {
        try await withWorld { world async throws in
            let store = world.store.httpCookieStore
            store.writeSchedule = .afterNextRequest
            store.setCookie(Self.token, completionHandler: nil)
            let first = try await world.load()
            #expect(first.hops.first?.cookies.withheld.map(\.cookie.name) == ["token"])
            #expect(first.hops.first?.cookies.withheld.map(\.reasons) == [[.notCommittedYet]])
            #expect(world.requests.last?.withheld.map(\.reasons) == [[SendReason.notCommittedYet.code]])
            let second = try await world.load()
            #expect(second.hops.first?.cookies.withheld.isEmpty == true)
        }
    }

    @Test(
        "Only what the request would have carried is listed",
        arguments: [
            ("app.localhost", "/", false, true),
            (".app.localhost", "/", false, true),
            ("www.app.localhost", "/", false, false),  // another host
            ("app.localhost", "/other", false, false),
            ("app.localhost", "/", true, false),  // Secure, and the page is of http
        ])
    func matching(domain: String, path: String, isSecure: Bool, isListed: Bool) async throws {
        try await withWorld { world async throws in
            let store = world.store.httpCookieStore
            store.writeSchedule = .afterNextRequest
            store.setCookie(
                NativeCookie(name: "a", value: "1", domain: domain, path: path, isSecure: isSecure),
                completionHandler: nil)
            let result = try await world.load()
            #expect(result.hops.first?.cookies.withheld.isEmpty == !isListed)
            // Listed or not, it has arrived by now.
            #expect(await world.stored().count == 1)
        }
    }

    @Test("In a redirect chain only the first request is without it")
    func redirect() async throws {
        try await withWorld(answering: { $0.target == "/" ? .redirect("/two") : .html() }) { world async throws in
            world.store.httpCookieStore.writeSchedule = .afterNextRequest
            world.store.httpCookieStore.setCookie(Self.token, completionHandler: nil)
            try await world.load("/")
            #expect(world.server.cookies == [nil, "token=1"])
        }
    }

    @Test("Messages keep their order: an awaited call comes after all that was posted")
    func order() async throws {
        try await withWorld { world async throws in
            let store = world.store.httpCookieStore
            store.writeSchedule = .afterNextRequest
            let told = Mutex<[String]>([])
            var second = Self.token
            second.value = "2"
            store.setCookie(Self.token) { decision in told.withLock { $0.append(decision.outcome.rawValue) } }
            store.setCookie(second) { decision in told.withLock { $0.append(decision.outcome.rawValue) } }
            store.delete(NativeCookie(name: "none", value: "", domain: "app.localhost")) { decision in
                told.withLock { $0.append(decision.outcome.rawValue) }
            }
            #expect(told.withLock { $0 }.isEmpty)
            #expect(await world.stored() == ["token=2@app.localhost"])
            #expect(told.withLock { $0 } == ["stored", "replaced", "ignored"])
        }
    }

    @Test("A deletion that nobody awaits is late too: the old cookie goes out once more")
    func lateDeletion() async throws {
        try await withWorld { world async throws in
            let store = world.store.httpCookieStore
            await store.setCookie(Self.token)
            store.writeSchedule = .afterNextRequest
            store.delete(Self.token, completionHandler: nil)
            try await world.load()
            try await world.load()
            #expect(world.server.cookies == ["token=1", nil])
        }
    }

    @Test("Promptly delivered, the handler has been called when the call returns")
    func prompt() async throws {
        try await withWorld { world async throws in
            let told = Mutex<StoreDecision.Outcome?>(nil)
            world.store.httpCookieStore.setCookie(Self.token) { decision in told.withLock { $0 = decision.outcome } }
            #expect(told.withLock { $0 } == .stored)
        }
    }

    @Test("What only the app's own storage has is listed as being in another store")
    func otherStore() async throws {
        try await withWorld { world async throws in
            let native = SharedCookieJar(
                name: "HTTPCookieStorage.shared", profile: .ios18, publicSuffixes: PublicSuffixList.standard,
                clock: world.clock, trace: world.trace)
            world.store.httpCookieStore.compare(with: native)
            for (name, domain) in [("token", "app.localhost"), ("both", "app.localhost"), ("far", "other.localhost")] {
                native.store(native: NativeCookie(name: name, value: "1", domain: domain))
            }
            await world.store.httpCookieStore.setCookie(
                NativeCookie(name: "both", value: "2", domain: "app.localhost"))
            let result = try await world.load()
            let withheld = try #require(result.hops.first?.cookies.withheld)
            #expect(withheld.map(\.cookie.name) == ["token"])
            #expect(withheld.map(\.reasons) == [[.otherStore]])
            #expect(world.server.cookies == ["both=2"])
        }
    }

    @Test(
        "A load that is begun in the same turn comes first; a turn without one ends with the write",
        arguments: [
            (true, false, [nil, "token=1"]),
            (false, false, ["token=1", "token=1"]),
            // A load that never sends a request holds nothing up for ever.
            (true, true, ["token=1"]),
        ] as [(Bool, Bool, [String?])])
    @MainActor
    func turns(isSameTurn: Bool, isRefused: Bool, cookies: [String?]) async throws {
        try await withWorld { world async throws in
            let store = world.store.httpCookieStore
            store.useByDefault(.afterBegunLoads)
            let request = try world.request()
            let handled = AsyncStream.makeStream(of: StoreDecision.self)
            store.setCookie(Self.token) { handled.continuation.yield($0) }
            var decisions = handled.stream.makeAsyncIterator()
            if !isSameTurn { #expect(await decisions.next()?.outcome == .stored) }
            _ = await world.view.beginLoad { isRefused ? await $0.refuse("myapp://done") : await $0.load(request) }
                .value
            if isSameTurn { #expect(await decisions.next()?.outcome == .stored) }
            try await world.load()
            #expect(world.server.cookies == cookies)
        }
    }

    @Test("What is begun later comes later, and a chosen schedule wins over the usual one")
    func begun() async throws {
        try await withWorld(answering: { .html("<title>\($0.target)</title>") }) { world async throws in
            let store = world.store.httpCookieStore
            store.writeSchedule = .prompt
            store.useByDefault(.afterNextRequest)
            #expect(store.writeSchedule == .prompt)
            let first = try world.request("/1"), second = try world.request("/2")
            let tasks = [first, second].map { request in world.view.beginLoad { await $0.load(request) } }
            let title = world.view.begin { $0.title }
            #expect(await tasks[0].value?.failure?.reason == .superseded)
            #expect(await tasks[1].value?.status == 200)
            #expect(await title.value == "")
            #expect(await world.view.title == "/2")
        }
    }
}
