import BridgePrimitives
import BridgeTrace
import Cookies
import CookieStores
import HTTPLoader
import Testing
import WebViews

/// The web process answers `document.cookie` from a copy of its own, and the copy can come apart from the store.
@Suite("The web process's copy of cookies", .timeLimit(.minutes(5)))
struct WebProcessCookiesTests {
    /// Whether the page had read `document.cookie` before it wrote over an HttpOnly cookie decides what it sees.
    @Test(
        "A write over an HttpOnly cookie looks done to a page that had read before",
        arguments: [
            // The first read makes the copy, and the write is applied to it.
            (CookieProfile.ios18, ["read", "write"], "sid=js"),
            // A write alone makes no copy: the first read finds what the store shows.
            (.ios18, ["write"], ""),
            (.ios18, ["write", "read", "write"], "sid=js"),
            (.webkitgtk, ["read", "write"], "sid=js"),
            (.webkitgtk, ["write"], ""),
            // Chromium keeps no such copy.
            (.chromium, ["read", "write"], ""),
            (.rfc6265bis, ["read", "write"], ""),
        ])
    func phantom(profile: CookieProfile, steps: [String], pageSees: String) async throws {
        let answer: @Sendable (ReceivedRequest) -> Reply = { request in
            request.target == "/" ? .html(cookies: ["sid=server; HttpOnly"]) : .html()
        }
        try await withWorld(profile: profile, answering: answer) { world async throws in
            try await world.load("/")
            for step in steps {
                try await world.view.evaluateJavaScript(
                    step == "read" ? "document.cookie" : "document.cookie = 'sid=js'")
            }
            #expect(try await world.view.evaluateJavaScript("document.cookie") == .string(pageSees))
            // The jar refused, so the server and native code go on with the old value.
            #expect(world.writes.last?.reasons == [StoreReason.httpOnlyProtected.code])
            try await world.load("/next")
            #expect(world.server.cookies.last == "sid=server")
            #expect(await world.stored() == ["sid=server@app.localhost"])
            // It survives navigation and reload in that process.
            #expect(try await world.view.evaluateJavaScript("document.cookie") == .string(pageSees))
        }
    }

    @Test("The phantom is named: by the reading, with the HttpOnly cookie it hides, and in the trace")
    func phantomIsNamed() async throws {
        try await withWorld(answering: { _ in .html(cookies: ["sid=server; HttpOnly", "plain=1"]) }) {
            world async throws in
            try await world.load()
            _ = await world.view.readCookies()
            try await world.view.evaluateJavaScript("document.cookie = 'sid=js'")
            let cookies = try #require(await world.view.readCookies())
            #expect(cookies.value == "plain=1; sid=js")
            #expect(cookies.shown.map(\.reason) == [.phantom])
            #expect(cookies.shown.map(\.cookie.value) == ["js"])
            #expect(cookies.hidden.map(\.cookie.value) == ["server"])
            #expect(cookies.hidden.map(\.reasons) == [[.httpOnly]])
            let read = try #require(world.reads.last)
            #expect(read.visible.map(\.name) == ["plain", "sid"])
            #expect(read.visible.map(\.reasons) == [[], [ScriptReason.phantom.code]])
            #expect(world.trace.events.last?.reasons == [ScriptReason.phantom.code, ScriptReason.httpOnly.code])
        }
    }

    @Test("The same trap: native code sets an HttpOnly cookie, and a user script sets the same name")
    func nativeAndUserScript() async throws {
        try await withWorld { world async throws in
            world.addScript("document.cookie; document.cookie = 'token=script'")
            await world.store.httpCookieStore.setCookie(
                NativeCookie(name: "token", value: "native", domain: "app.localhost", isHTTPOnly: true))
            try await world.load()
            try await world.load()
            #expect(world.server.cookies == ["token=native", "token=native"])
            #expect(try await world.view.evaluateJavaScript("document.cookie") == "token=script")
        }
    }

    @Test("Only the process that wrote sees its phantom: neither a new one nor the store does")
    func anotherProcess() async throws {
        try await withWorld(answering: { _ in .html(cookies: ["sid=server; HttpOnly"]) }) { world async throws in
            try await world.load()
            try await world.view.evaluateJavaScript("document.cookie; document.cookie = 'sid=js'")
            let sibling = world.view(in: world.configuration.processPool)
            await sibling.load(try world.request())
            #expect(await sibling.readCookies()?.value == "sid=js")
            let stranger = world.view(in: ProcessPool())
            await stranger.load(try world.request())
            #expect(await stranger.readCookies()?.value == "")
        }
    }

