import AuthEmulator
import BridgePrimitives
import Cookies
import Faults
import FirebaseAuthClient
import Foundation
import HTTPLoader
import Listening
import PageEngines
import Scenarios
import TestSupport
import Testing
import WorldTestSupport
import Worlds

extension RealBrowsers {
    /// The pages on Vue with the real Vue and the real router, in real browsers: what the model says of `router.js`, Vue
    /// Router does.
    @Suite("Vue in real browsers", .serialized)
    struct VueInBrowsersTests {
        @Test(arguments: TestedEngines.all, VueFolder.Page.allCases)
        func theGuardSignsTheUserIn(engine: PageEngineKind, page: VueFolder.Page) async throws {
            try await withPage(page, engine) { shop, world in
                try await shop.handOver(try await world.app.exchange().value)
                try await shop.open("/orders/7")
                #expect(try await shop.route == "order")
                #expect(try await shop.userID == world.app.auth.currentUser?.uid)
                // The article's guard deletes it; the sample page leaves it there.
                #expect(try await shop.store.allCookies().map(\.name) == (page == .article ? [] : ["customtoken"]))
                try await shop.takePicture("\(page.rawValue)-order")
                // The page has its own session by now.
                try await shop.deleteCookies()
                try await shop.open("/")
                #expect(try await shop.route == "main")
                #expect(try await shop.userID == world.app.auth.currentUser?.uid)
                try await shop.view.click("#signed-in button")
                try await shop.waitForRoute("signin")
                #expect(try await shop.userID == "")
            }
        }

        @Test(arguments: TestedEngines.all, VueFolder.Page.allCases)
        func withoutACookieTheGuardLeadsToTheSignInPage(engine: PageEngineKind, page: VueFolder.Page) async throws {
            try await withPage(page, engine) { shop, world in
                try await shop.open("/")
                #expect(try await shop.route == "signin")
                #expect(try await shop.view.address == world.addresses.web.origin + "/signin")
            }
        }

        // MARK: - What tutorials get wrong

        @Test(arguments: TestedEngines.all)
        func withoutAModeThePathIsNotLookedAt(engine: PageEngineKind) async throws {
            try await withPage(.article, engine) { shop, world in
                try await shop.handOver(try await world.app.exchange().value)
                try await shop.open("/orders/7?router=hash-mode")
                #expect(try await shop.route == "main")
                #expect(try await shop.view.address.hasSuffix("/orders/7?router=hash-mode#/"))
            }
        }

        /// Vue Router 3 says nothing: a blank page, with the links around it.
        @Test(arguments: TestedEngines.all)
        func withoutAWayOutNothingIsShown(engine: PageEngineKind) async throws {
            try await withPage(.article, engine) { shop, world in
                try await shop.view.open(world.addresses.web.resolving("/?router=no-way-out").string)
                try await shop.view.wait(for: "document.querySelector('#app nav')")
                let shown = try await shop.view.evaluate(
                    "[document.querySelector('h1'), document.documentElement.dataset.route ?? null]")
                #expect(shown == [.null, .null])
                // The router is there, and would show a page that needs no user.
                try await shop.view.click("#app nav a[href='/about']")
                try await shop.waitForRoute("about")
            }
        }

        /// The listener's second next() and the one behind the redirect: navigation stands all the same.
        @Test(arguments: TestedEngines.all)
        func callingNextTwiceEndsWhereTheFirstCallLed(engine: PageEngineKind) async throws {
            try await withPage(.article, engine) { shop, world in
                try await shop.handOver("not-a-token")
                try await shop.open("/?router=next-twice")
                #expect(try await shop.route == "signin")
                try await shop.handOver(try await world.app.exchange().value)
                try await shop.open("/?router=next-twice")
                #expect(try await shop.route == "main")
            }
        }

        @Test(arguments: TestedEngines.all)
        func aCookieThatIsKeptIsRefusedWhenItIsAnHourOld(engine: PageEngineKind) async throws {
            try await withPage(.article, engine) { shop, world in
                try await shop.handOver(try await world.app.exchange().value)
                try await shop.open("/?router=cookie-kept")
                try await shop.open("/?router=cookie-kept")
                #expect(try await shop.route == "main")
                world.clock.advance(by: .seconds(3601))
                try await shop.open("/?router=cookie-kept")
                #expect(try await shop.route == "signin")
            }
        }

        /// Until the SDK has its user again, which takes two requests, currentUser is null: the guard that asks at once leads
        /// whoever has signed in before to the sign-in page, and the one that waits does not.
        @Test(arguments: TestedEngines.all)
        func askedBeforeItIsReadyTheSDKKnowsNobody(engine: PageEngineKind) async throws {
            try await withPage(.article, engine) { shop, world in
                try await shop.handOver(try await world.app.exchange().value)
                try await shop.open("/?router=before-ready")
                #expect(try await shop.route == "main")
                // As on a phone's network: the answer comes when the router has long begun, however slow this machine is.
                let faults = world.authService.faults
                faults.isPassingTime = false
                try world.plant(
                    Fault(json: ["endpoint": "token", "effect": "delay", "delay": "5m", "times": "always"]))
                try await shop.open("/?router=before-ready")
                #expect(try await shop.route == "signin")
                #expect(try await shop.userID == "")
                faults.set([])
                world.clock.advance(by: .seconds(300))
                // Once it is ready, the same guard lets the user in.
                try await waitUntil("the user to be there again") {
                    try await shop.view.click("#app nav a[href='/about']")
                    try await shop.waitForRoute("about")
                    try await shop.view.click("#app nav a[href='/']")
                    try await shop.view.wait(for: "document.documentElement.dataset.route !== 'about'")
                    return try await shop.route == "main"
                }
                try await shop.open("/")
                #expect(try await shop.route == "main")
                #expect(try await shop.userID == world.app.auth.currentUser?.uid)
            }
        }

        private func withPage(
            _ page: VueFolder.Page, _ engine: PageEngineKind, _ body: (ShopPage, World) async throws -> Void
        ) async throws {
            try await withFolder { folder in
                try VueFolder.write(page, into: folder)
                let material = try WorldMaterial(
                    state: StateDirectory(SharedMaterial.folder), projectID: "demo-bridge", webRoot: folder)
                defer { material.transport.shutdown() }
                try await ShopPage.lend(in: engine, material, body)
            }
        }
    }
}
