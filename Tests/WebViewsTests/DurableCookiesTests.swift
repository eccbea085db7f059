import BridgePrimitives
import BridgeTrace
import Cookies
import CookieStores
import Testing
import WebViews

/// That `setCookie` has completed means that the network process knows the cookie, not that it is on disk.
@Suite("Durability of cookies", .timeLimit(.minutes(5)))
struct DurableCookiesTests {
    static let host = "app.localhost"

    static func cookie(_ name: String, _ value: String = "1", lives: Duration? = .seconds(86_400)) -> NativeCookie {
        NativeCookie(name: name, value: value, domain: host, expiry: lives.map { TestWorld.start + $0 })
    }

    @Test(
        "A crash takes what is not on disk yet",
        arguments: [
            // Ten seconds is the longest that was reported.
            (CookieProfile.ios18, Duration.zero, [String]()),
            (.ios18, .seconds(1), []),
            (.ios18, .milliseconds(9999), []),
            (.ios18, .seconds(10), ["kept"]),
            (.ios18, .seconds(3600), ["kept"]),
            // Durable at once, as far as is known.
            (.webkitgtk, .zero, ["kept"]),
        ])
    func crash(profile: CookieProfile, after delay: Duration, left: [String]) async throws {
        try await withWorld(profile: profile, isPersistent: true) { world async throws in
            await world.store.httpCookieStore.setCookie(Self.cookie("kept"))
            await world.store.httpCookieStore.setCookie(Self.cookie("session", lives: nil))
            world.clock.advance(by: delay)
            world.store.networkProcessCrash()
            #expect(await world.store.httpCookieStore.allCookies().map(\.name) == left)

            let result = try await world.load()
            let withheld = result.hops.first?.cookies.withheld ?? []
            var reasons = ["session": [SendReason.sessionEnded]]
            if left.isEmpty { reasons["kept"] = [.lostBeforeFlush] }
            #expect(Dictionary(uniqueKeysWithValues: withheld.map { ($0.cookie.name, $0.reasons) }) == reasons)
        }
    }

    @Test("A response's cookie and a script's are no more durable than native ones")
    func everySource() async throws {
        let answer: @Sendable (ReceivedRequest) -> Reply = { _ in .html(cookies: ["response=1; Max-Age=86400"]) }
        try await withWorld(isPersistent: true, answering: answer) { world async throws in
            try await world.load()
            try await world.view.evaluateJavaScript("document.cookie = 'script=1; max-age=86400'")
            world.clock.advance(by: .seconds(2))
            world.store.networkProcessCrash()
            #expect(await world.stored().isEmpty)
            let lost = world.writes.filter { $0.source == .engine }
            #expect(lost.map(\.name) == ["response", "script"])
            #expect(lost.allSatisfy { $0.reasons == [SendReason.lostBeforeFlush.code] && $0.outcome == .deleted })
        }
    }

    @Test("What was on disk is there again as it was: overwritten values and deleted cookies come back")
    func undone() async throws {
        try await withWorld(isPersistent: true) { world async throws in
            let store = world.store.httpCookieStore
            for name in ["overwritten", "deleted", "downgraded", "untouched"] {
                await store.setCookie(Self.cookie(name, "old"))
            }
            world.clock.advance(by: .seconds(60))
            await store.setCookie(Self.cookie("overwritten", "new"))
            await store.delete(Self.cookie("deleted"))
            await store.setCookie(Self.cookie("downgraded", "new", lives: nil))
            world.clock.advance(by: .seconds(1))
            world.store.networkProcessCrash()
            #expect(
                await world.stored() == [
                    "deleted=old@app.localhost", "downgraded=old@app.localhost", "overwritten=old@app.localhost",
                    "untouched=old@app.localhost",
                ])
            // They keep their age.
            #expect(await store.allCookies().allSatisfy { $0.creationTime == TestWorld.start })
            // Once more: nothing waits now, so nothing is lost.
            world.store.networkProcessCrash()
            #expect(await world.stored().count == 4)
        }
    }

    @Test("What comes back from disk and has expired meanwhile stays away")
    func expiredOnDisk() async throws {
        try await withWorld(isPersistent: true) { world async throws in
            await world.store.httpCookieStore.setCookie(Self.cookie("short", lives: .seconds(61)))
            world.clock.advance(by: .seconds(60))
            await world.store.httpCookieStore.delete(Self.cookie("short"))
            world.clock.advance(by: .seconds(1))
            world.store.networkProcessCrash()
            #expect(await world.stored().isEmpty)
        }
    }

    @Test("An orderly end writes everything, however young, and a crash after it loses nothing")
    func relaunch() async throws {
        try await withWorld(isPersistent: true) { world async throws in
            let store = world.store.httpCookieStore
            store.writeSchedule = .afterNextRequest
            await store.setCookie(Self.cookie("awaited"))
            store.setCookie(Self.cookie("posted"), completionHandler: nil)
            await store.setCookie(Self.cookie("session", lives: nil))
            world.store.relaunch()
            #expect(await world.stored() == ["awaited=1@app.localhost", "posted=1@app.localhost"])
            world.store.networkProcessCrash()
            #expect(await world.stored() == ["awaited=1@app.localhost", "posted=1@app.localhost"])
            let result = try await world.load()
            #expect(result.hops.first?.cookies.withheld.map(\.reasons) == [[.sessionEnded]])
        }
    }

    @Test("A store in memory is empty after a crash, whatever its cookies' expiry")
    func inMemory() async throws {
        try await withWorld { world async throws in
            await world.store.httpCookieStore.setCookie(Self.cookie("kept"))
            world.clock.advance(by: .seconds(3600))
            world.store.networkProcessCrash()
            #expect(await world.stored().isEmpty)
        }
    }

    @Test("After deleting all cookies none comes back")
    func deleteAll() async throws {
        try await withWorld(isPersistent: true) { world async throws in
            await world.store.httpCookieStore.setCookie(Self.cookie("kept"))
            world.clock.advance(by: .seconds(60))
            await world.store.httpCookieStore.deleteAllCookies()
            world.store.networkProcessCrash()
            #expect(await world.stored().isEmpty)
        }
    }

    @Test("More writes than may wait push the oldest to disk")
    func manyWrites() async throws {
        try await withWorld(isPersistent: true) { world async throws in
            let store = world.store.httpCookieStore
            for number in 0...4096 {
                var cookie = Self.cookie("c\(number)")
                if number > 0 { cookie.domain = "h\(number % 100).localhost" }
                await store.setCookie(cookie)
            }
            world.store.networkProcessCrash()
            #expect(await world.stored() == ["c0=1@app.localhost"])
        }
    }
}
