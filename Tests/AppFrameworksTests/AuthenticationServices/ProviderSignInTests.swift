import AppFrameworks
import AuthEmulator
import BridgePrimitives
import BridgeTrace
import CookieStores
import Foundation
import HTTPLoader
import IdentityProviders
import Listening
import SimulatedDevice
import Testing
import WebViews
import Worlds

/// Keys and certificates: made once, because RSA keys take a while.
private enum Material {
    static let shared = Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("app-frameworks-tests-\(getpid())")
        return try WorldMaterial(state: StateDirectory(folder.path), projectID: "demo-bridge")
    }
}

/// The whole way of a provider's sign-in in a world: handler, the provider's own pages, callback, the service.
@Suite("Signing in at a provider, in the browser", .timeLimit(.minutes(5)))
struct ProviderSignInTests {
    private struct App: Sendable {
        let world: World
        let transport: CurlTransport
        let browser: InAppBrowser

        /// As the SDK for apps does it: the handler gets the session's hash.
        func handler(
            _ provider: String, session: String = "s0123456789", scopes: String = "", at base: WebURL? = nil
        ) -> String {
            "\((base ?? world.addresses.auth).origin)/emulator/auth/handler?apiKey=demo-key&ibi=com.example.shop"
                + "&appId=1:2:ios:3&eventId=e1&authType=signInWithRedirect&providerId=\(provider)&scopes=\(scopes)"
                + "&sessionId=\(SignInNonce.hash(of: session))"
        }

        /// What the callback's inner address carries.
        func visit(_ address: String) async throws -> [String: String] {
            guard let url = URL(string: address), let process = world.installedApp.process else { return [:] }
            let result = try await process.run {
                await ASWebAuthenticationSession.callback(of: url, scheme: "app-1-2-ios-3")
            }
            return try Self.items(of: Self.items(of: result.get().absoluteString)["deep_link_id"] ?? "")
        }

        func redeem(_ link: String?, session: String = "s0123456789") async throws -> JSONValue {
            let url = try world.addresses.auth.resolving(
                "/identitytoolkit.googleapis.com/v1/accounts:signInWithIdp?key=demo-key")
            let exchange = try await transport.perform(
                .json(
                    url: url,
                    value: [
                        "requestUri": .string(link ?? ""), "sessionId": .string(session), "returnSecureToken": true,
                    ]))
            return try JSONValue(parsing: exchange.response.body)
        }

        static func items(of url: String) -> [String: String] {
            let query = URLComponents(string: url)?.queryItems ?? []
            return Dictionary(query.map { ($0.name, $0.value ?? "") }) { _, last in last }
        }

        func error(in items: [String: String]) throws -> JSONValue {
            try JSONValue(parsing: items["firebaseError"] ?? "null")
        }
    }

    private func app(
        _ wish: ScriptedPerson.Wish, usesTLS: Bool = true, _ body: @Sendable (App) async throws -> Void
    ) async throws {
        var settings = WorldSettings()
        settings.usesTLS = usesTLS
        let material = try Material.shared.get()
        try await withWorld(settings, material: material) { world in
            let browser = InAppBrowser(
                person: ScriptedPerson(wish), transport: material.transport, profile: settings.profile,
                publicSuffixes: PublicSuffixList.standard, clock: world.clock, trace: world.trace)
            world.device.services.provide(browser)
            try await body(App(world: world, transport: material.transport, browser: browser))
        }
    }

