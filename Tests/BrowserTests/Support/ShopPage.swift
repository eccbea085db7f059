import BridgePrimitives
import Cookies
import HTTPLoader
import PageEngines
import Worlds

/// The sample web app's page in an engine.
struct ShopPage {
    let engine: PageEngineKind
    let view: EngineView
    let store: EngineStore
    let world: World

    /// Lends a page in a fresh store, with a world whose native app is signed in.
    static func lend(
        in engine: PageEngineKind, _ material: WorldMaterial, _ body: (ShopPage, World) async throws -> Void
    ) async throws {
        try await withWorld(WorldSettings(), material: material) { world in
            try await world.app.signIn()
            try await SharedEngines.withView(engine) { view, store in
                try await body(ShopPage(engine: engine, view: view, store: store, world: world), world)
            }
        }
    }

    /// Opens a path of the web app and waits until its router has entered a route.
    func open(_ path: String) async throws {
        try await view.open(world.addresses.web.resolving(path).string)
        try await settle()
    }

    func reload() async throws {
        try await view.reload()
        try await settle()
    }

    private func settle() async throws { try await view.wait(for: "document.documentElement.dataset.route") }

    /// Puts the token where the page's scripts find it, as an app does with the view's cookie store.
    func handOver(_ value: String) async throws {
        try await store.setCookie(
            NativeCookie(name: "customtoken", value: value, domain: world.addresses.web.host, isSecure: true))
    }

    func deleteCookies() async throws {
        for cookie in try await store.allCookies() { try await store.deleteCookie(cookie) }
    }

    func waitForRoute(_ name: String) async throws {
        try await view.wait(for: "document.documentElement.dataset.route === \(EngineView.quoted(name))")
    }

    /// The name of the current route.
    var route: String { get async throws { try await view.data("route") ?? "" } }
    /// The uid of the page's user; empty when nobody is signed in.
    var userID: String { get async throws { try await view.data("uid") ?? "" } }
    /// Why nobody is signed in, as the page shows it; nil when it shows no trouble.
    var trouble: String? {
        get async throws {
            try await view.evaluate("document.querySelector('#trouble code')?.textContent ?? null").stringValue
        }
    }

    func takePicture(_ name: String) async throws { try await Screenshots.take(name, of: view, in: engine) }
}
