import AppFrameworks
import BridgePrimitives
import BridgeTrace
import Diagnosis
import FirebaseAuthClient
import Foundation
import HTTPLoader
import SampleApp
import Scenarios
import Testing
import WorldTestSupport
import Worlds

/// The article's page and its repaired twin, from the request to what the page's guard decides.
@Suite("The article's page to its end", .timeLimit(.minutes(5)))
@MainActor
struct ArticlePageTests {
    /// Signed in, with the backend's cookie.
    private func cookie(_ world: World) async throws -> HTTPCookie {
        if Auth.auth().currentUser == nil {
            try await Auth.auth().createUser(withEmail: "taro@example.com", password: "correct-horse")
        }
        let exchange = SessionExchange(backend: try world.backend, page: try world.page)
        return try await SessionSharing(exchange).share()
    }

    private func findings(_ world: World) -> Set<String> { Set(world.findings.map(\.code.rawValue)) }

    /// A cookie that scripts may read.
    private var plain: WorldSettings {
        var settings = WorldSettings()
        settings.cookieAttributes = "Path=/; Secure; Max-Age=3600"
        return settings
    }

    @Test func theArticlesScriptSignsThePageInAndTheRestIsForNothing() async throws {
        try await inApp { world in
            let (cookie, page) = (try await cookie(world), ArticlePage(page: try world.page))
            try await page.open(with: cookie)
            let observation = await world.observation()
            #expect(observation.verdict == .signedIn && observation.route == "main")
            #expect(observation.webUserID == Auth.auth().currentUser?.uid)
            #expect(findings(world).isSuperset(of: ["send/set-after-request", "send/other-store"]))
        }
    }

    @Test("At the next start nothing is left, unless the page has kept a session", arguments: [true, false])
    func theNextStart(pageKeepsSession: Bool) async throws {
        try await withWorld(WorldSettings(), material: SharedMaterial.material.get()) { world in
            try await world.app.run {
                let (cookie, page) = (try await cookie(world), ArticlePage(page: try world.page))
                try await page.open(with: cookie)
                // Until the page has signed in, it has nothing to keep.
                _ = await world.observation()
            }
            if !pageKeepsSession { world.browser.remove(DataRemoval(types: [.storage])) }
            try await world.relaunch()
            try await world.app.run {
                let (view, address) = (WKWebView(), try world.page)
                try await PageLoad(of: address).run(in: view)
            }
            let observation = await world.observation()
            #expect(observation.verdict == (pageKeepsSession ? .signedIn : .signedOut))
            #expect(observation.route == (pageKeepsSession ? "main" : "signin"))
            #expect(findings(world).contains("send/session-ended"))
        }
    }

    @Test("Repaired it ends signed in, by the store as by the script", arguments: [true, false])
    func repaired(isByScript: Bool) async throws {
        try await inApp(plain) { world in
            let (cookie, page) = (try await cookie(world), RepairedPage(page: try world.page))
            if isByScript { try await page.openByScript(with: cookie) } else { try await page.open(with: cookie) }
            let observation = await world.observation()
            #expect(observation.verdict == .signedIn && observation.webUserID == Auth.auth().currentUser?.uid)
            #expect(findings(world).contains("send/set-after-request") == isByScript)
            #expect(!findings(world).contains("send/other-store"))
        }
    }

    @Test func withHttpOnlyTheRepairedPagesGuardSeesNothing() async throws {
        try await inApp { world in
            let (cookie, page) = (try await cookie(world), RepairedPage(page: try world.page))
            try await page.open(with: cookie)
            let observation = await world.observation()
            #expect(observation.verdict == .signedOut && observation.route == "signin")
            #expect(findings(world).contains("script/http-only"))
        }
    }

    @Test func whatTheLoadThrowsIsThrown() async throws {
        try await inApp { world in
            let page = ArticlePage(page: try #require(URL(string: "https://nowhere.invalid/")))
            let cookie = try await cookie(world)
            await #expect(throws: (any Error).self) {
                try await page.open(with: cookie)
            }
        }
    }

    // MARK: - The article's exchange

    private func exchange(_ token: String, _ world: World) async throws -> [HTTPCookie] {
        let (backend, page) = (try world.backend, try world.page)
        return await withCheckedContinuation { continuation in
            ArticleExchange.cookies(for: token, in: .query, from: backend, page: page) {
                continuation.resume(returning: $0)
            }
        }
    }

    @Test(
        "In the query the token stands in the address of the request, and so in the server's log",
        arguments: [true, false]
    )
    func inTheQuery(isAnswered: Bool) async throws {
        var settings = WorldSettings()
        settings.leavesBadTokensUnanswered = !isAnswered
        try await inApp(settings) { world in
            let user = try await Auth.auth().createUser(withEmail: "taro@example.com", password: "correct-horse").user
            let token = try await user.getIDToken()
            #expect(try await exchange(token, world).isEmpty)
            let addresses = world.trace.events.compactMap { event -> String? in
                guard event.actor == .app, case .request(let request) = event.kind else { return nil }
                return request.url.text
            }
            let address = addresses.last { $0.contains("idtoken=") }
            // Masked here; the server has it whole.
            #expect(address?.contains("idtoken=<") == true && address?.contains(token) == false)
            #expect(findings(world).contains("handoff/token-in-url"))
            #expect(world.reasons.contains("backend/empty-body"))
        }
    }

    @Test func inAFormNoAddressHasTheToken() async throws {
        try await inApp { world in
            _ = try await cookie(world)
            #expect(!findings(world).contains("handoff/token-in-url"))
        }
    }
}