    @Test(arguments: [true, false])
    func twitter(usesTLS: Bool) async throws {
        try await app(.signIn(as: "@hanako_s"), usesTLS: usesTLS) { app in
            let items = try await app.visit(app.handler("twitter.com"))
            #expect(items["eventId"] == "e1" && items["authType"] == "signInWithRedirect")
            let link = try #require(items["link"])
            #expect(App.items(of: link)["oauth_verifier"]?.isEmpty == false)
            let reply = try await app.redeem(link)
            let hanako = app.world.providers.twitter.accounts[1]
            #expect(reply["federatedId"]?.stringValue == hanako.id && reply["screenName"] == "hanako_s")
            #expect(reply["oauthAccessToken"]?.stringValue?.hasPrefix("\(hanako.id)-") == true)
            #expect(reply["oauthTokenSecret"] != nil && reply["idToken"] != nil && reply["isNewUser"] == true)
            #expect(reply["rawUserInfo"]?.stringValue?.contains(#""screen_name":"hanako_s""#) == true)
            // Twitter's own page was shown, on Twitter's own host, and no token of it stands in the trace.
            let pages = app.world.trace.events.compactMap { event -> String? in
                if case .request(let request) = event.kind { request.url.text } else { nil }
            }
            #expect(pages.contains { $0.contains("//api.twitter.localhost:") && $0.contains("/oauth/authenticate") })
            #expect(try await app.redeem(link)["error"]?["message"]?.stringValue?.hasPrefix("INVALID_IDP") == true)
        }
    }

    /// A page on HTTPS is called back on HTTPS: links say how the service was asked.
    @Test func twitterFromTheServicesOtherAddress() async throws {
        try await app(.signIn(as: "Taro Yamada")) { app in
            let items = try await app.visit(app.handler("twitter.com", at: app.world.addresses.pageAuth))
            #expect(items["link"]?.hasPrefix("https://auth.localhost:") == true)
            #expect(try await app.redeem(items["link"])["screenName"] == "taro_dev")
        }
    }

    @Test func apple() async throws {
        try await app(.signIn(as: "taro@icloud.com", hidesEmail: true)) { app in
            let items = try await app.visit(app.handler("apple.com", scopes: "email,name"))
            let reply = try await app.redeem(items["link"])
            let taro = app.world.providers.apple.accounts[0]
            #expect(reply["displayName"] == "Taro Yamada", "\(reply)")
            #expect(reply["email"]?.stringValue == taro.relayAddress(in: "TEAM123456"))
            #expect(reply["federatedId"]?.stringValue == taro.subject(in: "TEAM123456"))
            // The second time Apple tells no name; the account keeps the one it has.
            let again = try await app.redeem(
                try await app.visit(app.handler("apple.com", scopes: "email,name"))["link"])
            #expect(again["localId"] == reply["localId"] && again["isNewUser"] == nil, "\(again)")
        }
    }

    @Test(arguments: ["twitter.com", "apple.com"])
    func sayingNo(provider: String) async throws {
        try await app(.deny) { app in
            let error = try app.error(in: try await app.visit(app.handler(provider)))
            #expect(error["code"] == "auth/web-context-cancelled" && error["reasons"] == ["redirect/denied"])
        }
    }

    @Test func closingThePage() async throws {
        try await app(.close) { app in
            _ = await #expect(throws: ASWebAuthenticationSessionError.self) {
                _ = try await app.visit(app.handler("twitter.com"))
            }
        }
    }

    @Test func anotherSessionIsRefused() async throws {
        try await app(.signIn(as: "@taro_dev")) { app in
            let link = try await app.visit(app.handler("twitter.com"))["link"]
            let refused = try await app.redeem(link, session: "another")
            #expect(refused["error"]?["message"]?.stringValue?.hasPrefix("INVALID_IDP_RESPONSE : ") == true)
            #expect(app.world.trace.events.contains { $0.reasons.contains(RedirectReason.sessionDiffers.code) })
            #expect(try await app.redeem(link)["screenName"] == "taro_dev")
        }
    }

    /// The service's clock is the world's: a request token that has waited too long is refused by Twitter's page.
    @Test func waitingTooLong() async throws {
        try await app(.signIn(as: "@taro_dev")) { app in
            app.browser.person = Sleeper(clock: app.world.clock, inner: ScriptedPerson(.signIn(as: "@taro_dev")))
            do {
                _ = try await app.visit(app.handler("twitter.com"))
                Issue.record("called back")
            } catch let error as ASWebAuthenticationSessionError {
                #expect(error.detail.contains("twitter/token-expired"))
            }
        }
    }

    private struct Sleeper: Person {
        let clock: WorldClock
        let inner: ScriptedPerson

        func act(on page: BrowserPage) async -> PersonAction {
            clock.advance(by: .seconds(16 * 60))
            return await inner.act(on: page)
        }
    }
}
