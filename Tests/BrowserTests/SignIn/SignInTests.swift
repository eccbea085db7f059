import AuthEmulator
import BridgePrimitives
import PageEngines
import Testing

extension RealBrowsers {
    /// Popups and redirects as Firebase's JavaScript SDK does them, against the handler and its frame.
    @Suite("Popups and redirects in real browsers", .serialized)
    struct SignInTests {
        @Test(arguments: TestedEngines.all, [SignInPage.Hosts.oneSite, .twoSites])
        func aPopupSignsIn(engine: PageEngineKind, hosts: SignInPage.Hosts) async throws {
            try await SignInPage.lend(in: engine, hosts: hosts) { page in
                try await page.open()
                // Again with the account that the first one has made: one row more.
                for rows in [1, 2] {
                    let handler = try await page.openPopup()
                    let shown = try await handler.evaluate("document.querySelectorAll('li button').length")
                    #expect(shown == .integer(Int64(rows)))
                    if rows == 1 { try await Screenshots.take("handler", of: handler, in: engine) }
                    try await SignInPage.choose(in: handler)
                    try await page.waitUntil("signed-in")
                    #expect(try await page.view.data("email") == "user1@example.com")
                    try await page.waitUntilClosed(handler)
                    try await page.open()
                }
            }
        }

        @Test(arguments: TestedEngines.all)
        func aRedirectSignsInOnce(engine: PageEngineKind) async throws {
            try await SignInPage.lend(in: engine) { page in
                try await page.open()
                try await SignInPage.choose(in: page.redirect())
                try await page.waitUntil("signed-in")
                #expect(try await page.view.data("email") == "user1@example.com")
                #expect(try await page.view.address.hasPrefix("\(page.page)/?auth="))
                // The event is used up: a frame hears of nothing, and no cookie is left.
                try await page.view.reload()
                try await page.waitUntil("ready")
                try await page.view.wait(
                    for: "JSON.parse(document.documentElement.dataset.event ?? 'null')?.type === 'unknown'")
                try await page.view.open("\(page.auth)/emulator/auth/iframe")
                #expect(try await page.view.evaluate("document.cookie") == "")
            }
        }

        /// An account with an address of one's own, which the handler's form makes.
        @Test(arguments: TestedEngines.all)
        func anAccountOfOnesOwnSignsIn(engine: PageEngineKind) async throws {
            try await SignInPage.lend(in: engine) { page in
                try await page.open()
                let handler = try await page.redirect()
                try await handler.type("hana@example.com", into: "[name=newEmail]")
                try await handler.type("花", into: "[name=newName]")
                try await handler.click("form button")
                try await handler.wait(for: "document.querySelector('li')?.textContent.includes('hana@')")
                // The row is there before the script that listens to it.
                try await SignInPage.waitForHandler(in: handler)
                try await SignInPage.choose(in: handler)
                try await page.waitUntil("signed-in")
                #expect(try await page.view.data("email") == "hana@example.com")
            }
        }

        /// More than one cookie holds.
        @Test(arguments: TestedEngines.all)
        func aLongEventComesBackWhole(engine: PageEngineKind) async throws {
            try await SignInPage.lend(in: engine) { page in
                let name = String(repeating: "長い", count: 300)
                try await page.open()
                let handler = try await page.redirect()
                let address = try await handler.address
                try await handler.open("\(address)&newName=\(PercentEncoding.encode(name))")
                try await SignInPage.waitForHandler(in: handler)
                try await SignInPage.choose(in: handler)
                try await page.waitUntil("signed-in")
                let link = try JSONValue(parsing: try await page.view.data("event") ?? "")["urlResponse"]?.stringValue
                #expect(link?.contains(PercentEncoding.encode(name)) == true)
            }
        }

        /// By a provider that has a page of its own: the browser comes back to the handler, and this hands the event over.
        @Test(arguments: TestedEngines.all, ["popup", "redirect"])
        func aProvidersOwnPageSignsIn(engine: PageEngineKind, way: String) async throws {
            try await SignInPage.lend(in: engine) { page in
                try await page.open([("provider", "apple.com")])
                let handler = try await page.openHandler(by: way)
                try await SignInPage.choose("#no", in: handler)
                try await page.waitUntil("failed")
                #expect(try await page.view.data("error") == "auth/user-cancelled")
                if way == "popup" { try await page.waitUntilClosed(handler) }

                try await page.open([("provider", "apple.com")])
                try await SignInPage.choose("#yes", in: page.openHandler(by: way))
                try await page.waitUntil("signed-in")
                #expect(try await page.view.data("email") == "hana@example.com")
            }
        }

        // MARK: - Without a user

        @Test(arguments: TestedEngines.all)
        func aClosedPopupIsTold(engine: PageEngineKind) async throws {
            try await SignInPage.lend(in: engine) { page in
                try await page.open()
                try await page.openPopup().close()
                try await page.waitUntil("failed")
                #expect(try await page.view.data("error") == "auth/popup-closed-by-user")
            }
        }

