import AppFrameworks
import BridgePrimitives
import BridgeTrace
import Diagnosis
import FirebaseAuthClient
import Foundation
import HTTPLoader
import RouterGuard
import SampleApp
import Scenarios
import SimulatedDevice
import Testing
import WebViews
import Worlds

/// System A: one session, native and web.
@Suite("The app's session in its web view", .timeLimit(.minutes(5)))
@MainActor
struct SharedSessionTests {
    /// What the app does up to the point where it has the cookie.
    private func signInAndExchange(_ world: World) async throws -> HTTPCookie {
        try await Auth.auth().createUser(withEmail: "taro@example.com", password: "correct-horse")
        let exchange = SessionExchange(backend: try world.backend, page: try world.page)
        return try await SessionSharing(exchange).share()
    }

    @Test func theSessionIsSharedWithAFreshToken() async throws {
        try await inApp { world in
            await #expect(throws: SessionSharing.Failure.nobodySignedIn) { try await SessionSharing.freshToken() }
            try await Auth.auth().createUser(withEmail: "taro@example.com", password: "correct-horse")
            let first = try await Auth.auth().currentUser?.getIDToken()
            world.clock.advance(by: .seconds(2))
            let shared = try await SessionSharing.freshToken()
            #expect(shared != first)
            #expect(try await Auth.auth().currentUser?.getIDToken() == shared)
        }
    }

    @Test(
        "As the article ends: the first request has no cookie, the app's storage has it for nobody, and the copy no expiry"
    )
    func theArticlesPage() async throws {
        try await inApp { world in
            let cookie = try await signInAndExchange(world)
            #expect(cookie.expiresDate != nil && cookie.isHTTPOnly)
            let page = ArticlePage(page: try world.page)
            try await page.open(with: cookie)

            #expect(world.sentToPage.first == [])
            #expect(world.reasons.contains("send/other-store"))
            #expect(HTTPCookieStorage.shared.cookies?.contains { $0.name == "customtoken" } == true)
            let copies = await page.webView.configuration.websiteDataStore.httpCookieStore.allCookies()
            let copy = try #require(copies.first { $0.name == "customtoken" })
            // Not the five days that the article speaks of, and every script of the page reads it.
            #expect(copy.isSessionOnly && !copy.isHTTPOnly)
            #expect(copy.value == cookie.value)
        }
    }

    @Test("The copy without an expiry ends with the process, and the repaired one does not", arguments: [true, false])
    func theNextStart(isRepaired: Bool) async throws {
        try await withWorldOfTwoStarts { world in
            let cookie = try await signInAndExchange(world)
            if isRepaired {
                try await RepairedPage(page: try world.page).openByScript(with: cookie)
            } else {
                try await ArticlePage(page: try world.page).open(with: cookie)
            }
        } _: { world in
            try await PageLoad(of: try world.page).run(in: WKWebView())
            #expect(world.sentToPage.last?.contains("customtoken") == isRepaired)
            #expect(world.reasons.contains("send/session-ended") == !isRepaired)
        }
    }

    @Test func inTheRightStoreAndWaitedForTheFirstRequestHasTheCookie() async throws {
        try await inApp { world in
            let cookie = try await signInAndExchange(world)
            let page = RepairedPage(page: try world.page)
            try await page.open(with: cookie)
            #expect(world.sentToPage.first == ["customtoken"])
            let store = page.webView.configuration.websiteDataStore.httpCookieStore
            let kept = try #require(await store.allCookies().first { $0.name == "customtoken" })
            #expect(kept.expiresDate == cookie.expiresDate && kept.isHTTPOnly)

            await page.forget()
            #expect(await store.allCookies().isEmpty)
        }
    }

    @Test("The repaired script writes on the app's page alone; the article's on whatever the view shows")
    func foreignPages() async throws {
        try await inApp { world in
            let cookie = try await signInAndExchange(world)
            let partner = try #require(URL(string: world.addresses.partner.origin + "/"))
            for (script, isWritten) in [
                (ArticlePage.script(with: cookie), true),
                (RepairedPage.script(with: cookie, for: try world.page), false),
            ] {
                let configuration = WKWebViewConfiguration()
                configuration.websiteDataStore = .nonPersistent()
                configuration.userContentController.addUserScript(
                    WKUserScript(source: script, injectionTime: .atDocumentStart, forMainFrameOnly: true))
                let view = WKWebView(frame: .zero, configuration: configuration)
                try await PageLoad(of: partner).run(in: view)
                let cookies = await configuration.websiteDataStore.httpCookieStore.allCookies()
                #expect(cookies.contains { $0.name == "customtoken" } == isWritten)
            }
        }
    }

