import BridgePrimitives
import BridgeTrace
import HTTPLoader
import Testing

@testable import WebViews

@Suite("Refreshes that documents ask for, HTML §4.2.5.3", .timeLimit(.minutes(5)))
struct DeclarativeRefreshTests {
    @Test(
        arguments: [
            ("0", 0, ""), ("5", 5, ""), (" \t5", 5, ""), ("5.9", 5, ""),  // a fraction is read and left out
            (".5", 0, ""), ("5;", 5, ""), ("5 ; ", 5, ""),
            ("0;url=/next", 0, "/next"), ("0; URL = /next ", 0, "/next"), ("0,url=/next", 0, "/next"),
            ("0 url=/next", 0, "/next"), ("0;/next", 0, "/next"), ("0 ;; /next", 0, "; /next"),
            ("0;url='/next'x", 0, "/next"), ("0;url=\"/next", 0, "/next"), ("0;'/next'", 0, "/next"),
            ("0;url", 0, "url"), ("0;urls\n", 0, "urls"), ("0;up", 0, "up"),  // no `url=`: all of it is the address
            ("99999999999999999999", 1 << 40, ""),  // more than any number holds
        ] as [(String, Int64, String)])
    func areRead(text: String, seconds: Int64, address: String) {
        let refresh = DeclarativeRefresh(text)
        #expect(refresh?.delay == .seconds(seconds))
        #expect(refresh?.address == address)
    }

    @Test(arguments: ["", " ", "x", "url=/next", "-1", "+1", "5x", "5url=/next", "\u{FF15}", "\0"])
    func textThatAsksForNothing(text: String) {
        #expect(DeclarativeRefresh(text) == nil)
    }

    @Test(
        "One without a delay is part of the load",
        arguments: [
            "<meta http-equiv=refresh content='0;url=/home'>", "<META HTTP-EQUIV=Refresh CONTENT=0;URL=home>",
            "<base href=/deep/><meta http-equiv=refresh content='0;url=../home'>",
            // The first that asks for one counts.
            "<meta http-equiv=refresh content=nonsense><meta http-equiv=refresh content='0;url=/home'>",
        ])
    func atOnce(html: String) async throws {
        try await withWorld(answering: { $0.target == "/" ? .html(html, cookies: ["sid=1"]) : .html() }) {
            world async throws in
            let result = try await world.load("/")
            #expect(result.url?.path == "/home")
            #expect(world.server.requests.map(\.target) == ["/", "/home"])
            #expect(world.server.cookies == [nil, "sid=1"])
            #expect(world.server.requests.last?.header("referer") == world.server.url("/"))
        }
    }

    @Test("The header does the same, and comes before the element")
    func header() async throws {
        try await withWorld(answering: { request in
            request.target == "/"
                ? .typed(
                    "text/html", Array("<meta http-equiv=refresh content='0;url=/b'>".utf8), [("Refresh", "0;url=/a")])
                : .html()
        }) { world async throws in
            #expect(try await world.load("/").url?.path == "/a")
        }
    }

    @Test(
        "What is not followed is named",
        arguments: [
            ("<meta http-equiv=refresh content='0;url=javascript:alert(1)'>", ["navigation/refresh-unsupported"]),
            ("<meta http-equiv=refresh content='0;url=app://home'>", ["navigation/refresh-unsupported"]),
            (
                "<iframe srcdoc=\"<meta http-equiv=refresh content='0;url=/home'>\"></iframe>",
                ["navigation/refresh-in-frame"]
            ),
            // Where scripts are on, these are no elements of the document.
            ("<noscript><meta http-equiv=refresh content='0;url=/home'></noscript>", []),
            ("<template><meta http-equiv=refresh content='0;url=/home'></template>", []),
            ("<meta name=refresh content='0;url=/home'>", []),
            ("<meta http-equiv=refresh>", []),
        ])
    func notFollowed(html: String, reasons: [String]) async throws {
        try await withWorld(answering: { _ in .html(html) }) { world async throws in
            #expect(try await world.load("/").url?.path == "/")
            #expect(world.server.requests.count == 1)
            #expect(refreshes(world).flatMap(\.reasons).map(\.rawValue) == reasons)
        }
    }

    @Test("A page that refreshes itself at once is loaded again until that is cut")
    func loop() async throws {
        try await withWorld(answering: { _ in .html("<meta http-equiv=refresh content=0>") }) { world async throws in
            let result = try await world.load("/")
            #expect(result.notes == [.tooManyRefreshes])
            #expect(world.server.requests.count == 21)
            #expect(refreshes(world).last?.reasons == [NavigationReason.tooManyRefreshes.code])
        }
    }

    @Test("One with a delay waits for the world's clock")
    func delayed() async throws {
        try await withWorld(answering: { request in
            request.target == "/" ? .html("<meta http-equiv=refresh content='5;url=/home'>") : .html()
        }) { world async throws in
            #expect(try await world.load("/").url?.path == "/")
            #expect(await world.view.followRefreshes(until: world.clock.now + .seconds(4)) == nil)
            #expect(refreshes(world).map(\.reasons) == [[NavigationReason.refreshLater.code]])

            _ = try await world.load("/")
            let following = Task { await world.view.followRefreshes(until: world.clock.now + .seconds(5)) }
            world.clock.advance(by: .seconds(5))
            // Whether it began to wait before the clock was moved or after makes no difference: it is due.
            #expect(await following.value?.url?.path == "/home")
        }
    }

    private func refreshes(_ world: TestWorld) -> [NavigationEvent] {
        world.trace.events.compactMap { event in
            if case .navigation(let event) = event.kind, event.phase == .refresh { event } else { nil }
        }
    }
}