        @Test(arguments: TestedEngines.all, ["popup", "redirect"])
        func whoCancelsIsTold(engine: PageEngineKind, way: String) async throws {
            try await SignInPage.lend(in: engine) { page in
                try await page.open()
                try await SignInPage.choose("main > p > button[data-event]", in: page.openHandler(by: way))
                try await page.waitUntil("failed")
                #expect(try await page.view.data("error") == "auth/user-cancelled")
            }
        }

        @Test(arguments: TestedEngines.all)
        func whoGoesBackWithoutChoosingBringsNobody(engine: PageEngineKind) async throws {
            try await SignInPage.lend(in: engine) { page in
                try await page.open()
                let address = try await page.view.address
                try await page.redirect().open(address)
                try await page.waitUntil("nobody")
            }
        }

        // MARK: - What is refused

        /// Columns: what is more in the page's query, what it hears in a popup, and by a redirect; nil where it hears
        /// nothing and the handler stays.
        @Test(
            arguments: TestedEngines.all,
            [
                (["provider": "oidc.none"], "auth/operation-not-allowed", "auth/operation-not-allowed"),
                (["redirectUrl": "https://elsewhere.example/"], "auth/unauthorized-domain", nil),
            ] as [([String: String], String, String?)])
        func whatIsRefusedIsHeard(
            engine: PageEngineKind, row: (query: [String: String], popup: String, redirect: String?)
        ) async throws {
            try await SignInPage.lend(in: engine) { page in
                let query = row.query.map { ($0.key, $0.value) }
                try await page.open(query)
                let popup = try await page.view.opening("document.querySelector('#popup').click()")
                try await page.waitUntil("failed")
                #expect(try await page.view.data("error") == row.popup)
                try await page.waitUntilClosed(popup)

                try await page.open(query)
                try await page.view.click("#redirect")
                guard let code = row.redirect else {
                    try await page.view.wait(
                        for: "document.querySelector('code')?.textContent === \(EngineView.quoted(row.popup))")
                    #expect(try await page.view.address.hasPrefix(page.auth))
                    return
                }
                try await page.view.wait(for: "document.documentElement.dataset.error")
                #expect(try await page.view.data("error") == code)
            }
        }

        /// Values of the query that want to be markup, or to be run, are text in the page, and come back as they were.
        @Test(arguments: TestedEngines.all)
        func aHostileValueStaysText(engine: PageEngineKind) async throws {
            let evil = "\"><img src=x onerror=\"document.title='gone'\"></script><script>document.title='gone'</script>"
            try await SignInPage.lend(in: engine, .lenient) { page in
                try await page.open([("eventId", evil), ("provider", evil), ("tid", evil)])
                let handler = try await page.openPopup()
                #expect(try await handler.title == "Sign in with \(evil)")
                #expect(try await handler.evaluate("document.querySelectorAll('img').length") == 0)
                #expect(try await handler.text(of: "h1") == "Sign in with \(evil)")
                // Nor does a script run that is put there later.
                try await handler.evaluate(
                    "document.body.append(Object.assign(document.createElement('script'), {text: 'window.ran = 1'}))")
                #expect(try await handler.evaluate("window.ran ?? null") == .null)
                try await SignInPage.choose(in: handler)
                try await page.view.wait(for: "document.documentElement.dataset.event?.includes('signIn')")
                let event = try JSONValue(parsing: try await page.view.data("event") ?? "")
                #expect(event["eventId"] == .string(evil) && event["tenantId"] == .string(evil))
            }
        }

        /// A window of the handler's that nobody waits for says so, and hands nothing over.
        @Test(arguments: TestedEngines.all)
        func withoutAnOpenerTheWindowSaysSo(engine: PageEngineKind) async throws {
            try await SignInPage.lend(in: engine) { page in
                try await page.view.open(
                    "\(page.auth)/emulator/auth/handler?apiKey=k&appName=a&providerId=google.com"
                        + "&authType=signInViaPopup")
                try await SignInPage.waitForHandler(in: page.view)
                try await SignInPage.choose(in: page.view)
                try await page.view.wait(
                    for: "document.querySelector('[role=alert]').textContent.includes('opened this window')")
            }
        }

        /// An event of another origin, and one for another app, are nobody's.
        @Test(arguments: TestedEngines.all)
        func theFrameTakesEventsOfTheHandlerAlone(engine: PageEngineKind) async throws {
            try await SignInPage.lend(in: engine) { page in
                try await page.open()
                try await page.view.wait(for: "document.documentElement.dataset.event")
                try await page.view.evaluate(
                    """
                    const authEvent = {type: 'signInViaPopup', eventId: 'forged'};
                    const data = {storageKey: 'demo-key:[DEFAULT]', authEvent};
                    window.frames[0].postMessage({eventType: 'sendAuthEvent', eventId: '1', data}, '*'); null
                    """)
                // A popup's event comes after it, and is the only one that the page hears of.
                try await SignInPage.choose(in: page.openPopup())
                try await page.waitUntil("signed-in")
                #expect(try await page.view.data("heard") == "unknown signInViaPopup")
            }
        }
    }
}
