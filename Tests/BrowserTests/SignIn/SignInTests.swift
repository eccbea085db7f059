import AuthEmulator
import BridgePrimitives
import BrowserDriving
import Testing

extension RealBrowsers {
    /// Popups and redirects as Firebase's JavaScript SDK does them, against the handler and its frame.
    @Suite("Popups and redirects in real browsers", .serialized)
    struct SignInTests {
        @Test(arguments: TestedBrowsers.all, [SignInPage.Hosts.oneSite, .twoSites])
        func aPopupSignsIn(engine: BrowserEngine, hosts: SignInPage.Hosts) async throws {
            try await SignInPage.lend(to: engine, hosts: hosts) { page in
                try await page.open()
                // Again with the account that the first one has made: one row more.
                for rows in [1, 2] {
                    try await page.openPopup()
                    let shown = try await page.browser.execute("return document.querySelectorAll('li button').length")
                    #expect(shown == .integer(Int64(rows)))
                    if rows == 1 { try await Screenshots.take("handler", of: page.browser) }
                    try await page.choose()
                    try await page.goOnInPage()
                    try await page.waitUntil("signed-in")
                    #expect(try await page.data("email") == "user1@example.com")
                    try await page.waitForOneWindow()
                    try await page.open()
                }
            }
        }

        @Test(arguments: TestedBrowsers.all)
        func aRedirectSignsInOnce(engine: BrowserEngine) async throws {
            try await SignInPage.lend(to: engine) { page in
                try await page.open()
                try await page.redirect()
                try await page.choose()
                try await page.waitUntil("signed-in")
                #expect(try await page.data("email") == "user1@example.com")
                #expect(try await page.browser.address().hasPrefix("\(page.page)/?auth="))
                // The event is used up: a frame hears of nothing, and no cookie is left.
                try await page.browser.reload()
                try await page.waitUntil("ready")
                try await page.browser.wait(
                    for: "return JSON.parse(document.documentElement.dataset.event ?? 'null')?.type === 'unknown'")
                try await page.browser.navigate(to: "\(page.auth)/emulator/auth/iframe")
                #expect(try await page.browser.execute("return document.cookie") == "")
            }
        }

        /// An account with an address of one's own, which the handler's form makes.
        @Test(arguments: TestedBrowsers.all)
        func anAccountOfOnesOwnSignsIn(engine: BrowserEngine) async throws {
            try await SignInPage.lend(to: engine) { page in
                try await page.open()
                try await page.redirect()
                try await page.browser.element("[name=newEmail]").type("hana@example.com")
                try await page.browser.element("[name=newName]").type("花")
                try await page.browser.element("form button").click()
                try await page.browser.wait(for: "return document.querySelector('li')?.textContent.includes('hana@')")
                // The row is there before the script that listens to it.
                try await page.waitForHandler()
                try await page.choose()
                try await page.waitUntil("signed-in")
                #expect(try await page.data("email") == "hana@example.com")
            }
        }

        /// More than one cookie holds.
        @Test(arguments: TestedBrowsers.all)
        func aLongEventComesBackWhole(engine: BrowserEngine) async throws {
            try await SignInPage.lend(to: engine) { page in
                let name = String(repeating: "長い", count: 300)
                try await page.open()
                try await page.redirect()
                let address = try await page.browser.address()
                try await page.browser.navigate(to: "\(address)&newName=\(PercentEncoding.encode(name))")
                try await page.choose()
                try await page.waitUntil("signed-in")
                let link = try JSONValue(parsing: try await page.data("event") ?? "")["urlResponse"]?.stringValue
                #expect(link?.contains(PercentEncoding.encode(name)) == true)
            }
        }

        /// By a provider that has a page of its own: the browser comes back to the handler, and this hands the event over.
        @Test(arguments: TestedBrowsers.all, ["popup", "redirect"])
        func aProvidersOwnPageSignsIn(engine: BrowserEngine, way: String) async throws {
            try await SignInPage.lend(to: engine) { page in
                try await page.open([("provider", "apple.com")])
                try await way == "popup" ? page.openPopup() : page.redirect()
                try await page.choose("#no")
                if way == "popup" { try await page.goOnInPage() }
                try await page.waitUntil("failed")
                #expect(try await page.data("error") == "auth/user-cancelled")
                try await page.waitForOneWindow()

                try await page.open([("provider", "apple.com")])
                try await way == "popup" ? page.openPopup() : page.redirect()
                try await page.choose("#yes")
                if way == "popup" { try await page.goOnInPage() }
                try await page.waitUntil("signed-in")
                #expect(try await page.data("email") == "hana@example.com")
            }
        }

        // MARK: - Without a user

        @Test(arguments: TestedBrowsers.all)
        func aClosedPopupIsTold(engine: BrowserEngine) async throws {
            try await SignInPage.lend(to: engine) { page in
                try await page.open()
                try await page.openPopup()
                try await page.closePopup()
                try await page.waitUntil("failed")
                #expect(try await page.data("error") == "auth/popup-closed-by-user")
            }
        }

