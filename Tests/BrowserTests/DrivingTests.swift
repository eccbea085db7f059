import BridgePrimitives
import BrowserDriving
import Foundation
import HTTPLoader
import Testing

/// What the WebDriver client does with real drivers, without any page of ours.
extension RealBrowsers {
    @Suite("Driving real browsers", .serialized)
    struct DrivingTests {
        @Test(arguments: TestedBrowsers.all)
        func scriptsTakeArgumentsAndGiveValues(engine: BrowserEngine) async throws {
            try await withBrowser(engine) { browser in
                try await browser.navigate(to: "data:text/html,<title>one</title><p id=p>two</p>")
                #expect(try await browser.title() == "one")
                #expect(try await browser.element("#p").text() == "two")
                #expect(try await browser.execute("return [arguments[0] + 1, arguments[1]]", [1, "a"]) == [2, "a"])
                #expect(try await browser.execute("") == .null)
            }
        }

        @Test(arguments: TestedBrowsers.all)
        func eachFailureHasACode(engine: BrowserEngine) async throws {
            try await withBrowser(engine) { browser in
                try await browser.navigate(to: "data:text/html,<input id=hidden style=display:none>")
                try await expect(.scriptFailed) { try await browser.execute("throw new Error('no')") }
                try await expect(.scriptFailed) { try await browser.execute("'a'b") }
                try await expect(.noSuchElement) { _ = try await browser.element("#nothing") }
                try await expect(.refused) { _ = try await browser.element("]") }
                try await expect(.cannotInteract) { try await browser.element("#hidden").type("a") }
                try await expect(.timedOut) { try await browser.wait(for: "return 0", within: .milliseconds(50)) }
            }
        }

        @Test(arguments: TestedBrowsers.all)
        func elementsEndWithTheirDocument(engine: BrowserEngine) async throws {
            try await withBrowser(engine) { browser in
                try await browser.navigate(to: "data:text/html,<p>one</p>")
                let element = try await browser.element("p")
                try await browser.navigate(to: "data:text/html,<p>two</p>")
                try await expect(.noSuchElement) { _ = try await element.text() }
            }
        }

        @Test(arguments: TestedBrowsers.all)
        func aScriptWithoutAnEndIsGivenUp(engine: BrowserEngine) async throws {
            let timeouts = BrowserTimeouts(page: .milliseconds(300), command: .seconds(2))
            try await withBrowser(engine, settings: BrowserSettings(timeouts: timeouts)) { browser in
                try await expect(.timedOut) { try await browser.execute("for (;;) {}") }
            }
            #expect(Leftovers.found() == [])
        }

        @Test(arguments: TestedBrowsers.all)
        func sessionsOfOneDriverShareNothing(engine: BrowserEngine) async throws {
            try await withBrowserDriver(engine) { driver in
                for _ in 0..<2 {
                    try await driver.withSession { browser in
                        try await browser.navigate(to: "data:text/html,<p>")
                        #expect(try await browser.execute("const n = history.length; return n <= 2") == true)
                    }
                }
            }
            #expect(Leftovers.found() == [])
        }

        /// At each of these moments something else is under way: the display, the driver, the browser, a command.
        @Test(arguments: TestedBrowsers.all, [0, 40, 120, 400, 900, 2000])
        func aCancelledCallerLeavesNothingBehind(engine: BrowserEngine, milliseconds: Int) async throws {
            let (moments, moment) = AsyncStream.makeStream(of: Void.self)
            let driving = Task {
                try await withBrowser(engine) { browser in try await browser.wait(for: "return false") }
            }
            DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { moment.finish() }
            for await _ in moments {}
            driving.cancel()
            guard case .failure(let error) = await driving.result else {
                Issue.record("a wait for what never comes ended")
                return
            }
            #expect((error as? BridgeFailure)?.code == BrowserReason.cancelled.code, "\(error)")
            #expect(Leftovers.found() == [])
        }

        @Test(arguments: TestedBrowsers.all)
        func aBodyThatThrowsLeavesNothingBehind(engine: BrowserEngine) async throws {
            struct Enough: Error {}
            await #expect(throws: Enough.self) { try await withBrowser(engine) { _ in throw Enough() } }
            #expect(Leftovers.found() == [])
        }

        private func expect(_ reason: BrowserReason, _ body: () async throws -> Void) async throws {
            let failure = await #expect(throws: BridgeFailure.self) { try await body() }
            #expect(failure?.code == reason.code, "\(String(describing: failure))")
        }
    }
}
