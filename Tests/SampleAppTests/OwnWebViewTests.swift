import AppFrameworks
import BridgePrimitives
import BridgeTrace
import FirebaseAuthClient
import Foundation
import HTTPLoader
import RouterGuard
import SampleApp
import Scenarios
import Testing
import WorldTestSupport
import Worlds

/// What a world says of the page in a web view that the app's own code has made.
@Suite("The verdict on an app's own web view", .timeLimit(.minutes(5)))
@MainActor
struct OwnWebViewTests {
    /// What an app does with the token, and what is said of it.
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let verdict: Verdict
        let cause: String?
        let code: @MainActor @Sendable (World, String) async throws -> Void

        init(
            _ name: String, _ verdict: Verdict, _ cause: String? = nil,
            _ code: @escaping @MainActor @Sendable (World, String) async throws -> Void
        ) {
            (self.name, self.verdict, self.cause, self.code) = (name, verdict, cause, code)
        }

        var testDescription: String { name }
    }

    nonisolated static let cases: [Case] = [
        Case("nothing is opened", .notOpened) { _, _ in },
        Case("into the view's store, awaited", .signedIn) { world, token in
            let view = WKWebView()
            await view.configuration.websiteDataStore.httpCookieStore.setCookie(try cookie(token, world))
            view.load(URLRequest(url: try world.page))
        },
        Case("not at all", .signedOut, "handoff/never-handed-over") { world, _ in
            WKWebView().load(URLRequest(url: try world.page))
        },
        Case("into the default store, and the view has a private one", .signedOut, "handoff/wrong-data-store") {
            world, token in
            await WKWebsiteDataStore.default().httpCookieStore.setCookie(try cookie(token, world))
            let configuration = WKWebViewConfiguration()
            configuration.websiteDataStore = .nonPersistent()
            WKWebView(frame: .zero, configuration: configuration).load(URLRequest(url: try world.page))
        },
        Case("into one private store, and the view has the next", .signedOut, "handoff/wrong-data-store") {
            world, token in
            let configuration = WKWebViewConfiguration()
            configuration.websiteDataStore = .nonPersistent()
            WKWebsiteDataStore.nonPersistent().httpCookieStore.setCookie(try cookie(token, world)) {
                WKWebView(frame: .zero, configuration: configuration).load(URLRequest(url: world.pageAddress))
            }
        },
        Case("in handlers, which nobody waits for", .signedIn) { world, token in
            let (view, copy) = (WKWebView(), try cookie(token, world))
            view.configuration.websiteDataStore.removeData(
                ofTypes: [WKWebsiteDataTypeCookies], modifiedSince: .distantPast
            ) {
                view.configuration.websiteDataStore.httpCookieStore.setCookie(copy) {
                    view.configuration.websiteDataStore.httpCookieStore.getAllCookies { cookies in
                        if cookies.count == 1 { view.load(URLRequest(url: world.pageAddress)) }
                    }
                }
            }
        },
        Case("in the handler of a request", .signedIn) { world, token in
            let (view, copy) = (WKWebView(), try cookie(token, world))
            let task = URLSession.shared.dataTask(with: world.pageAddress) { _, _, _ in
                Task { @MainActor in
                    view.configuration.websiteDataStore.httpCookieStore.setCookie(copy) {
                        view.evaluateJavaScript("1 + 1") { _, _ in view.load(URLRequest(url: world.pageAddress)) }
                    }
                }
            }
            task.resume()
        },
        Case("no cookie comes of these properties", .signedOut, "native/missing-path") { world, token in
            #expect(
                HTTPCookie(properties: [.name: "customtoken", .value: token, .domain: world.addresses.web.host]) == nil)
            WKWebView().load(URLRequest(url: try world.page))
        },
        Case("signed in, then all that the store has is removed", .signedOut) { world, token in
            let view = WKWebView()
            await view.configuration.websiteDataStore.httpCookieStore.setCookie(try cookie(token, world))
            view.load(URLRequest(url: try world.page))
            #expect(await world.observation().verdict == .signedIn)
            let store = WKWebsiteDataStore.default()
            await store.removeData(ofTypes: WKWebsiteDataStore.allWebsiteDataTypes(), modifiedSince: .distantPast)
            view.reload()
        },
        // The trace does not tell views apart, so no cause is sure; the verdict is that of the view that was called last.
        Case("two views in one turn, of which the second has a private store", .signedOut) { world, token in
            let (first, configuration) = (WKWebView(), WKWebViewConfiguration())
            configuration.websiteDataStore = .nonPersistent()
            await first.configuration.websiteDataStore.httpCookieStore.setCookie(try cookie(token, world))
            first.load(URLRequest(url: try world.page))
            WKWebView(frame: .zero, configuration: configuration).load(URLRequest(url: try world.page))
        },
        Case("a script leads on in the view that was not called last", .signedIn) { world, token in
            let (first, configuration) = (WKWebView(), WKWebViewConfiguration())
            configuration.websiteDataStore = .nonPersistent()
            await first.configuration.websiteDataStore.httpCookieStore.setCookie(try cookie(token, world))
            first.load(URLRequest(url: try world.page))
            #expect(await world.observation().verdict == .signedIn)
            WKWebView(frame: .zero, configuration: configuration).load(URLRequest(url: try world.page))
            #expect(await world.observation().verdict == .signedOut)
            _ = try await first.evaluateJavaScript("location.href = '/account'")
        },
        Case("for another host", .signedOut, "handoff/copy-for-other-host") { world, token in
            let view = WKWebView()
            let copy = try cookie(token, world, domain: "api.example.com")
            await view.configuration.websiteDataStore.httpCookieStore.setCookie(copy)
            view.load(URLRequest(url: try world.page))
        },
        Case("into the app's own storage", .signedOut, "send/other-store") { world, token in
            HTTPCookieStorage.shared.setCookie(try cookie(token, world))
            WKWebView().load(URLRequest(url: try world.page))
        },
        Case("by a script in a blank page of the app's, then the page", .signedIn) { world, token in
            let view = WKWebView()
            view.loadHTMLString("", baseURL: try world.page)
            // What is evaluated before that is there runs in the document before it, as on a phone.
            _ = await world.observation()
            _ = try await view.evaluateJavaScript("document.cookie='customtoken=\(token); path=/; secure'")
            view.load(URLRequest(url: try world.page))
        },
        Case("a blank page of the app's alone", .notOpened) { world, _ in
            WKWebView().loadHTMLString("", baseURL: try world.page)
        },
        Case("a script leads to the page", .signedIn) { world, token in
            let view = WKWebView()
            await view.configuration.websiteDataStore.httpCookieStore.setCookie(try cookie(token, world))
            view.loadHTMLString("", baseURL: try world.page)
            // What is evaluated before that is there runs in the document before it, as on a phone.
            _ = await world.observation()
            _ = try await view.evaluateJavaScript("location.href = '/'")
        },
        Case("the page does not answer", .failed, "transport/could-not-connect") { _, _ in
            WKWebView().load(URLRequest(url: try #require(URL(string: "https://127.0.0.1:1/"))))
        },
        Case("first wrong, then mended in another view", .signedIn) { world, token in
            WKWebView().load(URLRequest(url: try world.page))
            _ = await world.observation()
            let view = WKWebView()
            await view.configuration.websiteDataStore.httpCookieStore.setCookie(try cookie(token, world))
            view.load(URLRequest(url: try world.page))
        },
        Case("a load that another overtakes", .signedIn) { world, token in
            let view = WKWebView()
            await view.configuration.websiteDataStore.httpCookieStore.setCookie(try cookie(token, world))
            view.load(URLRequest(url: try #require(URL(string: "https://127.0.0.1:1/"))))
            view.load(URLRequest(url: try world.page))
        },
    ]

    @Test(arguments: cases)
    func verdict(_ row: Case) async throws {
        // HttpOnly, as the backend sets it unless told: the copies below are not.
        try await inApp { world in
            try await Auth.auth().createUser(withEmail: "taro@example.com", password: "correct-horse")
            let exchange = SessionExchange(backend: try world.backend, page: try world.page)
            let token = try await SessionSharing(exchange).share().value
            try await row.code(world, token)
            let observation = await world.observation()
            #expect(observation.verdict == row.verdict, "\(observation.verdictReasons)")
            let cause = await world.rootCause()
            if let code = row.cause { #expect(cause?.code.rawValue == code, "\(cause?.message ?? "-")") }
            // No page can read what is in another store, or for another host.
            if row.cause != nil {
                #expect(!world.findings.contains { $0.code.rawValue == "handoff/http-only-lost" })
            }
        }
    }

    /// As steps of a scenario do it: the view is the one that was opened last.
    @Test func aPersonReloadsTheAppsOwnView() async throws {
        var settings = WorldSettings()
        settings.cookieAttributes = "Path=/; Secure; Max-Age=3600"
        try await inApp(settings) { world in
            try await Auth.auth().createUser(withEmail: "taro@example.com", password: "correct-horse")
            let exchange = SessionExchange(backend: try world.backend, page: try world.page)
            let cookie = try await SessionSharing(exchange).share()
            let page = RepairedPage(page: try world.page)
            try await page.open(with: cookie)
            let first = await world.observation()
            #expect(first.verdict == .signedIn)
            let reloaded = await world.browser.reload()
            #expect(reloaded?.outcome?.route?.name == "main")
            let second = await world.observation()
            #expect(second.verdict == .signedIn && second.pageStart != first.pageStart)
        }
    }

    private nonisolated static func cookie(_ token: String, _ world: World, domain: String? = nil) throws -> HTTPCookie
    {
        try #require(
            HTTPCookie(properties: [
                .name: "customtoken", .value: token, .domain: domain ?? world.addresses.web.host, .path: "/",
                .secure: "TRUE",
            ]))
    }
}

extension World {
    fileprivate var pageAddress: URL { URL(string: addresses.web.origin + "/") ?? URL(filePath: "/") }
}
