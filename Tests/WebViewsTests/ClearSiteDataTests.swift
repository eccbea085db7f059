import BridgePrimitives
import BridgeTrace
import Cookies
import CookieStores
import HTTPLoader
import Testing
import WebViews

@Suite("Clear-Site-Data in a web view", .timeLimit(.minutes(5)))
struct ClearSiteDataTests {
    private static func reply(_ types: String, cookies: [String] = []) -> Reply {
        .response(
            status: 200,
            headers: [("Content-Type", "text/html"), ("Clear-Site-Data", types)] + cookies.map { ("Set-Cookie", $0) },
            body: [])
    }

    @Test("Cookies of the site go, those of the same response too; other sites keep theirs")
    func cookies() async throws {
        try await withWorld(answering: { request in
            request.target == "/sign-out" ? Self.reply(#""cookies""#, cookies: ["new=1"]) : .html()
        }) { world async throws in
            for domain in ["app.localhost", "www.app.localhost", "other.localhost"] {
                await world.store.httpCookieStore.setCookie(NativeCookie(name: "sid", value: "1", domain: domain))
            }
            try await world.load("/sign-out")
            #expect(await world.stored() == ["sid=1@other.localhost"])
            let deleted = world.writes.filter { $0.source == .engine }
            #expect(deleted.map(\.name).sorted() == ["new", "sid", "sid"])
            #expect(deleted.allSatisfy { $0.reasons == [SendReason.clearedBySite.code] && $0.outcome == .deleted })
            let reasons = world.events { if case .response(let event) = $0 { event.reasons } else { nil } }
            #expect(reasons == [[ClearSiteDataReason.cookiesCleared.code]])
            // The next request says why it goes without.
            try await world.load("/")
            #expect(world.server.cookies == ["sid=1", nil])
            #expect(
                world.requests.last?.withheld.filter { $0.reasons == [SendReason.clearedBySite.code] }.map(\.name)
                    .sorted() == ["new", "sid", "sid"])
        }
    }

    @Test("A redirect's header counts, a request without credentials clears nothing")
    func whichResponses() async throws {
        try await withWorld(answering: { request in
            switch request.target {
            case "/go":
                .response(
                    status: 302, headers: [("Location", "/"), ("Clear-Site-Data", #""*""#)], body: [])
            case "/api": Self.reply(#""*""#)
            default: .html(cookies: ["sid=1"])
            }
        }) { world async throws in
            try await world.load()
            let api = HTTPRequest(url: try WebURL(world.server.url("/api")))
            _ = try await world.view.fetch(api, credentials: .omit)
            #expect(await world.stored() == ["sid=1@app.localhost"])
            try await world.load("/go")
            #expect(world.server.cookies.suffix(2) == ["sid=1", nil])
            _ = try await world.view.fetch(api)
            #expect(await world.stored() == [])
        }
    }

    @Test("Storage is the origin's: its service workers go, its cookies stay")
    func storage() async throws {
        try await ServiceWorkerTests.withApp(answering: { request in
            request.target == "/clear" ? Self.reply(#""storage""#) : .html(cookies: ["sid=1"])
        }) { world async throws in
            try await world.load()
            await world.view.registerServiceWorker(adding: ServiceWorkerTests.bearer)
            try await world.load("/clear")
            #expect(world.store.serviceWorkers.isEmpty)
            #expect(await world.stored() == ["sid=1@app.localhost"])
        }
    }
}
