import BridgePrimitives
import BridgeTrace
import Cookies
import CookieStores
import HTTPLoader
import Testing
import WebViews

@Suite("The order of a navigation", .timeLimit(.minutes(5)))
struct NavigationDelegateTests {
    /// Writes down what it is asked and told, and decides as it was told to.
    final class Recorder: NavigationDelegate {
        let calls = Mutex<[String]>([])
        let decide: @Sendable (NavigationAction) async -> NavigationPolicy
        let decideResponse: @Sendable (NavigationResponse) -> NavigationPolicy

        init(
            decide: @escaping @Sendable (NavigationAction) async -> NavigationPolicy = { _ in .allow },
            decideResponse: @escaping @Sendable (NavigationResponse) -> NavigationPolicy = { _ in .allow }
        ) {
            (self.decide, self.decideResponse) = (decide, decideResponse)
        }

        private func write(_ call: String) { calls.withLock { $0.append(call) } }
        func decidePolicy(for action: NavigationAction) async -> NavigationPolicy {
            write("action \(action.kind.rawValue) \(action.url?.path ?? "-")")
            return await decide(action)
        }
        func decidePolicy(for response: NavigationResponse) async -> NavigationPolicy {
            write("response \(response.status) \(response.mimeType)")
            return decideResponse(response)
        }
        func didStartProvisionalNavigation(to url: WebURL?) async { write("start \(url?.path ?? "-")") }
        func didReceiveServerRedirect(to url: WebURL) async { write("redirect \(url.path)") }
        func didCommit(_ url: WebURL?) async { write("commit \(url?.path ?? "-")") }
        func didFinish(_ url: WebURL?) async { write("finish \(url?.path ?? "-")") }
        func didFail(_ url: WebURL?, failure: NavigationFailure) async { write("fail \(failure.reason.rawValue)") }
    }

