import SessionBridge
import SessionBridgeTesting
import Testing

@Suite("The shop's handoff", .sessionBridge(seed: 7), .timeLimit(.minutes(5)))
struct ShopTests {
    /// Each scenario is a test of its own; one that fails is an issue at its step in the file.
    @Test(arguments: try ScenarioTests.all(in: "Scenarios/shop.yaml"))
    func scenario(_ scenario: ScenarioTest) async throws {
        try await scenario.run()
    }

    /// The same by hand, on another iOS.
    @Test(.sessionBridge(profile: .ios17)) func theCookieStoreAloneIsNotEnough() async throws {
        try await withTestWorld { world in
            try await world.app.signIn()
            let cookie = try await world.app.exchange()
            await world.browser.dataStore.httpCookieStore.setCookie(cookie)
            try await world.browser.open(path: "/")
            await expectVerdict(.signedOut, because: "guard/cookie-absent", in: world)
            await expectCookie("customtoken", isVisible: false, in: world)
        }
    }
}
