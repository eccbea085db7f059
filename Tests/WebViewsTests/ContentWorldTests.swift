import BridgePrimitives
import CookieStores
import Cookies
import Testing
import WebViews

@Suite("Content worlds", .timeLimit(.minutes(5)))
struct ContentWorldTests {
    private static let worlds: [ContentWorld] = [.page, .defaultClient, .named("a"), .named("b")]

    @Test("Each has its own names and its own handlers; document.cookie is one for all", arguments: worlds)
    func isolation(world: ContentWorld) async throws {
        try await withWorld { sut async throws in
            let inbox = ScriptMessageTests.Inbox()
            try sut.content.add(inbox, name: "bridge", world: world)
            sut.content.addUserScript(
                UserScript(
                    source: "globalThis.mine = 1; document.cookie = 'token=1'", injectionTime: .atDocumentStart,
                    world: world))
            try await sut.load()
            for other in Self.worlds {
                let found = try await sut.view.evaluateJavaScript(
                    "[typeof mine, typeof webkit.messageHandlers.bridge, document.cookie].join(' ')", in: other)
                #expect(found == (other == world ? "number object token=1" : "undefined undefined token=1"))
            }
            sut.content.removeHandler(named: "bridge", world: world == .page ? .defaultClient : .page)
            try await sut.view.evaluateJavaScript("webkit.messageHandlers.bridge.postMessage(1)", in: world)
            sut.content.removeAllHandlers(of: world)
            #expect(inbox.bodies == [1])
            #expect(
                try await sut.view.evaluateJavaScript("typeof webkit.messageHandlers.bridge", in: world) == "undefined")
        }
    }
}