    // MARK: - A server that never answers

    @Test(
        "A token that the server does not like is never answered: a minute, or the app's own patience",
        arguments: [60, 30])
    func badTokens(timeout: Int64) async throws {
        var settings = WorldSettings()
        settings.leavesBadTokensUnanswered = true
        try await inApp(settings) { world in
            let start = world.clock.now
            let exchange = SessionExchange(
                backend: try world.backend, page: try world.page, timeout: TimeInterval(timeout))
            let error = await #expect(throws: URLError.self) { try await exchange.cookie(for: "no.token.atall") }
            #expect(error?.code == .timedOut)
            #expect(world.reasons.contains("backend/not-answered"))
            let waited = world.clock.now - start
            #expect(waited >= .seconds(timeout) && waited < .seconds(timeout + 2))
            // A good one is answered as ever.
            #expect(try await signInAndExchange(world).name == "customtoken")
        }
    }

    @Test(
        "The article's exchange gets its cookie, and does not learn why it gets none",
        arguments: [(false, nil), (false, "no.token.atall"), (true, "no.token.atall")] as [(Bool, String?)])
    func theArticlesExchange(staysSilent: Bool, badToken: String?) async throws {
        var settings = WorldSettings()
        settings.leavesBadTokensUnanswered = staysSilent
        try await inApp(settings) { world in
            let user = try await Auth.auth().createUser(withEmail: "taro@example.com", password: "correct-horse").user
            let token = if let badToken { badToken } else { try await user.getIDToken() }
            let (backend, page, start) = (try world.backend, try world.page, world.clock.now)
            let cookies = await withCheckedContinuation { continuation in
                ArticleExchange.cookies(for: token, from: backend, page: page) { continuation.resume(returning: $0) }
            }
            #expect(cookies.map(\.name) == (badToken == nil ? ["customtoken"] : []))
            #expect((world.clock.now - start >= .seconds(60)) == staysSilent)
            #expect(world.reasons.contains("backend/not-answered") == staysSilent)
        }
    }

    @Test(
        "A server that answers says why",
        arguments: [("", 400), ("no.token.atall", 401), (String(repeating: "x", count: 200_000), 413)])
    func refused(token: String, status: Int) async throws {
        try await inApp { world in
            let exchange = SessionExchange(backend: try world.backend, page: try world.page)
            let failure = await #expect(throws: SessionExchange.Failure.self) {
                try await exchange.cookie(for: token)
            }
            guard case .refused(status, let answer) = failure else {
                Issue.record("\(String(describing: failure))")
                return
            }
            #expect(!answer.isEmpty)
        }
    }

    @Test func anAnswerWithAnotherCookieIsNone() async throws {
        try await inApp { world in
            try await Auth.auth().createUser(withEmail: "taro@example.com", password: "correct-horse")
            let exchange = SessionExchange(backend: try world.backend, page: try world.page, cookieName: "session")
            await #expect(throws: SessionExchange.Failure.noCookie) {
                try await SessionSharing(exchange).share()
            }
        }
    }

    // MARK: - The page's guard

    @Test(
        "The guard in hash mode does not look at the path of a deep link",
        arguments: [RouterMode.hash, RouterMode.history])
    func hashMode(mode: RouterMode) async throws {
        var settings = WorldSettings()
        settings.routerMode = mode
        try await inApp(settings) { world in
            let cookie = try await signInAndExchange(world)
            let script = UserScript(source: ArticlePage.script(with: cookie), injectionTime: .atDocumentStart)
            try await world.browser.open(path: "/orders/7", scripts: [script])
            #expect(await world.observation().route == (mode == .hash ? "main" : "order"))
            let findings = world.findings.map(\.code.rawValue)
            #expect(findings.contains("guard/path-outside-hash") == (mode == .hash))
        }
    }

    @Test("The article's guard looks at currentUser before auth is ready", arguments: [true, false])
    func beforeAuthIsReady(waits: Bool) async throws {
        var settings = WorldSettings()
        (settings.pageGuard.waitsForAuth, settings.pageGuard.deletesCookie) = (waits, true)
        // Without HttpOnly: this guard reads the cookie by script.
        settings.cookieAttributes = "Path=/; Secure"
        try await inApp(settings) { world in
            let page = RepairedPage(page: try world.page)
            try await page.open(with: try await signInAndExchange(world))
            #expect(await world.observation().verdict == .signedIn)
            _ = await world.browser.reload()
            #expect(await world.observation().verdict == (waits ? .signedIn : .signedOut))
            #expect(world.reasons.contains("guard/auth-not-ready") == !waits)
        }
    }
}
