import HTTPLoader
import BridgePrimitives
import Foundation
import HTTPTypes
import Hummingbird
import Listening
import PageEngines
import TestSupport
import WorldTestSupport
import Worlds

/// The sample web app, and another site beside it, that note who sent them a token.
struct WatchedShop: PlainService {
    struct Received: Equatable {
        let host: String
        let path: String
        let authorization: String?
    }

    final class Log: Sendable {
        private let entries = Mutex<[Received]>([])

        func note(_ entry: Received) { entries.withLock { $0.append(entry) } }

        /// What the requests for a path had in `Authorization`, in their order.
        func authorizations(at path: String) -> [String?] {
            entries.withLock { $0 }.filter { $0.path == path }.map(\.authorization)
        }
        func authorizations(toHost host: String) -> [String?] {
            entries.withLock { $0 }.filter { $0.host == host }.map(\.authorization)
        }
    }

    let app: SampleWebApp
    let log: Log

    func response(to request: PlainRequest) -> Response {
        let host = String(request.host.prefix { $0 != ":" })
        log.note(Received(host: host, path: request.path, authorization: request.authorization))
        guard host == SampleWebApp.partnerHost else { return app.response(to: request) }
        // It lets everybody ask it everything, so that only the worker and the engine keep a token from it.
        return Response(
            status: .noContent,
            headers: [
                .accessControlAllowOrigin: "*", .accessControlAllowHeaders: "authorization, *",
            ])
    }
}

/// The page with the worker in a real engine, with a world's user and auth service behind it.
struct WorkerPage {
    let view: EngineView
    let store: EngineStore
    let world: World
    let origin: String
    let partner: String
    let log: WatchedShop.Log

    static func lend(
        to engine: PageEngineKind, isSecure: Bool, _ body: (WorkerPage) async throws -> Void
    ) async throws {
        let material = try SharedMaterial.material.get()
        var settings = WorldSettings()
        settings.usesTLS = isSecure
        // The backend's own attributes have Secure, which no cookie from plain HTTP may.
        if !isSecure { settings.cookieAttributes = "Path=/; Max-Age=432000; HttpOnly" }
        try await withWorld(settings, material: material) { world in
            try await world.app.signIn()
            var configuration = settings.pageConfiguration
            configuration.auth = world.addresses.pageAuth.origin
            let log = WatchedShop.Log()
            let shop = WatchedShop(
                app: SampleWebApp(
                    files: material.files, configuration: configuration, redirects: ["/away": "${partner}/arrived"],
                    scheme: isSecure ? "https" : "http"), log: log)
            try await withListener(shop, tls: isSecure ? material.identity : nil, name: "watched shop") { shop in
                try await SharedEngines.withView(engine) { view, store in
                    try await body(
                        WorkerPage(
                            view: view, store: store, world: world, origin: shop.origin(host: VirtualHosts.webHost),
                            partner: shop.origin(host: SampleWebApp.partnerHost), log: log))
                }
            }
        }
    }

    /// Opens the page and waits until its user and its worker are there.
    func open() async throws {
        try await view.open("\(origin)/worker.html")
        try await settle()
    }

    func reload() async throws {
        try await view.reload()
        try await settle()
    }

    func logOut() async throws {
        try await view.evaluate("document.getElementById('log-out').click()")
        try await waitUntil("the log-out") { try await data("uid") == "" }
    }

    /// What the server got in `Authorization` with a request that the page's script sends.
    func authorization(at path: String, by script: String) async throws -> String? {
        let before = log.authorizations(at: path).count
        try await view.callAsync(script)
        try await waitUntil("a request for \(path)") { log.authorizations(at: path).count > before }
        return log.authorizations(at: path).last ?? nil
    }

    func data(_ name: String) async throws -> String? { try await view.data(name) }
    func text(of id: String) async throws -> String? {
        try await view.evaluate("document.getElementById('\(id)').textContent").stringValue
    }

    private func settle() async throws {
        try await waitUntil("the page", within: .seconds(60)) {
            switch try await data("state") {
            case nil: return false
            case "failed": throw Failed(trouble: try await text(of: "trouble") ?? "")
            default: return true
            }
        }
    }

    struct Failed: Error { let trouble: String }
}