        @Test(arguments: TestedBrowsers.all, ["popup", "redirect"])
        func whoCancelsIsTold(engine: BrowserEngine, way: String) async throws {
            try await SignInPage.lend(to: engine) { page in
                try await page.open()
                try await way == "popup" ? page.openPopup() : page.redirect()
                try await page.choose("main > p > button[data-event]")
                if way == "popup" { try await page.goOnInPage() }
                try await page.waitUntil("failed")
                #expect(try await page.data("error") == "auth/user-cancelled")
            }
        }

        @Test(arguments: TestedBrowsers.all)
        func whoGoesBackWithoutChoosingBringsNobody(engine: BrowserEngine) async throws {
            try await SignInPage.lend(to: engine) { page in
                try await page.open()
                let address = try await page.browser.address()
                try await page.redirect()
                try await page.browser.navigate(to: address)
                try await page.waitUntil("nobody")
            }
        }

        // MARK: - What is refused

        /// Columns: what is more in the page's query, what it hears in a popup, and by a redirect; nil where it hears
        /// nothing and the handler stays.
        @Test(
            arguments: TestedBrowsers.all,
            [
                (["provider": "oidc.none"], "auth/operation-not-allowed", "auth/operation-not-allowed"),
                (["redirectUrl": "https://elsewhere.example/"], "auth/unauthorized-domain", nil),
            ] as [([String: String], String, String?)])
        func whatIsRefusedIsHeard(
            engine: BrowserEngine, row: (query: [String: String], popup: String, redirect: String?)
        ) async throws {
            try await SignInPage.lend(to: engine) { page in
                let query = row.query.map { ($0.key, $0.value) }
                try await page.open(query)
                try await page.browser.element("#popup").click()
                try await page.waitUntil("failed")
                #expect(try await page.data("error") == row.popup)
                try await page.waitForOneWindow()

                try await page.open(query)
                try await page.browser.element("#redirect").click()
                guard let code = row.redirect else {
                    try await page.browser.wait(
                        for: "return document.querySelector('code')?.textContent === arguments[0]",
                        [
                            .string(row.popup)
                        ])
                    #expect(try await page.browser.address().hasPrefix(page.auth))
                    return
                }
                try await page.browser.wait(for: "return document.documentElement.dataset.error")
                #expect(try await page.data("error") == code)
            }
        }

        /// Values of the query that want to be markup, or to be run, are text in the page, and come back as they were.
        @Test(arguments: TestedBrowsers.all)
        func aHostileValueStaysText(engine: BrowserEngine) async throws {
            let evil = "\"><img src=x onerror=\"document.title='gone'\"></script><script>document.title='gone'</script>"
            try await SignInPage.lend(to: engine, .lenient) { page in
                try await page.open([("eventId", evil), ("provider", evil), ("tid", evil)])
                try await page.openPopup()
                #expect(try await page.browser.title() == "Sign in with \(evil)")
                #expect(try await page.browser.execute("return document.querySelectorAll('img').length") == 0)
                #expect(try await page.browser.element("h1").text() == "Sign in with \(evil)")
                // Nor does a script run that is put there later.
                try await page.browser.execute(
                    "document.body.append(Object.assign(document.createElement('script'), {text: 'window.ran = 1'}))")
                #expect(try await page.browser.execute("return window.ran ?? null") == .null)
                try await page.choose()
                try await page.goOnInPage()
                try await page.browser.wait(for: "return document.documentElement.dataset.event?.includes('signIn')")
                let event = try JSONValue(parsing: try await page.data("event") ?? "")
                #expect(event["eventId"] == .string(evil) && event["tenantId"] == .string(evil))
            }
        }

        /// A window of the handler's that nobody waits for says so, and hands nothing over.
        @Test(arguments: TestedBrowsers.all)
        func withoutAnOpenerTheWindowSaysSo(engine: BrowserEngine) async throws {
            try await SignInPage.lend(to: engine) { page in
                try await page.browser.navigate(
                    to: "\(page.auth)/emulator/auth/handler?apiKey=k&appName=a&providerId=google.com"
                        + "&authType=signInViaPopup")
                try await page.choose()
                try await page.browser.wait(
                    for: "return document.querySelector('[role=alert]').textContent.includes('opened this window')")
            }
        }

        /// An event of another origin, and one for another app, are nobody's.
        @Test(arguments: TestedBrowsers.all)
        func theFrameTakesEventsOfTheHandlerAlone(engine: BrowserEngine) async throws {
            try await SignInPage.lend(to: engine) { page in
                try await page.open()
                try await page.browser.wait(for: "return document.documentElement.dataset.event")
                try await page.browser.execute(
                    """
                    const authEvent = {type: 'signInViaPopup', eventId: 'forged'};
                    const data = {storageKey: 'demo-key:[DEFAULT]', authEvent};
                    window.frames[0].postMessage({eventType: 'sendAuthEvent', eventId: '1', data}, '*');
                    """)
                // A popup's event comes after it, and is the only one that the page hears of.
                try await page.openPopup()
                try await page.choose()
                try await page.goOnInPage()
                try await page.waitUntil("signed-in")
                #expect(try await page.data("heard") == "unknown signInViaPopup")
            }
        }
    }
}
