import BridgePrimitives
import BridgeTrace
import Cookies
import HTTPLoader
import Testing
import WebViews

/// Navigations that scripts, links and forms start.
@Suite("Navigations of the page's own", .timeLimit(.minutes(5)))
struct PageNavigationTests {
    @Test(
        "A script that navigates takes the view along",
        arguments: [
            "location.href = '/next?q=1'", "location = 'next?q=1'", "window.location = '/next?q=1'",
            "document.location = '/next?q=1'", "location.assign('/next?q=1')", "location.replace('/next?q=1')",
            "location.href = '/never'; location.href = '/next?q=1'",  // the last counts
        ])
    func spellings(source: String) async throws {
        try await withWorld { world async throws in
            let recorder = NavigationDelegateTests.Recorder()
            try await world.load("/start#fragment")
            await world.view.setNavigationDelegate(recorder)
            #expect(try await world.view.evaluateJavaScript("\(source); 'value'") == "value")
            #expect(world.server.requests.map(\.line) == ["GET app.localhost/start", "GET app.localhost/next?q=1"])
            #expect(world.server.requests.last?.header("referer") == world.server.url("/start"))
            #expect(try await world.view.evaluateJavaScript("document.referrer") == .string(world.server.url("/start")))
            #expect(
                recorder.calls.withLock { $0 }
                    == ["action page /next", "start /next", "response 200 text/html", "commit /next", "finish /next"])
        }
    }

    @Test("What the script wrote goes with the navigation that it starts")
    func writeThenNavigate() async throws {
        try await withWorld { world async throws in
            try await world.load()
            try await world.view.evaluateJavaScript("document.cookie = 'w=1'; location.href = '/next'")
            #expect(world.server.cookies == [nil, "w=1"])
        }
    }

    @Test("A user script that redirects is followed as part of the load; the frames of the page left are not loaded")
    func userScript() async throws {
        try await withWorld(answering: { request in
            request.target == "/login" ? .html("<iframe src=/frame></iframe>") : .html("<title>Home</title>")
        }) { world async throws in
            world.addScript("document.cookie = 'sid=1'; if (location.pathname === '/login') location.href = '/home'")
            let result = try await world.load("/login")
            #expect(result.url?.path == "/home")
            #expect(result.hops.map(\.url.path) == ["/login", "/home"])
            #expect(world.server.cookies == [nil, "sid=1"])
            #expect(await world.view.title == "Home")
        }
    }

    @Test("A router that pushes an address moves the document: its cookies, its base, and what a reload asks for")
    func pushedAddress() async throws {
        try await withWorld { world async throws in
            var request = try world.request()
            request.headers = ["X-App": "1"]
            await world.view.load(request)
            try await world.view.evaluateJavaScript("document.cookie = 'deep=1;path=/account'")
            #expect(await world.view.readCookies()?.value == "")
            let orders = "/account/orders?page=2"
            #expect(await world.view.pushState(orders) == .moved(try WebURL(world.server.url(orders))))
            #expect(await world.view.readCookies()?.value == "deep=1")
            #expect(try await world.view.evaluateJavaScript("location.pathname + location.search") == .string(orders))
            #expect(world.server.requests.count == 1)
            await world.view.reload()
            #expect(world.server.requests.last?.line == "GET app.localhost/account/orders?page=2")
            #expect(world.server.requests.last?.header("x-app") == "1")
            #expect(world.server.cookies.last == "deep=1")
        }
    }

    @Test("A reload after a form and a router asks with GET, as browsers do")
    func pushedAddressAfterAForm() async throws {
        try await withWorld { world async throws in
            try await world.load()
            let form = try WebURL(world.server.url("/form"))
            await world.view.navigate(HTTPRequest(method: "POST", url: form, body: Array("a=1".utf8)))
            await world.view.pushState("/done")
            await world.view.reload()
            #expect(
                world.server.requests.map(\.line).suffix(2) == ["POST app.localhost/form", "GET app.localhost/done"])
        }
    }

    @Test(
        "A document takes no address of another origin",
        arguments: [
            "https://app.localhost/", "http://other.localhost/", "//other.localhost/", "http://app.localhost:1/",
        ])
    func foreignAddress(address: String) async throws {
        try await withWorld { world async throws in
            #expect(await world.view.pushState("/x") == .refused(.addressOfOtherOrigin))  // about:blank
            try await world.load("/start")
            #expect(await world.view.pushState(address) == .refused(.addressOfOtherOrigin))
            #expect(await world.view.url?.path == "/start")
        }
    }

    @Test("Pages that send each other on are followed twenty times")
    func endless() async throws {
        try await withWorld { world async throws in
            world.addScript("location.href = '/' + (Number(location.pathname.slice(1)) + 1)")
            let result = try await world.load("/0")
            #expect(result.url?.path == "/20")
            #expect(result.notes == [.tooManyScriptNavigations])
            #expect(world.server.requests.count == 21)
        }
    }

    @Test("A navigation that fails leaves the page, and says so to the delegate")
    func failing() async throws {
        try await withWorld(answering: { $0.target == "/empty" ? .html(status: 204) : .html() }) { world async throws in
            let recorder = NavigationDelegateTests.Recorder()
            try await world.load()
            await world.view.setNavigationDelegate(recorder)
            try await world.view.evaluateJavaScript("location.href = '/empty'")
            #expect(await world.view.url?.path == "/")
            #expect(recorder.calls.withLock { $0.last } == "fail navigation/no-content")
            world.addScript("location.reload()")
            // HTML of the app's own came from nowhere, so a reload of it has nothing to ask for.
            let result = await world.view.loadHTMLString("", baseURL: world.server.url("/html"))
            #expect(result.failure?.reason == .nothingToReload)
        }
    }

    @Test(
        "What a script cannot have throws instead of being lost",
        arguments: [
            ("location.href = 'myapp://callback'", "SyntaxError12"), ("location.href = 'http://['", "SyntaxError12"),
            ("location.href = '#part'", "NotSupportedError9"), ("location.assign()", "TypeErrorundefined"),
            ("location.href = { toString() { throw new RangeError } }", "RangeErrorundefined"),
        ])
    func refused(source: String, error: String) async throws {
        try await withWorld { world async throws in
            try await world.load()
            let script = "try { \(source); 'silent' } catch (e) { e.name + e.code }"
            #expect(try await world.view.evaluateJavaScript(script) == .string(error))
            #expect(world.server.requests.count == 1)
        }
    }

    @Test("A script in a frame cannot navigate")
    func inFrames() async throws {
        try await withWorld(answering: { _ in .html("<iframe srcdoc=x></iframe>") }) { world async throws in
            try await world.load()
            for source in ["location.href = '/x'", "location.reload()"] {
                let script = "try { \(source); 'silent' } catch (e) { e.name }"
                #expect(try await world.evaluate(script, inFrame: "about:srcdoc") == "NotSupportedError")
            }
        }
    }

    @Test("A form's POST names its origin; the referrer shrinks to the origin where the chain leaves it")
    func form() async throws {
        try await withWorld(answering: { request in
            request.target == "/post"
                ? .redirect("http://other.localhost:\(request.port)/landed", status: 303) : .html()
        }) { world async throws in
            try await world.load("/form?token=T")
            var request = HTTPRequest.form(url: try WebURL(world.server.url("/post")), fields: [("a", "1")])
            request.headers.append("Cookie", "forged=1")
            let result = await world.view.navigate(request)
            #expect(result.url?.host == "other.localhost")
            let sent = world.server.requests.suffix(2)
            #expect(sent.map(\.line) == ["POST app.localhost/post", "GET other.localhost/landed"])
            #expect(sent.map { $0.header("cookie") } == [nil, nil])
            #expect(sent.map { $0.header("origin") } == ["http://app.localhost:\(world.server.port)", nil])
            #expect(sent.map { $0.header("referer") } == [world.server.url("/form?token=T"), world.server.url("/")])
        }
    }
}
