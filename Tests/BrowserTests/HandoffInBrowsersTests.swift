import BridgePrimitives
import BrowserDriving
import Cookies
import FirebaseAuthClient
import Foundation
import HTTPLoader
import Scenarios
import Serving
import Testing
import WorldTestSupport
import Worlds

extension RealBrowsers {
    /// The sample page in real browsers, on HTTPS with the local authority's certificate, against a whole world.
    @Suite("The handoff in real browsers", .serialized)
    struct HandoffInBrowsersTests {
        @Test func eachNameIsABrowser() {
            #expect(!TestedBrowsers.names.isEmpty)
            #expect(TestedBrowsers.all.map(\.rawValue) == TestedBrowsers.names)
        }

        @Test(arguments: TestedBrowsers.all)
        func theAppsUserIsThePagesUser(engine: BrowserEngine) async throws {
            try await shop(engine) { page, world in
                try await page.handOver(try await world.app.exchange().value)
                try await page.open("/")
                #expect(try await page.route == "main")
                #expect(try await page.userID == world.app.auth.currentUser?.uid)
                #expect(try await page.browser.title() == "Your account")
                #expect(try await page.text(of: "#how").hasPrefix("The app handed its session over"))
                let size = try await Screenshots.take("signed-in", of: page.browser)
                #expect(size.width >= 300 && size.height >= 300)

                // The page keeps its own session: it is not the cookie that signs in again.
                try await page.browser.deleteCookies()
                try await page.reload()
                #expect(try await page.userID == world.app.auth.currentUser?.uid)
                #expect(try await page.text(of: "#how").hasPrefix("This page was signed in before"))
                try await Screenshots.take("reloaded", of: page.browser)

                try await page.browser.element("#signed-in button").click()
                try await page.waitForRoute("signin")
                #expect(try await page.userID == "")
                #expect(try await page.trouble == "page/signed-out")
                #expect(try await page.browser.address() == world.addresses.web.origin + "/signin")
                try await Screenshots.take("signed-out", of: page.browser)

                // Signed out is signed out, also after a reload.
                try await page.open("/")
                #expect(try await page.route == "signin")
                #expect(try await page.userID == "")
            }
        }

        @Test(arguments: TestedBrowsers.all)
        func withoutACookieTheUserSignsInByHand(engine: BrowserEngine) async throws {
            try await shop(engine) { page, world in
                try await page.open("/")
                #expect(try await page.route == "signin")
                #expect(try await page.trouble == "guard/cookie-absent")
                try await Screenshots.take("no-cookie", of: page.browser)

                try await page.browser.element("#email").type(world.settings.user.email)
                try await page.browser.element("#password").type("not the password")
                try await page.browser.element("form button").click()
                try await page.browser.wait(for: "return document.querySelector('[role=alert]').textContent")
                #expect(try await page.userID == "")
                try await Screenshots.take("wrong-password", of: page.browser)

                try await page.browser.execute("document.querySelector('#password').value = ''")
                try await page.browser.element("#password").type(world.settings.user.password)
                try await page.browser.element("form button").click()
                try await page.waitForRoute("main")
                #expect(try await page.userID == world.app.auth.currentUser?.uid)
                #expect(try await page.text(of: "#how").hasPrefix("You signed in here"))
                try await Screenshots.take("signed-in-by-form", of: page.browser)
            }
        }

        @Test(arguments: TestedBrowsers.all)
        func aTokenThatIsNoneIsRefused(engine: BrowserEngine) async throws {
            try await shop(engine) { page, _ in
                try await page.handOver("not-a-token")
                try await page.open("/")
                #expect(try await page.route == "signin")
                #expect(try await page.userID == "")
                #expect(try await page.trouble == "guard/token-refused")
                try await Screenshots.take("token-refused", of: page.browser)
            }
        }

        @Test(arguments: TestedBrowsers.all)
        func aTokenOfAnHourAgoIsRefused(engine: BrowserEngine) async throws {
            try await shop(engine) { page, world in
                try await page.handOver(try await world.app.exchange().value)
                world.clock.advance(by: .seconds(3601))
                try await page.open("/")
                #expect(try await page.route == "signin")
                #expect(try await page.trouble == "guard/token-refused")
                try await Screenshots.take("token-expired", of: page.browser)
            }
        }

