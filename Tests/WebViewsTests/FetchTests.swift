import BridgePrimitives
import BridgeTrace
import Cookies
import CookieStores
import HTTPLoader
import Testing
import WebViews

@Suite("Requests of the page", .timeLimit(.minutes(5)))
struct FetchTests {
    @Test(
        "Cookies by credentials mode and origin",
        arguments: [
            (CredentialsMode.sameOrigin, "app.localhost", "a=1"), (.omit, "app.localhost", nil),
            (.include, "app.localhost", "a=1"), (.sameOrigin, "api.localhost", nil), (.include, "api.localhost", "b=1"),
        ] as [(CredentialsMode, String, String?)])
    func credentials(mode: CredentialsMode, host: String, cookie: String?) async throws {
        var profile = CookieProfile.ios18
        profile.thirdPartyUnderTrackingPrevention.value = .allowed
        try await withWorld(profile: profile, answering: { $0.target == "/" ? .html() : .html(cookies: ["set=1"]) }) {
            world async throws in
            try await world.load()
            for (name, domain) in [("a", "app.localhost"), ("b", "api.localhost")] {
                world.put(name, "1", on: domain, sameSite: .none)
            }
            var request = HTTPRequest(url: try WebURL(world.server.url("/api", on: host)))
            request.headers.append("Cookie", "forbidden=1")  // pages cannot set it
            let result = try await world.view.fetch(request, credentials: mode)
            #expect(world.server.cookies.last == cookie)
            let stored = await world.stored().filter { $0.hasPrefix("set=") }
            #expect(stored == (cookie == nil ? [] : ["set=1@\(host)"]))
            let omitted: [StoreReason] = cookie == nil ? [StoreReason.credentialsOmitted] : []
            #expect(result.hops.map { $0.stored.map(\.reasons) } == [[omitted]])
            let sent = world.trace.events.compactMap {
                if case .request(let request) = $0.kind { request } else { nil }
            }
            #expect(
                sent.last?.withheld.map(\.reasons).contains([SendReason.credentialsOmitted.code]) == (cookie == nil))
        }
    }

    @Test("With tracking prevention a third party gets and stores nothing, whatever the mode")
    func thirdParty() async throws {
        try await withWorld(answering: { $0.target == "/" ? .html() : .html(cookies: ["set=1"]) }) {
            world async throws in
            try await world.load()
            world.put("b", "1", on: "api.localhost", sameSite: .none)
            let request = HTTPRequest(url: try WebURL(world.server.url("/api", on: "api.localhost")))
            let result = try await world.view.fetch(request, credentials: .include)
            #expect(world.server.cookies.last == .some(nil))
            #expect(result.hops.first?.cookies.withheld.map(\.reasons) == [[.thirdPartyBlocked]])
            #expect(await world.stored() == ["b=1@api.localhost"])
        }
    }

    @Test("Referer and Origin come from the document; redirects are followed with each hop's cookies")
    func headersAndRedirects() async throws {
        try await withWorld(answering: { request in
            request.target == "/session" ? .redirect("/me", cookies: ["sid=1; HttpOnly"], status: 303) : .html("body")
        }) { world async throws in
            try await world.load("/page?q=1")
            let url = try WebURL(world.server.url("/session"))
            let result = try await world.view.fetch(.json(url: url, value: ["idToken": "x"]))
            #expect(result.response.text == "body")
            #expect(result.url.path == "/me")
            let sent = Array(world.server.requests.dropFirst())
            #expect(sent.map(\.line) == ["POST app.localhost/session", "GET app.localhost/me"])
            #expect(sent.map { $0.header("cookie") } == [nil, "sid=1"])
            #expect(sent.first?.body == "{\"idToken\":\"x\"}")
            #expect(sent.first?.header("origin") == "http://app.localhost:\(world.server.port)")
            #expect(sent.first?.header("referer") == world.server.url("/page?q=1"))
            #expect(world.trace.events.filter { $0.actor == .page }.count >= 4)
        }
    }

    @Test("No answer is a failure with a reason")
    func failure() async throws {
        try await withWorld { world async throws in
            try await world.load()
            let request = HTTPRequest(url: try WebURL("http://127.0.0.1:1/api"))
            let failure = await #expect(throws: NavigationFailure.self) { try await world.view.fetch(request) }
            #expect(failure?.reason == .couldNotConnect)
        }
    }
}
