import BridgePrimitives
import FirebaseAuthClient
import HTTPLoader
import PageEngines
import SessionBridge
import WebViews
import Worlds

/// The same handoff with a page in a real engine in place of the headless web view: a fresh store and a fresh view for
/// each, in one engine that runs.
enum EngineBench {
    private static let count = 5
    /// What says that an engine is not there.
    private static let missing = [PageEngineReason.notBuilt, .notInstalled].map(\.code)

    static func run(material: WorldMaterial, headless: Double, into table: BenchTable) async throws {
        // The target is set for the engine that is nearest to a WKWebView.
        for (kind, name, target) in [(PageEngineKind.webkitgtk, "WebKitGTK", 30.0), (.chromium, "Chromium", nil)] {
            var row = BenchRow(
                what: "full handoff", subject: "headless against \(name)", value: headless, unit: "handoffs/s",
                target: target)
            do {
                let rate = try await withPageEngine(kind) { try await handoffsPerSecond(in: $0, material: material) }
                row.against = "\(name) \(BenchTable.number(rate))/s"
                row.ratio = headless / rate
            } catch let failure as BridgeFailure where missing.contains(failure.code) {
                row.against = "\(name), which is missing: \(failure.cause)"
            }
            table.add(row)
        }
    }

    private static func handoffsPerSecond(in helper: EngineHelper, material: WorldMaterial) async throws -> Double {
        var settings = WorldSettings()
        settings.usesTLS = false
        settings.cookieAttributes = "Path=/; Max-Age=432000; HttpOnly"
        return try await withWorld(settings, material: material) { world in
            try await world.app.signIn()
            let start = ContinuousClock.now
            for _ in 0..<count { try await handoff(in: world, helper) }
            return Double(count) / (ContinuousClock.now - start).inSeconds
        }
    }

    private static func handoff(in world: World, _ helper: EngineHelper) async throws {
        let cookie = try await world.app.exchange()
        let script = UserScript(
            source: "document.cookie='customtoken=\(cookie.value);path=/'", injectionTime: .atDocumentStart)
        try await helper.withStore { store in
            try await store.withView(EngineViewSettings(userScripts: [script], tellsConsole: false)) { view in
                try await view.open(world.addresses.web.string)
                let uid = JSONValue.string(world.app.auth.currentUser?.uid ?? "").text()
                _ = try await view.callAsync(
                    """
                    const root = document.documentElement
                    return new Promise((done) => {
                      const look = () => root.dataset.uid === \(uid) && done(true)
                      new MutationObserver(look).observe(root, { attributes: true })
                      look()
                    })
                    """)
            }
        }
    }
}
