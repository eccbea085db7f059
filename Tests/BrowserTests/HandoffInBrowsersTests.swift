import BridgePrimitives
import Cookies
import FirebaseAuthClient
import HTTPLoader
import PageEngines
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
            #expect(!TestedEngines.names.isEmpty)
            #expect(TestedEngines.all.map(\.rawValue) == TestedEngines.names)
        }

        @Test(arguments: TestedEngines.all)
        func theAppsUserIsThePagesUser(engine: PageEngineKind) async throws {
            try await ShopPage.lend(in: engine, SharedMaterial.material.get()) { page, world in
                try await page.handOver(try await world.app.exchange().value)
                try await page.open("/")
                #expect(try await page.route == "main")
                #expect(try await page.userID == world.app.auth.currentUser?.uid)
                #expect(try await page.view.title == "Your account")
                #expect(try await page.view.text(of: "#how")?.hasPrefix("The app handed its session over") == true)
                try await page.takePicture("signed-in")

                // The page keeps its own session: it is not the cookie that signs in again.
                try await page.deleteCookies()
                try await page.reload()
                #expect(try await page.userID == world.app.auth.currentUser?.uid)
                #expect(try await page.view.text(of: "#how")?.hasPrefix("This page was signed in before") == true)
                try await page.takePicture("reloaded")

                try await page.view.click("#signed-in button")
                try await page.waitForRoute("signin")
                #expect(try await page.userID == "")
                #expect(try await page.trouble == "page/signed-out")
                #expect(try await page.view.address == world.addresses.web.origin + "/signin")
                try await page.takePicture("signed-out")

                // Signed out is signed out, also after a reload.
                try await page.open("/")
                #expect(try await page.route == "signin")
                #expect(try await page.userID == "")
            }
        }

        @Test(arguments: TestedEngines.all)
        func withoutACookieTheUserSignsInByHand(engine: PageEngineKind) async throws {
            try await ShopPage.lend(in: engine, SharedMaterial.material.get()) { page, world in
                try await page.open("/")
                #expect(try await page.route == "signin")
                #expect(try await page.trouble == "guard/cookie-absent")
                try await page.takePicture("no-cookie")

                try await page.view.type(world.settings.user.email, into: "#email")
                try await page.view.type("not the password", into: "#password")
                try await page.view.click("form button")
                try await page.view.wait(for: "document.querySelector('[role=alert]').textContent")
                #expect(try await page.userID == "")
                try await page.takePicture("wrong-password")

                try await page.view.type(world.settings.user.password, into: "#password")
                try await page.view.click("form button")
                try await page.waitForRoute("main")
                #expect(try await page.userID == world.app.auth.currentUser?.uid)
                #expect(try await page.view.text(of: "#how")?.hasPrefix("You signed in here") == true)
                try await page.takePicture("signed-in-by-form")
            }
        }

        @Test(arguments: TestedEngines.all)
        func aTokenThatIsNoneIsRefused(engine: PageEngineKind) async throws {
            try await ShopPage.lend(in: engine, SharedMaterial.material.get()) { page, _ in
                try await page.handOver("not-a-token")
                try await page.open("/")
                #expect(try await page.route == "signin")
                #expect(try await page.userID == "")
                #expect(try await page.trouble == "guard/token-refused")
                try await page.takePicture("token-refused")
            }
        }

        @Test(arguments: TestedEngines.all)
        func aTokenOfAnHourAgoIsRefused(engine: PageEngineKind) async throws {
            try await ShopPage.lend(in: engine, SharedMaterial.material.get()) { page, world in
                try await page.handOver(try await world.app.exchange().value)
                world.clock.advance(by: .seconds(3601))
                try await page.open("/")
                #expect(try await page.route == "signin")
                #expect(try await page.trouble == "guard/token-refused")
                try await page.takePicture("token-expired")
            }
        }

        @Test(arguments: TestedEngines.all)
        func aDeepLinkOpensWhereItPoints(engine: PageEngineKind) async throws {
            try await ShopPage.lend(in: engine, SharedMaterial.material.get()) { page, world in
                try await page.handOver(try await world.app.exchange().value)
                try await page.open("/orders/42")
                #expect(try await page.route == "order")
                #expect(try await page.userID == world.app.auth.currentUser?.uid)
                #expect(try await page.view.text(of: "#view p") == "Order 42")
                #expect(try await page.view.address == world.addresses.web.origin + "/orders/42")
                try await page.takePicture("deep-link")
            }
        }

        /// The app's cookie store takes the backend's HttpOnly cookie, and the page's script cannot see it.
        @Test(arguments: TestedEngines.all)
        func anHTTPOnlyCookieIsSentAndNotSeen(engine: PageEngineKind) async throws {
            try await ShopPage.lend(in: engine, SharedMaterial.material.get()) { page, world in
                let cookie = try await world.app.exchange()
                #expect(cookie.isHTTPOnly)
                try await page.store.setCookie(
                    NativeCookie(
                        name: cookie.name, value: cookie.value, domain: world.addresses.web.host, isSecure: true,
                        isHTTPOnly: true))
                try await page.open("/")
                #expect(try await page.route == "signin")
                #expect(try await page.trouble == "guard/cookie-absent")
                try await page.takePicture("http-only")
            }
        }

        /// `serve` keeps app, backend and auth service on two listeners; the page finds the auth service by its host.
        @Test(arguments: TestedEngines.all) func theServedPageSignsInByForm(engine: PageEngineKind) async throws {
            var serving = Serving()
            serving.ports = Serving.Ports(base: 0)
            // With the authority that the engines trust.
            serving.stateFolder = SharedMaterial.folder
            let material = try SharedMaterial.material.get()
            try await serving.lend { served in
                let email = "\(engine.rawValue)@example.com"
                let signUp = try await material.transport.perform(
                    .json(
                        url: WebURL(served.auth + "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=demo-key"),
                        value: ["email": .string(email), "password": "correct-horse", "returnSecureToken": true]))
                let uid = try JSONValue(parsing: signUp.response.body)["localId"]?.stringValue
                for (scheme, page) in [("http", served.web), ("https", served.webTLS)] {
                    try await SharedEngines.withView(engine) { view, _ in
                        try await view.open(page)
                        try await view.wait(for: "document.querySelector('#email')")
                        try await view.type(email, into: "#email")
                        try await view.type("correct-horse", into: "#password")
                        try await view.click("form button")
                        try await view.wait(for: "document.documentElement.dataset.uid")
                        #expect(try await view.data("uid") == uid, "\(scheme)")
                        try await Screenshots.take("served-\(scheme)", of: view, in: engine)
                    }
                }
            }
        }
    }
}
