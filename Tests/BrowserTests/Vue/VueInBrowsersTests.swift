import AuthEmulator
import BridgePrimitives
import BrowserDriving
import Cookies
import Faults
import FirebaseAuthClient
import Foundation
import HTTPLoader
import Listening
import Scenarios
import TestSupport
import Testing
import Worlds

extension RealBrowsers {
    /// The pages on Vue with the real Vue and the real router, in real browsers: what the model says of `router.js`, Vue
    /// Router does.
    @Suite("Vue in real browsers", .serialized)
    struct VueInBrowsersTests {
        @Test(arguments: TestedBrowsers.all, VueFolder.Page.allCases)
        func theGuardSignsTheUserIn(engine: BrowserEngine, page: VueFolder.Page) async throws {
            try await withPage(page, engine) { shop, world in
                try await shop.handOver(try await world.app.exchange().value)
                try await shop.open("/orders/7")
                #expect(try await shop.route == "order")
                #expect(try await shop.userID == world.app.auth.currentUser?.uid)
                // The article's guard deletes it; the sample page leaves it there.
                #expect(try await shop.browser.cookies().map(\.name) == (page == .article ? [] : ["customtoken"]))
                try await Screenshots.take("\(page.rawValue)-order", of: shop.browser)
                // The page has its own session by now.
                try await shop.browser.deleteCookies()
                try await shop.open("/")
                #expect(try await shop.route == "main")
                #expect(try await shop.userID == world.app.auth.currentUser?.uid)
                try await shop.browser.element("#signed-in button").click()
                try await shop.waitForRoute("signin")
                #expect(try await shop.userID == "")
            }
        }

        @Test(arguments: TestedBrowsers.all, VueFolder.Page.allCases)
        func withoutACookieTheGuardLeadsToTheSignInPage(engine: BrowserEngine, page: VueFolder.Page) async throws {
            try await withPage(page, engine) { shop, world in
                try await shop.open("/")
                #expect(try await shop.route == "signin")
                #expect(try await shop.browser.address() == world.addresses.web.origin + "/signin")
            }
        }

        // MARK: - What tutorials get wrong

        @Test(arguments: TestedBrowsers.all)
        func withoutAModeThePathIsNotLookedAt(engine: BrowserEngine) async throws {
            try await withPage(.article, engine) { shop, world in
                try await shop.handOver(try await world.app.exchange().value)
                try await shop.open("/orders/7?router=hash-mode")
                #expect(try await shop.route == "main")
                #expect(try await shop.browser.address().hasSuffix("/orders/7?router=hash-mode#/"))
            }
        }

        /// Vue Router 3 says nothing: a blank page, with the links around it.
        @Test(arguments: TestedBrowsers.all)
        func withoutAWayOutNothingIsShown(engine: BrowserEngine) async throws {
            try await withPage(.article, engine) { shop, world in
                try await shop.browser.navigate(to: world.addresses.web.resolving("/?router=no-way-out"))
                try await shop.browser.wait(for: "return document.querySelector('#app nav') !== null")
                let shown = try await shop.browser.execute(
                    "return [document.querySelector('h1'), document.documentElement.dataset.route ?? null]")
                #expect(shown == [.null, .null])
                // The router is there, and would show a page that needs no user.
                try await shop.browser.element("#app nav a[href='/about']").click()
                try await shop.waitForRoute("about")
            }
        }

        /// The listener's second next() and the one behind the redirect: navigation stands all the same.
        @Test(arguments: TestedBrowsers.all)
        func callingNextTwiceEndsWhereTheFirstCallLed(engine: BrowserEngine) async throws {
            try await withPage(.article, engine) { shop, world in
                try await shop.handOver("not-a-token")
                try await shop.open("/?router=next-twice")
                #expect(try await shop.route == "signin")
                try await shop.handOver(try await world.app.exchange().value)
                try await shop.open("/?router=next-twice")
                #expect(try await shop.route == "main")
            }
        }

        @Test(arguments: TestedBrowsers.all)
        func aCookieThatIsKeptIsRefusedWhenItIsAnHourOld(engine: BrowserEngine) async throws {
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
        @Test(arguments: TestedBrowsers.all)
        func askedBeforeItIsReadyTheSDKKnowsNobody(engine: BrowserEngine) async throws {
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
                    try await shop.browser.element("#app nav a[href='/about']").click()
                    try await shop.waitForRoute("about")
                    try await shop.browser.element("#app nav a[href='/']").click()
                    try await shop.browser.wait(for: "return document.documentElement.dataset.route !== 'about'")
                    return try await shop.route == "main"
                }
                try await shop.open("/")
                #expect(try await shop.route == "main")
                #expect(try await shop.userID == world.app.auth.currentUser?.uid)
            }
        }

        private func withPage(
            _ page: VueFolder.Page, _ engine: BrowserEngine, _ body: (ShopPage, World) async throws -> Void
        ) async throws {
            try await withEphemeralStateDirectory { state in
                try await withFolder { folder in
                    try VueFolder.write(page, into: folder)
                    let material = try WorldMaterial(state: state, projectID: "demo-bridge", webRoot: folder)
                    defer { material.transport.shutdown() }
                    try await withWorld(WorldSettings(), material: material) { world in
                        try await world.app.signIn()
                        let settings = BrowserSettings(acceptsInsecureCertificates: true)
                        try await withBrowser(engine, settings: settings) { browser in
                            try await body(ShopPage(browser: browser, world: world), world)
                        }
                    }
                }
            }
        }
    }
}
