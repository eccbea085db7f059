import BridgePrimitives
import Cookies
import CookieStores
import HTTPLoader
import Testing
import WebViews

/// A worker that adds a token to requests: from the second visit on, on its own origin, and never a cookie.
@Suite("Service workers", .timeLimit(.minutes(5)))
struct ServiceWorkerTests {
    static let bearer: HTTPHeaders = ["Authorization": "Bearer T"]

    /// An app that iOS lets have service workers on app.localhost.
    static func withApp(
        answering script: @escaping @Sendable (ReceivedRequest) -> Reply = { _ in .html() },
        _ body: (TestWorld) async throws -> Void
    ) async throws {
        try await withWorld(
            isPersistent: true, app: AppInformation(appBoundDomains: ["app.localhost"]),
            configure: { $0.limitsNavigationsToAppBoundDomains = true }, answering: script, body)
    }

    static func authorization(_ world: TestWorld) -> [String?] {
        world.server.requests.map { $0.header("authorization") }
    }

    @Test("The first visit goes without it, its page too; the second visit has it everywhere on the own origin")
    func secondVisit() async throws {
        try await Self.withApp(answering: { request in
            guard request.host == "app.localhost", request.target == "/" else { return .html(cookies: ["sid=1"]) }
            return .html(
                "<iframe src=/frame></iframe><iframe src='http://www.app.localhost:\(request.port)/frame'></iframe>")
        }) { world async throws in
            try await world.load()
            #expect(await world.view.registerServiceWorker(adding: Self.bearer).reasons.isEmpty)
            let api = HTTPRequest(url: try WebURL(world.server.url("/api")))
            let sibling = HTTPRequest(url: try WebURL(world.server.url("/api", on: "www.app.localhost")))
            _ = try await world.view.fetch(api)
            #expect(Self.authorization(world) == [nil, nil, nil, nil])  // page, two frames, fetch
            let result = try await world.load()
            _ = try await world.view.fetch(api)
            _ = try await world.view.fetch(sibling, credentials: .include)
            #expect(Self.authorization(world).dropFirst(4) == ["Bearer T", "Bearer T", nil, "Bearer T", nil])
            // The jar's cookies are added below the worker.
            #expect(world.server.cookies.dropFirst(4).first == "sid=1")
            #expect(result.hops.map(\.notes) == [[ServiceWorkerReason.headersAdded.code]])
        }
    }

    @Test("Redirects are handled hop by hop, reloads as loads; another scope and another origin are not its own")
    func scope() async throws {
        try await Self.withApp(answering: { request in
            switch request.target {
            case "/app/go": .redirect("/app/landed")
            case "/app/out": .redirect("http://www.app.localhost:\(request.port)/app/landed")
            default: .html()
            }
        }) { world async throws in
            try await world.load("/app/")
            await world.view.registerServiceWorker(scope: "./", adding: Self.bearer)
            #expect(world.store.serviceWorkers.map(\.scope.path) == ["/app/"])
            for path in ["/app/go", "/other", "/app/out"] { try await world.load(path) }
            await world.view.reload()
            try await world.load("/app/#fragment")
            #expect(
                zip(world.server.requests.map(\.line), Self.authorization(world)).map { "\($0): \($1 ?? "-")" } == [
                    "GET app.localhost/app/: -",
                    "GET app.localhost/app/go: Bearer T", "GET app.localhost/app/landed: Bearer T",
                    "GET app.localhost/other: -",
                    "GET app.localhost/app/out: Bearer T", "GET www.app.localhost/app/landed: -",
                    "GET www.app.localhost/app/landed: -", "GET app.localhost/app/: Bearer T",
                ])
        }
    }

    @Test("The longest scope handles, and a scope is registered once")
    func longestScope() async throws {
        try await Self.withApp { world async throws in
            try await world.load()
            for (scope, value) in [("/", "root"), ("/a/", "old"), ("/a/", "a")] {
                await world.view.registerServiceWorker(scope: scope, adding: ["X-Worker": value])
            }
            for path in ["/a/b", "/a", "/"] { try await world.load(path) }
            #expect(world.server.requests.map { $0.header("x-worker") } == [nil, "a", "root", "root"])
            #expect(world.store.serviceWorkers.count == 2)
        }
    }

    @Test("A Cookie header is not for workers to set")
    func cookies() async throws {
        try await Self.withApp { world async throws in
            try await world.load()
            let decision = await world.view.registerServiceWorker(adding: ["Cookie": "sid=1", "X-Kept": "1"])
            #expect(decision.reasons == [.forbiddenHeader])
            try await world.load()
            #expect(world.server.cookies == [nil, nil])
            #expect(world.server.requests.last?.header("x-kept") == "1")
        }
    }

    @Test("After a relaunch a persistent store still has it, one in memory does not")
    func relaunch() async throws {
        for isPersistent in [true, false] {
            try await withWorld(profile: .webkitgtk, isPersistent: isPersistent) { world async throws in
                try await world.load()
                await world.view.registerServiceWorker(adding: Self.bearer)
                world.store.relaunch()
                try await world.load()
                #expect(Self.authorization(world) == [nil, isPersistent ? "Bearer T" : nil])
            }
        }
    }

    @Test(
        "iOS wants the domain listed and the view limited",
        arguments: [
            (["app.localhost"], true, true), (["app.localhost"], false, false), (["other.localhost"], false, false),
            (nil, true, false), (nil, false, false),
        ] as [([String]?, Bool, Bool)])
    func appBound(domains: [String]?, isLimited: Bool, isRegistered: Bool) async throws {
        try await withWorld(
            app: AppInformation(appBoundDomains: domains),
            configure: { $0.limitsNavigationsToAppBoundDomains = isLimited }
        ) { world async throws in
            try await world.load()
            let decision = await world.view.registerServiceWorker(adding: Self.bearer)
            #expect(decision.reasons == (isRegistered ? [] : [.needsAppBoundDomain]))
            #expect(world.store.serviceWorkers.count == (isRegistered ? 1 : 0))
            try await world.load()
            #expect(Self.authorization(world).last == (isRegistered ? "Bearer T" : .some(nil)))
        }
    }

    @Test("Where no worker can be registered")
    func refused() async throws {
        try await withWorld(
            profile: .webkitgtk,
            answering: { request in
                .typed("text/html", [], request.target == "/sandbox" ? [("Content-Security-Policy", "sandbox")] : [])
            }
        ) { world async throws in
            func reasons(scope: String = "/") async -> [ServiceWorkerReason] {
                await world.view.registerServiceWorker(scope: scope, adding: Self.bearer).reasons
            }
            #expect(await reasons() == [.opaqueOrigin])  // about:blank
            await world.view.loadHTMLString("", baseURL: "http://app.test/")
            #expect(await reasons() == [.insecureOrigin])
            try await world.load("/sandbox")
            #expect(await reasons() == [.opaqueOrigin])
            try await world.load()
            for scope in ["http://other.localhost/", "https://app.localhost/", "http://[", "\0"] {
                #expect(await reasons(scope: scope) == [.foreignScope])
            }
            for number in 0..<100 { #expect(await reasons(scope: "/\(number)/").isEmpty) }
            #expect(await reasons() == [.tooManyRegistrations])
            world.store.removeServiceWorkers()
            #expect(await reasons().isEmpty)
        }
    }
}