    @Test("A cookie that a response turns HttpOnly stays in a copy with its old value")
    func stale() async throws {
        let answer: @Sendable (ReceivedRequest) -> Reply = { request in
            request.target == "/upgrade" ? .html(cookies: ["sid=two; HttpOnly"]) : .html()
        }
        for hasRead in [true, false] {
            try await withWorld(answering: answer) { world async throws in
                try await world.load()
                try await world.view.evaluateJavaScript("document.cookie = 'sid=one'")
                if hasRead { try await world.view.evaluateJavaScript("document.cookie") }
                let upgrade = HTTPRequest(url: try WebURL(world.server.url("/upgrade")))
                _ = try await world.view.fetch(upgrade)
                try await world.load("/after")  // navigating does not help
                let cookies = try #require(await world.view.readCookies())
                #expect(cookies.value == (hasRead ? "sid=one" : ""))
                #expect(cookies.shown.map(\.reason) == (hasRead ? [.staleCopy] : []))
                #expect(world.server.cookies.last == "sid=two")
                guard hasRead else { return }

                // A write of the page's own on top of it is a phantom.
                try await world.view.evaluateJavaScript("document.cookie = 'sid=three'")
                #expect(await world.view.readCookies()?.shown.map(\.reason) == [.phantom])
                // News of an HttpOnly cookie's end does not come either …
                await world.store.httpCookieStore.delete(
                    NativeCookie(name: "sid", value: "", domain: "app.localhost", isHTTPOnly: true))
                #expect(await world.view.readCookies()?.value == "sid=three")
                // … and a cookie that script may see sets it right.
                await world.store.httpCookieStore.setCookie(
                    NativeCookie(name: "sid", value: "four", domain: "app.localhost"))
                let right = try #require(await world.view.readCookies())
                #expect(right.value == "sid=four")
                #expect(right.shown.isEmpty)
            }
        }
    }

    @Test("A page can take its own phantom away, and what it then writes over nothing is no phantom")
    func deletedPhantom() async throws {
        try await withWorld(answering: { _ in .html(cookies: ["sid=server; HttpOnly"]) }) { world async throws in
            try await world.load()
            try await world.view.evaluateJavaScript("document.cookie; document.cookie = 'sid=js'")
            try await world.view.evaluateJavaScript("document.cookie = 'sid=; max-age=0'")
            #expect(await world.view.readCookies()?.value == "")
            await world.store.httpCookieStore.deleteAllCookies()
            try await world.view.evaluateJavaScript("document.cookie; document.cookie = 'sid=own'")
            let cookies = try #require(await world.view.readCookies())
            #expect(cookies.value == "sid=own")
            #expect(cookies.shown.isEmpty)
        }
    }

    @Test("Writes that any jar would refuse are no phantoms")
    func refusedEverywhere() async throws {
        try await withWorld { world async throws in
            try await world.load()
            for text in ["a=1; httponly", "a=1; secure", "a=\\u0001", "a=1; domain=other.localhost", "__Host-a=1"] {
                try await world.view.evaluateJavaScript("document.cookie; document.cookie = '\(text)'")
                #expect(try await world.view.evaluateJavaScript("document.cookie") == "", "\(text)")
            }
        }
    }

    // MARK: What reaches an open page

    @Test("What native code adds shows up in an open page without a reload, and what it deletes goes")
    func nativeChanges() async throws {
        try await withWorld { world async throws in
            try await world.load()
            #expect(try await world.view.evaluateJavaScript("document.cookie") == "")
            let cookie = NativeCookie(name: "a", value: "1", domain: "app.localhost")
            await world.store.httpCookieStore.setCookie(cookie)
            #expect(try await world.view.evaluateJavaScript("document.cookie") == "a=1")
            await world.store.httpCookieStore.delete(cookie)
            #expect(try await world.view.evaluateJavaScript("document.cookie") == "")
        }
    }