        @Test(arguments: TestedBrowsers.all)
        func aDeepLinkOpensWhereItPoints(engine: BrowserEngine) async throws {
            try await shop(engine) { page, world in
                try await page.handOver(try await world.app.exchange().value)
                try await page.open("/orders/42")
                #expect(try await page.route == "order")
                #expect(try await page.userID == world.app.auth.currentUser?.uid)
                #expect(try await page.text(of: "#view p") == "Order 42")
                #expect(try await page.browser.address() == world.addresses.web.origin + "/orders/42")
                try await Screenshots.take("deep-link", of: page.browser)
            }
        }

        /// The app's cookie store takes the backend's HttpOnly cookie, and the page's script cannot see it.
        @Test(arguments: TestedBrowsers.all)
        func anHTTPOnlyCookieIsSentAndNotSeen(engine: BrowserEngine) async throws {
            try await shop(engine) { page, world in
                let cookie = try await world.app.exchange()
                #expect(cookie.isHTTPOnly)
                try await page.open("/about")
                try await page.browser.add(
                    BrowserCookie(name: cookie.name, value: cookie.value, isSecure: true, isHTTPOnly: true))
                #expect(try await page.browser.cookies().map(\.name) == [cookie.name])
                try await page.open("/")
                #expect(try await page.route == "signin")
                #expect(try await page.trouble == "guard/cookie-absent")
                try await Screenshots.take("http-only", of: page.browser)
            }
        }

        /// Nobody has told the browser to trust the local authority: it fails, or shows an error page of its own.
        @Test(arguments: TestedBrowsers.all)
        func aBrowserThatDoesNotTrustTheAuthorityOpensNoPage(engine: BrowserEngine) async throws {
            try await withWorld(WorldSettings(), material: SharedMaterial.material.get()) { world in
                try await withBrowser(engine) { browser in
                    do throws(BridgeFailure) {
                        try await browser.navigate(to: world.addresses.web)
                    } catch {
                        #expect(error.code == BrowserReason.insecureCertificate.code)
                    }
                    #expect(try await browser.execute("return document.querySelector('#view') === null") == true)
                    try await Screenshots.take("untrusted", of: browser)
                }
            }
        }

        /// `serve` keeps app, backend and auth service on two listeners; the page finds the auth service by its host.
        @Test(arguments: TestedBrowsers.all, ["http", "https"])
        func theServedPageSignsInByForm(engine: BrowserEngine, scheme: String) async throws {
            var serving = Serving()
            serving.ports = Serving.Ports(base: 0)
            serving.isEphemeral = true
            let (ready, announcement) = AsyncStream.makeStream(of: ServedAddresses.self)
            let (stopped, stop) = AsyncStream.makeStream(of: Void.self)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { [serving] in
                    defer { announcement.finish() }
                    try await serving.run(
                        ready: { announcement.yield($0) }, untilStopped: { for await _ in stopped {} })
                }
                defer { stop.finish() }
                guard let served = await ready.first(where: { _ in true }) else { return try await group.waitForAll() }
                let material = try SharedMaterial.material.get()
                let signUp = try await material.transport.perform(
                    .json(
                        url: WebURL(served.auth + "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=demo-key"),
                        value: ["email": "hana@example.com", "password": "correct-horse", "returnSecureToken": true]))
                let uid = try JSONValue(parsing: signUp.response.body)["localId"]?.stringValue
                try await withBrowser(engine, settings: Self.settings) { browser in
                    try await browser.navigate(to: WebURL(scheme == "https" ? served.webTLS : served.web))
                    try await browser.wait(for: "return document.querySelector('#email') !== null")
                    try await browser.element("#email").type("hana@example.com")
                    try await browser.element("#password").type("correct-horse")
                    try await browser.element("form button").click()
                    let shown = try await browser.wait(for: "return document.documentElement.dataset.uid")
                    #expect(shown.stringValue == uid)
                    try await Screenshots.take("served-\(scheme)", of: browser)
                }
                stop.finish()
                try await group.waitForAll()
            }
        }

        private static let settings = BrowserSettings(acceptsInsecureCertificates: true)

        /// A world whose native app is signed in, and an empty browser that accepts the local authority's certificate.
        private func shop(
            _ engine: BrowserEngine, _ body: (ShopPage, World) async throws -> Void
        ) async throws {
            try await withWorld(WorldSettings(), material: SharedMaterial.material.get()) { world in
                try await world.app.signIn()
                try await withBrowser(engine, settings: Self.settings) { browser in
                    try await body(ShopPage(browser: browser, world: world), world)
                }
            }
        }
    }
}
