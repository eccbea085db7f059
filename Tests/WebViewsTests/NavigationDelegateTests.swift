import BridgePrimitives
import BridgeTrace
import Cookies
import HTTPLoader
import Synchronization
import Testing
import WebViews

@Suite("The order of a navigation")
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
        }
    }
}
