import BridgePrimitives
import BridgeTrace
import Cookies
import CookieStores
import HTTPLoader
import Testing
import WebViews

/// Headers that the app puts on a load's request: `Cookie`, which engines treat differently, and others.
@Suite("Headers of the app's own", .timeLimit(.minutes(5)))
struct ManualHeaderTests {
    enum Target: String, CaseIterable, Sendable { case sameOrigin = "app", sameSite = "www.app", otherSite = "other" }

    /// What the first request and the one after a redirect carry in `Cookie` when the jar has `jar=1` for every host
    /// and the redirect sets `set=2` for its own.
    static let rows: [(ManualCookieHeaderRule, Target, [String?])] = [
        (.dropped, .sameOrigin, ["jar=1", "jar=1; set=2"]), (.dropped, .sameSite, ["jar=1", "jar=1"]),
        (.dropped, .otherSite, ["jar=1", "jar=1"]),
        (.firstHopOnly, .sameOrigin, ["mine=1", "jar=1; set=2"]), (.firstHopOnly, .sameSite, ["mine=1", "jar=1"]),
        (.firstHopOnly, .otherSite, ["mine=1", "jar=1"]),
        (.wholeRedirectChain, .sameOrigin, ["mine=1", "mine=1"]),
        (.wholeRedirectChain, .sameSite, ["mine=1", "mine=1"]),
        // The leak: another site is sent the app's credential.
        (.wholeRedirectChain, .otherSite, ["mine=1", "mine=1"]),
    ]

    static func withWorld(
        _ rule: ManualCookieHeaderRule, _ target: Target, _ body: (TestWorld, PageRequest) async throws -> Void
    ) async throws {
        var profile = CookieProfile.ios18
        profile.manualCookieHeader.value = rule
        try await WebViewsTests.withWorld(
            profile: profile,
            answering: { request in
                request.target == "/"
                    ? .redirect("http://\(target.rawValue).localhost:\(request.port)/next", cookies: ["set=2"])
                    : .html()
            }
        ) { world async throws in
            for domain in ["app.localhost", "www.app.localhost", "other.localhost"] {
                await world.store.httpCookieStore.setCookie(NativeCookie(name: "jar", value: "1", domain: domain))
            }
            var request = try world.request()
            request.headers = ["Cookie": "mine=1", "Authorization": "Bearer T", "X-Custom": "kept"]
            try await body(world, request)
        }
    }

