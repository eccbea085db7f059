import BridgePrimitives
import BridgeTrace
import Cookies
import CookieStores
import HTTPLoader
import Testing
import WebViews

@Suite("Loading", .timeLimit(.minutes(5)))
struct HeadlessWebViewTests {
    @Test("Each hop of a redirect chain stores its cookies, and the next one is sent what fits it")
    func redirectChain() async throws {
        let ports = Mutex(0)
        try await withWorld(answering: { request in
            let b = "http://b.localhost:\(ports.withLock { $0 })"
            return switch request.line {
            case "GET a.localhost/": .redirect("/two", cookies: ["a=1; HttpOnly"])
            case "GET a.localhost/two": .redirect(b + "/", cookies: ["a2=2"])
            default: .html(cookies: ["b=3"])
            }
        }) { world async throws in
            ports.withLock { $0 = world.server.port }
            let result = try await world.load("/", on: "a.localhost")
            #expect(result.status == 200)
            #expect(result.url?.host == "b.localhost")
            #expect(
                world.server.requests.map(\.line) == ["GET a.localhost/", "GET a.localhost/two", "GET b.localhost/"])
            #expect(world.server.cookies == [nil, "a=1", nil])
            #expect(result.hops.map(\.status) == [302, 302, 200])
            #expect(result.hops.map { $0.stored.map(\.name) } == [["a"], ["a2"], ["b"]])
            #expect(await world.stored() == ["a2=2@a.localhost", "a=1@a.localhost", "b=3@b.localhost"])
            #expect(result.hops.map(\.number) == [1, 2, 3])
        }
    }

    @Test("A 303 after a POST carries its cookie to the following GET; a 307 keeps method and body")
    func methods() async throws {
        try await withWorld(answering: { request in
            switch request.target {
            case "/session": .redirect("/home", cookies: ["sid=1; HttpOnly"], status: 303)
            case "/keep": .redirect("/kept", status: 307)
            default: .html()
            }
        }) { world async throws in
            var request = try world.request("/session")
            (request.method, request.body) = ("POST", Array("token=x".utf8))
            await world.view.load(request)
            request.url = try WebURL(world.server.url("/keep"))
            await world.view.load(request)
            #expect(
                world.server.requests.map { "\($0.method) \($0.target) \($0.body)" } == [
                    "POST /session token=x", "GET /home ", "POST /keep token=x", "POST /kept token=x",
                ])
            #expect(world.server.cookies == [nil, "sid=1", "sid=1", "sid=1"])
        }
    }

    @Test("A Strict cookie stays behind when the chain came through another site, and after a native reload too")
    func taintedChain() async throws {
        let ports = Mutex(0)
        try await withWorld(answering: { request in
            request.host == "idp.localhost"
                ? .redirect("http://app.localhost:\(ports.withLock { $0 })/back") : .html()
        }) { world async throws in
            ports.withLock { $0 = world.server.port }
            for (name, sameSite) in [("strict", SameSite.strict), ("lax", .lax)] {
                await world.store.httpCookieStore.setCookie(
                    NativeCookie(name: name, value: "1", domain: "app.localhost", sameSite: sameSite))
            }
            let result = try await world.load("/", on: "idp.localhost")
            await world.view.reload()
            try await world.load("/")
            #expect(world.server.cookies == [nil, "lax=1", "lax=1", "lax=1; strict=1"])
            #expect(result.hops.last?.cookies.withheld.first?.reasons.contains(.sameSiteTaintedByRedirect) == true)
        }
    }

    @Test("What is sent with a navigation")
    func headers() async throws {
        try await withWorld { world async throws in
            var request = try world.request()
            request.cachePolicy = .reloadIgnoringLocalCacheData
            request.headers.append("accept-language", "ja")
            await world.view.load(request)
            let sent = try #require(world.server.requests.first)
            #expect(sent.header("accept")?.hasPrefix("text/html,") == true)
            #expect(sent.header("user-agent")?.contains("AppleWebKit/605.1.15") == true)
            #expect(sent.header("accept-language") == "ja")
            #expect(sent.header("cache-control") == "no-cache")
            #expect(sent.header("pragma") == "no-cache")
            try await world.load()
            #expect(world.server.requests.last?.header("cache-control") == nil)
            await world.view.reload()
            #expect(world.server.requests.last?.header("cache-control") == "no-cache")
        }
    }

    @Test("A request that wants cached content fails: there is no cache")
    func cacheOnly() async throws {
        try await withWorld { world async throws in
            var request = try world.request()
            request.cachePolicy = .returnCacheDataDontLoad
            #expect(await world.view.load(request).failure?.reason == .notCached)
            #expect(world.server.requests.isEmpty)
        }
    }

    @Test("An answer that never comes is given up when the world's clock says so")
    func timeout() async throws {
        try await withWorld(answering: { $0.target == "/slow" ? .silence : .html() }) { world async throws in
            try await world.load("/before")
            let request = try world.request("/slow")
            async let loading = world.view.load(request)
            while let arrival = await world.server.nextArrival(), arrival.target != "/slow" {}
            world.clock.advance(by: .seconds(9))
            #expect(await world.view.url?.path == "/before")
            world.clock.advance(by: .seconds(2))
            let result = await loading
            #expect(result.failure?.reason == .timedOut)
            #expect(result.failure?.reasons.map(\.rawValue) == ["navigation/timed-out", "transport/timed-out"])
            #expect(result.hops.map(\.status) == [nil])
            #expect(await world.view.url?.path == "/before")  // the old page stays
        }
    }

    @Test("A new load ends the one that is under way; cancelling the caller does too")
    func superseded() async throws {
        try await withWorld(answering: { $0.target == "/slow" ? .silence : .html() }) { world async throws in
            let slow = try world.request("/slow")
            async let first = world.view.load(slow)
            _ = await world.server.nextArrival()
            let second = try await world.load("/fast")
            #expect(await first.failure?.reason == .superseded)
            #expect(second.status == 200)

            let task = Task { await world.view.load(slow) }
            while let arrival = await world.server.nextArrival(), arrival.target != "/slow" {}
            task.cancel()
            #expect(await task.value.failure?.reason == .cancelled)
            #expect(await world.view.url?.path == "/fast")
        }
    }

    @Test(
        "Loads that end without a document",
        arguments: [
            ("/loop", NavigationReason.tooManyRedirects), ("/bad", .badRedirect), ("/scheme", .unsupportedScheme),
            ("/empty", .noContent), ("/zip", .cannotShow), ("/attachment", .cannotShow),
        ])
    func failures(path: String, reason: NavigationReason) async throws {
        try await withWorld(answering: { request in
            switch request.target {
            case "/loop": .redirect("/loop")
            case "/bad": .redirect("http://[")
            case "/scheme": .redirect("myapp://callback?code=1", cookies: ["kept=1"])
            case "/empty": .html(status: 204)
            case "/zip": .typed("application/zip", [1, 2])
            default: .typed("text/html", [], [("Content-Disposition", "attachment; filename=a.html")])
            }
        }) { world async throws in
            let result = try await world.load(path)
            #expect(result.failure?.reason == reason)
            #expect(await world.view.url == nil)
            #expect(world.navigations.last == .didFail)
            if path == "/loop" { #expect(result.hops.count == 21) }
            if path == "/scheme" { #expect(await world.stored() == ["kept=1@app.localhost"]) }
        }
    }

    @Test("Nobody listens")
    func refused() async throws {
        try await withWorld { world async throws in
            let result = await world.view.load(PageRequest(url: try WebURL("http://127.0.0.1:1/")))
            #expect(result.failure?.reason == .couldNotConnect)
            #expect(result.failure?.cause.contains(":1") == true)
            #expect(await world.view.reload().failure?.reason == .nothingToReload)
        }
    }

    @Test(
        "Content that is not HTML makes a document without a tree, in which user scripts run",
        arguments: [("application/json", "{}"), ("text/plain", "<p>"), (nil, "plain")] as [(String?, String)])
    func notHTML(type: String?, body: String) async throws {
        try await withWorld(answering: { _ in .typed(type, Array(body.utf8)) }) { world async throws in
            world.addScript("document.cookie = 'a=1'")
            let result = try await world.load()
            #expect(result.status == 200)
            #expect(result.notes == [.notHTML])
            #expect(await world.view.document.elements.isEmpty)
            #expect(await world.stored() == ["a=1@app.localhost"])
        }
    }

    @Test("An error page is a document like any other")
    func errorStatus() async throws {
        try await withWorld(answering: { _ in .html("<title>Gone</title>", cookies: ["e=1"], status: 404) }) {
            world async throws in
            #expect(try await world.load().status == 404)
            #expect(await world.view.title == "Gone")
            #expect(await world.stored() == ["e=1@app.localhost"])
        }
    }

    @Test("Each document gets a fresh global object")
    func freshGlobal() async throws {
        try await withWorld { world async throws in
            try await world.load("/one")
            try await world.view.evaluateJavaScript("var leaked = 1; Array.prototype.leaked = 2; document.extra = 3")
            try await world.load("/two")
            let probe = "[typeof leaked, typeof [].leaked, typeof document.extra]"
            #expect(try await world.view.evaluateJavaScript(probe) == ["undefined", "undefined", "undefined"])
        }
    }

    @Test("Views come and go side by side, each with a thread of its own that ends with it")
    func manyViews() async throws {
        try await withWorld { world async throws in
            world.addScript("globalThis.mine = location.search")
            let answers = try await withThrowingTaskGroup(of: JSONValue.self) { group in
                for number in 0..<64 {
                    group.addTask {
                        let view = HeadlessWebView(
                            configuration: world.configuration, transport: world.transport, clock: world.clock,
                            trace: world.trace)
                        await view.loadHTMLString("", baseURL: world.server.url("/?\(number)"))
                        return try await view.evaluateJavaScript("mine")
                    }
                }
                return try await group.reduce(into: Set<JSONValue>()) { $0.insert($1) }
            }
            #expect(answers.count == 64)
            weak let gone: HeadlessWebView? = {
                HeadlessWebView(
                    configuration: world.configuration, transport: world.transport, clock: world.clock,
                    trace: world.trace)
            }()
            #expect(gone == nil)
        }
    }

    @Test("What a script sees of its page")
    func hostObjects() async throws {
        try await withWorld { world async throws in
            try await world.load("/a/b?q=1#frag")
            let port = world.server.port
            let probe = """
                [location.href, location.protocol, location.host, location.hostname, location.port, location.pathname,
                 location.search, location.hash, location.origin, String(location), document.URL, document.referrer,
                 document.domain, document.characterSet, document.location === window.location, window === self,
                 window === globalThis, top === window, navigator.userAgent.includes('Mobile/'),
                 webkit.messageHandlers.x]
                """
            #expect(
                try await world.view.evaluateJavaScript(probe)
                    == .array([
                        .string("http://app.localhost:\(port)/a/b?q=1#frag"), "http:", .string("app.localhost:\(port)"),
                        "app.localhost", .string("\(port)"), "/a/b", "?q=1", "#frag",
                        .string("http://app.localhost:\(port)"), .string("http://app.localhost:\(port)/a/b?q=1#frag"),
                        .string("http://app.localhost:\(port)/a/b?q=1#frag"), "", "app.localhost", "UTF-8", true, true,
                        true,
                        true, true, nil,
                    ]))
        }
    }
}
extension String {
    /// The pairs of a `Cookie` header, sorted: which of two was first is the jar's affair.
    func components() -> [String] { split(separator: "; ").map(String.init).sorted() }
}
