import BridgePrimitives
import BridgeTrace
import HTTPLoader
import Testing
import WebViews

@Suite("The end of a web content process", .timeLimit(.minutes(5)))
struct TerminationTests {
    @Test("The view is blank, its cookies stay, and a reload brings the document back")
    func reload() async throws {
        try await withWorld(answering: { _ in .html("<title>Page</title>", cookies: ["a=1"]) }) { world async throws in
            try await world.load("/a")
            await world.view.terminateWebContent()
            #expect(await world.view.url == nil)
            #expect(await world.view.title == "")
            let event = try #require(world.messages.last)
            #expect(event.handler == "webViewWebContentProcessDidTerminate")
            #expect(event.body.text == world.server.url("/a"))
            #expect(event.reasons == [PageWishReason.contentProcessEnded.code])
            #expect(await world.stored() == ["a=1@app.localhost"])
            #expect(await world.view.reload().status == 200)
            #expect(await world.view.url?.path == "/a")
            #expect(world.server.cookies == [nil, "a=1"])
        }
    }

    @Test("A load that is under way is cancelled")
    func loading() async throws {
        try await withWorld(answering: { _ in .silence }) { world async throws in
            let request = try world.request("/silent")
            let load = world.view.beginLoad { await $0.load(request) }
            _ = await world.server.nextArrival()
            await world.view.terminateWebContent()
            #expect(await load.value?.failure?.reason == .cancelled)
        }
    }
}
