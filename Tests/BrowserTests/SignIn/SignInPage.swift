import AuthEmulator
import BridgePrimitives
import BridgeTrace
import BrowserDriving
import Foundation
import Listening
import TestSupport
import Testing
import WorldTestSupport
import Worlds

/// A page that signs in as Firebase's JavaScript SDK does, in a browser, and the auth service that it signs in at.
struct SignInPage {
    let browser: BrowserSession
    let service: AuthService
    /// `http://localhost:41234`, of the page and of the auth service.
    let (page, auth): (String, String)
    private let window: BrowserWindow

    /// - Parameter more: of the page's query.
    func open(_ more: [(String, String)] = []) async throws {
        let items = ([("auth", auth)] + more).map { "\($0.0)=\(PercentEncoding.encode($0.1))" }
        try await browser.navigate(to: "\(page)/?\(items.joined(separator: "&"))")
        try await waitUntil("ready")
    }

    /// Waits for what the page shows of itself: `ready`, `signed-in`, `failed`, `nobody`.
    func waitUntil(_ state: String) async throws {
        let end = ContinuousClock.now + .seconds(30)
        while true {
            let shown = try await shown()
            if shown["state"] == .string(state) { return }
            guard shown["state"] != "failed", ContinuousClock.now < end else { throw Unexpected(shown: shown) }
        }
    }

    private func shown() async throws(BridgeFailure) -> JSONValue {
        do {
            return try await browser.execute(
                """
                const {state, error, event} = document.documentElement.dataset;
                return {state, error, event, address: location.href, text: document.body?.innerText}
                """)
        } catch {
            // The document went away while it was asked.
            guard [.refused, .scriptFailed].map(\BrowserReason.code).contains(error.code) else { throw error }
            return .null
        }
    }

    /// A page that shows something else.
    struct Unexpected: Error { let shown: JSONValue }
    /// A window that has closed by itself.
    struct Gone: Error {}

    func data(_ name: String) async throws -> String? {
        try await browser.execute("return document.documentElement.dataset[arguments[0]]", [.string(name)]).stringValue
    }

    /// Clicks on the page's button and goes on in the window that it opens.
    func openPopup() async throws {
        try await browser.element("#popup").click()
        try await goOnInPopup()
        try await waitForHandler()
    }

    func goOnInPopup() async throws {
        try await TestSupport.waitUntil("a window to open") { try await browser.windows().count == 2 }
        guard let popup = try await browser.windows().first(where: { $0 != window }) else { throw Gone() }
        try await browser.goOn(in: popup)
    }

    func waitForOneWindow() async throws {
        try await TestSupport.waitUntil("the popup to be closed") { try await browser.windows() == [window] }
    }

    func redirect() async throws {
        try await browser.element("#redirect").click()
        try await waitForHandler()
    }

    func waitForHandler() async throws {
        try await browser.wait(
            for: "return document.readyState === 'complete' && document.querySelector('[role=alert]')")
    }

    /// Chooses a row of the handler's page; the page that opened it may close it at any moment then.
    func choose(_ selector: String = "li button") async throws {
        try await browser.execute(
            "const chosen = document.querySelector(arguments[0]); chosen.id; setTimeout(() => chosen.click())",
            [.string(selector)])
    }

    /// Closes the popup as its user does.
    func closePopup() async throws {
        try await browser.closeWindow()
        try await goOnInPage()
    }

    func goOnInPage() async throws { try await browser.goOn(in: window) }
}

extension SignInPage {
    /// Hosts of page and service, which all are this machine.
    struct Hosts: Sendable, CustomTestStringConvertible {
        let (page, auth): (String, String)
        /// Ports are no part of a site.
        static let oneSite = Hosts(page: "localhost", auth: "localhost")
        static let twoSites = Hosts(page: "app.localhost", auth: "127.0.0.1")

        var testDescription: String { "\(page) and \(auth)" }
    }

    static func lend(
        to engine: BrowserEngine, _ strictness: Strictness = .strict, hosts: Hosts = .oneSite,
        _ body: (SignInPage) async throws -> Void
    ) async throws {
        let files = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Page")
        let server = try ScriptedServer { request in
            let target = request.line.split(separator: " ").dropFirst().first ?? "/"
            if target.hasPrefix("/provider?") {
                return .ok(StubProvider.page(target: target), headers: "Content-Type: text/html\r\n")
            }
            let isScript = target == "/sign-in.js"
            guard isScript || target.hasPrefix("/?"),
                let file = try? Data(contentsOf: files.appendingPathComponent(isScript ? "sign-in.js" : "page.html"))
            else { return .keep("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n") }
            let type = isScript ? "text/javascript" : "text/html"
            return .ok(String(decoding: file, as: UTF8.self), headers: "Content-Type: \(type)\r\n")
        }
        defer { server.stop() }
        var settings = WorldSettings()
        settings.strictness = strictness
        let material = try SharedMaterial.material.get()
        let clock = WorldClock { SystemTime.now }
        let service = try settings.authService(
            store: AccountStore.inMemory(), keys: material.keys.copy, material: material, clock: clock,
            trace: TraceLog(clock: clock, masking: Masking(.fingerprints)))
        service.identityProviders = StubProvider(origin: "http://\(hosts.page):\(server.port)")
        try await withListener(AuthAPI(service: service), name: "auth") { listener in
            try await withBrowser(engine) { browser in
                try await body(
                    SignInPage(
                        browser: browser, service: service, page: "http://\(hosts.page):\(server.port)",
                        auth: "http://\(hosts.auth):\(listener.port)", window: browser.window()))
            }
        }
    }
}
