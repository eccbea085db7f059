import BridgePrimitives
import BridgeTrace
import CookieStores
import Cookies
import HTTPLoader
import Testing
import WebViews

@Suite("Back and forward", .timeLimit(.minutes(5)))
struct SessionHistoryTests {
    private func paths(_ urls: [WebURL]) -> String { urls.map(\.path).joined(separator: " ") }

    /// `back | shown | forward`.
    private func state(_ view: HeadlessWebView) async -> String {
        "\(paths(await view.backList)) | \(await view.url?.path ?? "-") | \(paths(await view.forwardList))"
    }

    @Test("Documents are entered one after the other; going back keeps what lies ahead, and a new one drops it")
    func entries() async throws {
        try await withWorld { world async throws in
            #expect(await world.view.goBack() == nil)
            #expect(await world.view.goForward() == nil)
            for path in ["/a", "/b", "/c"] { try await world.load(path) }
            #expect(await state(world.view) == "/a /b | /c | ")
            #expect(await world.view.goBack()?.status == 200)
            #expect(await state(world.view) == "/a | /b | /c")
            #expect(await world.view.reload().status == 200)
            #expect(await state(world.view) == "/a | /b | /c")
            await world.view.goBack()
            #expect(await world.view.canGoBack == false)
            await world.view.goForward()
            try await world.load("/d")
            #expect(await state(world.view) == "/a /b | /d | ")
        }
    }

    @Test("Going back asks again, with today's cookies and the app's own fields; a form is sent again")
    func requests() async throws {
        try await withWorld { world async throws in
            var request = try world.request("/a")
            (request.method, request.body, request.headers) = ("POST", Array("x".utf8), ["X-A": "1"])
            await world.view.load(request)
            try await world.load("/b")
            await world.store.httpCookieStore.setCookie(NativeCookie(name: "a", value: "1", domain: "app.localhost"))
            await world.view.goBack()
            let last = try #require(world.server.requests.last)
            #expect(last.line == "POST app.localhost/a")
            #expect(last.header("cookie") == "a=1")
            #expect(last.header("x-a") == "1")
        }
    }

    @Test(
        "What replaces its entry, and what has none",
        arguments: [
            ("/redirect", "/a | /end | "),  // the address where it ended
            ("/script", "/a | /end | "),  // left before it was there
            ("/refresh", "/a | /end | "),
            ("/nothing", " | /a | "),  // 204: nothing is shown
        ])
    func kinds(path: String, expected: String) async throws {
        try await withWorld(answering: { request in
            switch request.target {
            case "/redirect": .redirect("/end")
            case "/refresh": .html("<meta http-equiv=refresh content='0; url=/end'>")
            case "/nothing": .response(status: 204, headers: [], body: [])
            default: .html()
            }
        }) { world async throws in
            if path == "/script" {
                world.addScript("if (location.pathname === '/script') location.href = '/end'")
            }
            try await world.load("/a")
            try await world.load(path)
            #expect(await state(world.view) == expected)
        }
    }

    @Test("HTML of the app's has no entry; the addresses of one document are gone between without a load")
    func withoutLoads() async throws {
        try await withWorld { world async throws in
            try await world.load("/a")
            await world.view.pushState("/a/2")
            #expect(await state(world.view) == "/a | /a/2 | ")
            #expect(await world.view.goBack() == nil)
            #expect(await state(world.view) == " | /a | /a/2")
            #expect(world.server.requests.count == 1)
            #expect(world.navigations.last == .didNavigateWithinDocument)
            await world.view.loadHTMLString("x", baseURL: nil)
            #expect(await paths(world.view.forwardList) == "/a/2")
        }
    }

    @Test("A load that fails leaves the history as it is; the oldest entries make room")
    func limits() async throws {
        try await withWorld(answering: { $0.target == "/silent" ? .silence : .html() }) { world async throws in
            for number in 0..<102 { try await world.load("/\(number)") }
            #expect(await world.view.backList.count == 99)
            #expect(await world.view.backList.first?.path == "/2")
            await world.view.refuse("myapp://done")
            #expect(await world.view.backList.count == 99)
        }
    }
}