    @Test("A Cookie header is dropped, sent once, or sent down the whole chain", arguments: rows)
    func cookie(rule: ManualCookieHeaderRule, target: Target, sent: [String?]) async throws {
        try await Self.withWorld(rule, target) { world, request in
            let result = await world.view.load(request)
            #expect(world.server.cookies == sent)
            #expect(result.hops.map(\.sentManualCookie) == sent.map { $0 == "mine=1" })
            // The trace says what the wire carried, and who wrote it.
            #expect(
                world.requests.map { event in
                    event.sent.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
                } == sent.map { $0 ?? "" })
            #expect(
                world.requests.map { Set($0.sent.map(\.writer)) } == sent.map { $0 == "mine=1" ? [.app] : [.store] })
            let dropped = [LoadReason.manualCookieDropped.code, SendReason.manualHeaderDropped.code]
            let notes = result.hops.map(\.notes)
            #expect(notes.first == (rule == .dropped ? dropped : []))
            #expect(notes.last?.filter(dropped.contains) == (rule == .firstHopOnly ? dropped : []))
            let isLeak = rule == .wholeRedirectChain && target != .sameOrigin
            #expect(notes.last?.contains(LoadReason.manualCookieLeaked.code) == isLeak)
            // Where the app's header wins, the trace names the cookies of the jar that stayed behind.
            let beaten = world.requests.map { event in
                event.withheld.filter { $0.reasons == [SendReason.manualHeaderWins.code] }.map(\.name).sorted()
            }
            #expect(
                beaten
                    == sent.map { $0 == "mine=1" }.enumerated().map { hop, isManual in
                        isManual ? (hop == 1 && target == .sameOrigin ? ["jar", "set"] : ["jar"]) : []
                    })
            // The header enters no jar: neither script nor the next requests have it.
            #expect(await world.view.readCookies()?.value.contains("mine") == false)
            _ = try await world.view.fetch(HTTPRequest(url: try WebURL(world.server.url("/api"))))
            #expect(world.server.cookies.last??.contains("mine") != true)
        }
    }

    @Test("With an empty jar the header alone is sent, and nothing is said to be withheld")
    func emptyJar() async throws {
        try await WebViewsTests.withWorld { world async throws in
            var request = try world.request()
            request.headers = ["Cookie": "mine=1"]
            await world.view.load(request)
            #expect(world.server.cookies == ["mine=1"])
            #expect(world.requests.map(\.store) == [nil])
            #expect(world.requests.map(\.withheld) == [[]])
            #expect(world.requests.map { $0.sent.map(\.name) } == [["mine"]])
        }
    }

    @Test("Authorization stays with its origin, other headers go along", arguments: Target.allCases)
    func otherHeaders(target: Target) async throws {
        try await Self.withWorld(.dropped, target) { world, request in
            let result = await world.view.load(request)
            let kept = target == .sameOrigin
            #expect(
                world.server.requests.map { $0.header("authorization") } == ["Bearer T", kept ? "Bearer T" : nil])
            #expect(world.server.requests.map { $0.header("x-custom") } == ["kept", "kept"])
            #expect(result.hops.last?.notes.contains(LoadReason.authorizationDropped.code) == !kept)
            // A native reload sends again what the document's own request had.
            await world.view.reload()
            #expect(world.server.requests.last?.header("authorization") == (kept ? "Bearer T" : nil))
            #expect(world.server.requests.last?.header("x-custom") == "kept")
            // The page's requests have none of it.
            _ = try await world.view.fetch(HTTPRequest(url: try WebURL(world.server.url("/api"))))
            #expect(world.server.requests.last?.header("authorization") == nil)
            #expect(world.server.requests.last?.header("x-custom") == nil)
        }
    }

    @Test("Frames never have the app's headers, and a later load does not either")
    func onlyThatLoad() async throws {
        try await WebViewsTests.withWorld(answering: { request in
            request.target == "/" ? .html("<iframe src=/frame></iframe>") : .html()
        }) { world async throws in
            var request = try world.request()
            request.headers = ["Cookie": "mine=1", "Authorization": "Bearer T", "X-Custom": "kept"]
            await world.view.load(request)
            try await world.load("/later")
            let names = ["cookie", "authorization", "x-custom"]
            #expect(
                world.server.requests.map { sent in names.filter { sent.header($0) != nil } } == [names, [], []])
        }
    }

    @Test(
        "A reload repeats the Cookie header where the engine sends one, after redirects what was left of it",
        arguments: [
            (ManualCookieHeaderRule.dropped, [nil, nil]), (.firstHopOnly, ["mine=1", "mine=1"]),
            (.wholeRedirectChain, ["mine=1", "mine=1"]),
        ] as [(ManualCookieHeaderRule, [String?])])
    func reload(rule: ManualCookieHeaderRule, sent: [String?]) async throws {
        var profile = CookieProfile.ios18
        profile.manualCookieHeader.value = rule
        try await WebViewsTests.withWorld(
            profile: profile, answering: { $0.target == "/go" ? .redirect("/landed") : .html() }
        ) { world async throws in
            var request = try world.request()
            request.headers = ["Cookie": "mine=1"]
            await world.view.load(request)
            await world.view.reload()
            #expect(world.server.cookies == sent)
            request.url = try WebURL(world.server.url("/go"))
            await world.view.load(request)
            await world.view.reload()
            #expect(world.server.cookies.last == (rule == .wholeRedirectChain ? "mine=1" : .some(nil)))
        }
    }
}
