import Foundation
import Reasons
import SessionBridge
import TestSupport
import Testing
import Tokens

/// The code of the library's articles, which runs here as it stands there.
@Suite("Articles of the library", .timeLimit(.minutes(5)))
struct ArticleTests {
    @Test func testAHandoff() async throws {
        try await withEphemeralStateDirectory { state in
            let material = try WorldMaterial(state: state, projectID: "demo-bridge")
            try await withWorld(WorldSettings(), material: material) { world in
                try await world.app.signIn()
                let cookie = try await world.app.exchange()
                let write = "document.cookie = 'customtoken=\(cookie.value); path=/'"
                let script = UserScript(source: write, injectionTime: .atDocumentStart)
                try await world.browser.open(path: "/", scripts: [script])
                #expect(await world.observation().verdict == .signedIn)
            }
        }
    }

    @Test func anHourLater() async throws {
        try await withEphemeralStateDirectory { state in
            let material = try WorldMaterial(state: state, projectID: "demo-bridge")
            try await withWorld(WorldSettings(), material: material) { world in
                try await world.app.signIn()
                let cookie = try await world.app.exchange()
                let write = "document.cookie = 'customtoken=\(cookie.value); path=/'"
                let script = UserScript(source: write, injectionTime: .atDocumentStart)
                world.clock.advance(by: .seconds(3660))
                try await world.browser.open(path: "/", scripts: [script])
                let reasons = await world.observation().events.flatMap(\.reasons)
                #expect(reasons.contains(TokenReason.expired.code))
            }
        }
    }

    @Test func askWhyACookieWasNotSent() throws {
        var jar = CookieJar(profile: .ios18, publicSuffixes: PublicSuffixList.standard)
        let now = Instant(secondsSinceEpoch: 1_795_251_600)
        let backend = try CookieURL("https://api.example.com/auth")
        let decision = jar.store(setCookie: "customtoken=abc; Path=/; Secure", from: backend, now: now)
        #expect(decision.outcome == .stored)

        let page = try CookieURL("https://app.example.com/")
        let cookies = jar.requestCookies(for: RequestContext(url: page), now: now)
        #expect(cookies.header == nil)
        #expect(cookies.withheld.first?.reasons == [.otherHost])
        #expect(SendReason.otherHost.fix == "Set the cookie for the host that is asked, or for a common Domain.")

        let question = CookieQuestion(
            ["customtoken=abc; Path=/; SameSite=None"], from: page, probes: [CookieProbe(scriptOf: page)], setAt: now)
        let explanation = CookieExplanation(question, profile: .ios18, suffixes: PublicSuffixList.standard)
        #expect(explanation.otherEngines.contains { $0.profile.name == "chromium" })
    }

    /// What the articles show is what runs above, line for line.
    @Test func areTheCodeAbove() throws {
        let own = Self.lines(of: try String(contentsOfFile: #filePath, encoding: .utf8))
        let articles = Checkout.texts(in: "Sources/SessionBridge/SessionBridge.docc", suffix: ".md")
        var blocks = 0
        for (path, text) in articles {
            for block in text.matches(of: #/```swift\n([\s\S]*?)```/#) {
                let shown = Self.lines(of: String(block.1))
                let isThere = own.indices.contains { own[$0...].starts(with: shown) }
                #expect(isThere, "\(path):\n\(block.1)")
                blocks += 1
            }
        }
        #expect(blocks == 4)
    }

    /// Without indentation and empty lines.
    private static func lines(of text: String) -> [Substring] {
        text.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
    }
}