    @Test("A sibling host's Domain cookie arrives; its host-only cookie, another path and an HttpOnly one do not")
    func siblings() async throws {
        let answer: @Sendable (ReceivedRequest) -> Reply = { request in
            guard request.host == "www.app.localhost" else { return .html() }
            return .html(cookies: [
                "shared=1; Domain=app.localhost", "own=1", "far=1; Domain=app.localhost; Path=/far",
                "secret=1; Domain=app.localhost; HttpOnly",
            ])
        }
        try await withWorld(answering: answer) { world async throws in
            try await world.load()
            #expect(await world.view.readCookies()?.value == "")
            let other = world.view(in: ProcessPool())
            await other.load(try world.request(on: "www.app.localhost"))
            #expect(await world.view.readCookies()?.value == "shared=1")
            // A delete in one view disappears in the other.
            try await other.evaluateJavaScript("document.cookie = 'shared=; domain=app.localhost; max-age=0'")
            #expect(await world.view.readCookies()?.value == "")
        }
    }

    @Test("An expired cookie vanishes from reads by itself")
    func expiry() async throws {
        try await withWorld { world async throws in
            try await world.load()
            try await world.view.evaluateJavaScript("document.cookie; document.cookie = 'a=1; max-age=60'")
            world.clock.advance(by: .seconds(59))
            #expect(await world.view.readCookies()?.value == "a=1")
            world.clock.advance(by: .seconds(1))
            #expect(await world.view.readCookies()?.value == "")
        }
    }

    @Test("Copies keep up with writers on other threads")
    func manyWriters() async throws {
        try await withWorld { world async throws in
            try await world.load()
            let url = try CookieURL(world.server.url())
            let pools = [world.configuration.processPool, ProcessPool()]
            let jar = world.store.httpCookieStore.jar
            await withTaskGroup(of: Void.self) { group in
                for writer in 0..<8 {
                    group.addTask {
                        for step in 0..<100 {
                            let pool = pools[(writer + step) % 2]
                            let name = "c\((writer * 7 + step) % 10)"
                            switch step % 4 {
                            case 0:
                                jar.store(
                                    scriptCookie: "\(name)=\(writer)-\(step)", from: url, context: .firstParty,
                                    in: pool.process
                                )
                            case 1: jar.store(native: NativeCookie(name: name, value: "n", domain: "app.localhost"))
                            case 2: jar.delete(native: NativeCookie(name: name, value: "", domain: "app.localhost"))
                            default: _ = jar.scriptCookies(for: url, context: .firstParty, in: pool.process)
                            }
                        }
                    }
                }
            }
            let own = jar.scriptCookies(for: url, context: .firstParty)
            #expect(!own.value.isEmpty)
            for pool in pools {
                let copy = jar.scriptCookies(for: url, context: .firstParty, in: pool.process)
                #expect(Set(copy.visible.map(\.headerPair)) == Set(own.visible.map(\.headerPair)))
                #expect(copy.shown.isEmpty)
            }
        }
    }

    // MARK: Five hosts

    @Test("The copies of five hosts are kept; for a sixth a random one makes room, the same one for the same seed")
    func fiveHosts() async throws {
        /// Whose phantoms are left after phantoms were made on so many hosts, one after another.
        func survivors(hosts: Int, seed: UInt64) async throws -> [Int] {
            try await withWorld(answering: { _ in .html(cookies: ["sid=server; HttpOnly"]) }) { world async throws in
                let pool = ProcessPool(seed: seed)
                let view = world.view(in: pool)
                for host in 1...hosts {
                    await view.load(try world.request(on: "h\(host).localhost"))
                    try await view.evaluateJavaScript("document.cookie; document.cookie = 'sid=js'")
                }
                var left: [Int] = []
                // A read of a host whose copy is gone makes one and drives another out, so the first miss is the last.
                for host in (1...hosts).reversed() {
                    await view.load(try world.request(on: "h\(host).localhost"))
                    guard await view.readCookies()?.value.contains("sid=js") == true else { break }
                    left.append(host)
                }
                return left
            }
        }
        #expect(try await survivors(hosts: 5, seed: 1) == [5, 4, 3, 2, 1])
        let six = try await survivors(hosts: 6, seed: 1)
        #expect(six.first == 6)  // the newest is never the one that goes
        #expect(six.count < 6)
        #expect(try await survivors(hosts: 6, seed: 1) == six)
        var outcomes: Set<[Int]> = []
        for seed in UInt64(2)...8 { outcomes.insert(try await survivors(hosts: 6, seed: seed)) }
        #expect(outcomes.count > 1)
    }
}