    @Test("Action, start, for each redirect action and redirect, then response, commit, finish")
    func order() async throws {
        try await withWorld(answering: { $0.target == "/" ? .redirect("/two") : .html() }) { world async throws in
            let recorder = Recorder()
            await world.view.setNavigationDelegate(recorder)
            try await world.load("/")
            #expect(
                recorder.calls.withLock { $0 } == [
                    "action load /", "start /", "action redirect /two", "redirect /two", "response 200 text/html",
                    "commit /two", "finish /two",
                ])
            #expect(
                world.navigations == [
                    .decidePolicyForAction, .didStartProvisional, .decidePolicyForAction, .didReceiveServerRedirect,
                    .decidePolicyForResponse, .didCommit, .didFinish,
                ])
            recorder.calls.withLock { $0 = [] }
            await world.view.loadHTMLString("x", baseURL: nil)
            #expect(recorder.calls.withLock { $0 } == ["action html-string -", "start -", "commit -", "finish -"])
        }
    }

    @Test("When a redirect is decided its cookies are stored, and a native cookie set then is sent")
    func cookiesWhileDeciding() async throws {
        try await withWorld(answering: { $0.target == "/" ? .redirect("/two", cookies: ["a=1"]) : .html() }) {
            world async throws in
            let seen = Mutex<[String]>([])
            let store = world.store.httpCookieStore
            await world.view.setNavigationDelegate(
                Recorder(decide: { action in
                    let names = await store.allCookies().map(\.name)
                    seen.withLock { $0 += names }
                    let name = action.kind == .redirect ? "second" : "first"
                    await store.setCookie(NativeCookie(name: name, value: "1", domain: "app.localhost"))
                    return .allow
                }))
            try await world.load("/")
            #expect(seen.withLock { $0 }.sorted() == ["a", "first"])  // all of it at the redirect
            #expect(
                world.server.requests.map { $0.header("cookie")?.components() } == [
                    ["first=1"], ["a=1", "first=1", "second=1"],
                ])
        }
    }

    @Test("What the store holds at each call, and what each request of the chain is sent")
    func snapshots() async throws {
        try await withWorld(answering: { request in
            let port = request.port
            return switch request.host {
            case "a.localhost" where request.target == "/": .redirect("http://b.localhost:\(port)/", cookies: ["a=1"])
            case "b.localhost": .redirect("http://idp.localhost:\(port)/", cookies: ["b=1; Max-Age=0", "b=2"])
            case "idp.localhost": .redirect("http://www.a.localhost:\(port)/d", cookies: ["i=1; Domain=idp.localhost"])
            default: .html(cookies: ["d=1", "d2=1; Domain=a.localhost"])
            }
        }) { world async throws in
            let snapshots = Snapshots(of: world.store)
            await world.view.setNavigationDelegate(snapshots)
            await world.store.httpCookieStore.setCookie(
                NativeCookie(name: "n", value: "1", domain: ".a.localhost", isHTTPOnly: true))
            try await world.load("/", on: "a.localhost")
            #expect(
                snapshots.calls.withLock { $0 } == [
                    "action a.localhost/: n", "start: n",
                    // The redirect's cookie is there before the next request is decided on.
                    "action b.localhost/: a n", "redirect: a n",
                    "action idp.localhost/: a b n", "redirect: a b n",
                    "action www.a.localhost/d: a b i n", "redirect: a b i n",
                    // Redirect responses were not offered; this one's cookies are in the store when it is.
                    "response 200: a b d d2 i n", "commit: a b d d2 i n", "finish: a b d d2 i n",
                ])
            // Each host is sent its own; a=1 has no Domain and stays with a.localhost.
            #expect(world.server.cookies == ["n=1", nil, nil, "n=1"])
        }
    }

    /// Writes down at each call which cookies the store has.
    final class Snapshots: NavigationDelegate {
        let calls = Mutex<[String]>([])
        private let store: WebsiteDataStore
        init(of store: WebsiteDataStore) { self.store = store }

        private func write(_ call: String) async {
            let names = await store.httpCookieStore.allCookies().map(\.name).sorted().joined(separator: " ")
            calls.withLock { $0.append("\(call): \(names)") }
        }
        func decidePolicy(for action: NavigationAction) async -> NavigationPolicy {
            await write("action \(action.url.map { $0.host + $0.path } ?? "-")")
            return .allow
        }
        func decidePolicy(for response: NavigationResponse) async -> NavigationPolicy {
            await write("response \(response.status)")
            return .allow
        }
        func didStartProvisionalNavigation(to url: WebURL?) async { await write("start") }
        func didReceiveServerRedirect(to url: WebURL) async { await write("redirect") }
        func didCommit(_ url: WebURL?) async { await write("commit") }
        func didFinish(_ url: WebURL?) async { await write("finish") }
    }

    @Test("A cancelled action makes no request; a cancelled redirect or response keeps the old page")
    func cancelled() async throws {
        try await withWorld(answering: { $0.target == "/go" ? .redirect("/login", cookies: ["c=1"]) : .html() }) {
            world async throws in
            let recorder = Recorder(decide: { $0.url?.path == "/login" || $0.url?.path == "/never" ? .cancel : .allow })
            await world.view.setNavigationDelegate(recorder)
            #expect(try await world.load("/never").failure?.reason == .cancelledByDelegate)
            #expect(world.server.requests.isEmpty)
            #expect(try await world.load("/go").failure?.reason == .cancelledByDelegate)
            #expect(world.server.requests.map(\.target) == ["/go"])
            #expect(await world.stored() == ["c=1@app.localhost"])  // the redirect's cookie is there all the same
            await world.view.setNavigationDelegate(Recorder(decideResponse: { _ in .cancel }))
            #expect(try await world.load("/page").failure?.reason == .responseCancelledByDelegate)
            #expect(await world.view.url == nil)
            await world.view.setNavigationDelegate(Recorder(decideResponse: { _ in .download }))
            #expect(
                try await world.load("/page").failure?.reasons
                    == [NavigationReason.responseCancelledByDelegate.code, PageWishReason.download.code])
        }
    }
}
