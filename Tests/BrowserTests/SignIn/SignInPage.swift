import AuthEmulator
import BridgePrimitives
import BridgeTrace
import Foundation
import Listening
import PageEngines
import TestSupport
import Testing
import WorldTestSupport
import Worlds

/// A page that signs in as Firebase's JavaScript SDK does, in an engine, and the auth service that it signs in at.
struct SignInPage {
    let view: EngineView
    let service: AuthService
    /// `http://localhost:41234`, of the page and of the auth service.
    let (page, auth): (String, String)

    /// - Parameter more: of the page's query.
    func open(_ more: [(String, String)] = []) async throws {
        let items = ([("auth", auth)] + more).map { "\($0.0)=\(PercentEncoding.encode($0.1))" }
        try await view.open("\(page)/?\(items.joined(separator: "&"))")
        try await waitUntil("ready")
    }

    /// Waits for what the page shows of itself: `ready`, `signed-in`, `failed`, `nobody`.
    func waitUntil(_ state: String) async throws {
        try await view.wait(
            for: "[\(EngineView.quoted(state)), 'failed'].includes(document.documentElement.dataset.state)")
        let shown = try await view.evaluate(
            "({ ...document.documentElement.dataset, address: location.href, text: document.body?.innerText })")
        guard shown["state"] == .string(state) else { throw Unexpected(shown: shown) }
    }

    /// A page that shows something else.
    struct Unexpected: Error { let shown: JSONValue }

    /// Clicks on the page's button and gives the window that it opens, with the handler's page.
    func openPopup() async throws -> EngineView {
        let popup = try await view.opening("document.querySelector('#popup').click()")
        try await Self.waitForHandler(in: popup)
        return popup
    }

    func waitUntilClosed(_ popup: EngineView) async throws {
        try await TestSupport.waitUntil("the popup to be closed") {
            do throws(BridgeFailure) { try await popup.evaluate("1") } catch {
                return error.code == PageEngineReason.refused.code
            }
            return false
        }
    }

    /// Clicks on the page's button and gives its view once that shows the handler's page.
    func redirect() async throws -> EngineView {
        try await view.click("#redirect")
        try await Self.waitForHandler(in: view)
        return view
    }

    /// By a popup or a redirect.
    func openHandler(by way: String) async throws -> EngineView {
        try await way == "popup" ? openPopup() : redirect()
    }

    /// Until its script listens: an engine may say that a page has finished before its modules have run.
    static func waitForHandler(in view: EngineView) async throws {
        try await view.wait(for: "document.readyState === 'complete' && document.querySelector('[role=alert]')")
    }

    /// Chooses a row of the handler's page; the page that opened it may close it at any moment then.
    static func choose(_ selector: String = "li button", in handler: EngineView) async throws {
        try await handler.evaluate(
            """
            (() => {
                const chosen = document.querySelector(\(EngineView.quoted(selector)));
                chosen.id; setTimeout(() => chosen.click()); return null;
            })()
            """)
    }
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
        in engine: PageEngineKind, _ strictness: Strictness = .strict, hosts: Hosts = .oneSite,
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
            try await SharedEngines.withView(engine, .init(opensWindows: true)) { view, _ in
                try await body(
                    SignInPage(
                        view: view, service: service, page: "http://\(hosts.page):\(server.port)",
                        auth: "http://\(hosts.auth):\(listener.port)"))
            }
        }
    }
}
