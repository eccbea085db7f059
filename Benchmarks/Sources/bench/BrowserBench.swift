import BridgePrimitives
import BrowserDriving
import Cookies
import FirebaseAuthClient
import HTTPLoader
import PageEngines
import SessionBridge
import WebViews
import Worlds

/// The same handoff with a real browser in place of the headless web view, a fresh session for each.
enum BrowserBench {
    private static let count = 5

    static func run(material: WorldMaterial, headless: Double, into table: BenchTable) async throws {
        // The target is set for the engine that is nearest to a WKWebView.
        for (engine, target) in [(BrowserEngine.webkitgtk, 200.0), (.chromium, nil)] {
            var row = BenchRow(
                what: "full handoff", subject: "headless against \(engine.title)", value: headless,
                unit: "handoffs/s", target: target)
            do {
                let rate = try await withBrowserDriver(engine) { driver in
                    try await handoffsPerSecond(material: material) { try await handoff(in: $0, driver: driver) }
                }
                row.against = "\(engine.title) over WebDriver \(BenchTable.number(rate))/s"
                row.ratio = headless / rate
                if engine == .webkitgtk { table.add(try await helperRow(material: material, webDriver: rate)) }
            } catch let failure as BridgeFailure where failure.code.rawValue == BrowserReason.notInstalled.rawValue {
                row.against = "\(engine.title), which is missing: \(failure.cause)"
            }
            table.add(row)
        }
    }

    // MARK: - The helper

    /// The same in the same engine through its own API: a fresh store and a fresh view for each, in one helper.
    private static func helperRow(material: WorldMaterial, webDriver: Double) async throws -> BenchRow {
        var row = BenchRow(
            what: "full handoff", subject: "WebKitGTK by the helper", unit: "handoffs/s",
            against: "over WebDriver \(BenchTable.number(webDriver))/s", target: 3)
        do {
            let rate = try await withWebKitHelper { helper in
                try await handoffsPerSecond(material: material) { world in try await handoff(in: world, helper) }
            }
            (row.value, row.ratio) = (rate, rate / webDriver)
        } catch let failure as BridgeFailure where failure.code == PageEngineReason.notBuilt.code {
            row.note = "missing: \(failure.cause)"
        }
        return row
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

    // MARK: - Either

    private static func handoffsPerSecond(
        material: WorldMaterial, _ handoff: (World) async throws -> Void
    ) async throws -> Double {
        var settings = WorldSettings()
        settings.usesTLS = false
        settings.cookieAttributes = "Path=/; Max-Age=432000; HttpOnly"
        return try await withWorld(settings, material: material) { world in
            try await world.app.signIn()
            let start = ContinuousClock.now
            for _ in 0..<count { try await handoff(world) }
            return Double(count) / (ContinuousClock.now - start).inSeconds
        }
    }

    private static func handoff(in world: World, driver: BrowserDriver) async throws {
        let cookie = try await world.app.exchange()
        try await driver.withSession { browser in
            // WebDriver has no user scripts: the cookie is written on a page that needs no user.
            try await browser.navigate(to: world.addresses.web.resolving("/about"))
            try await browser.execute("document.cookie='customtoken=\(cookie.value);path=/'")
            try await browser.navigate(to: world.addresses.web)
            let uid = JSONValue.string(world.app.auth.currentUser?.uid ?? "")
            try await browser.wait(for: "return document.documentElement.dataset.uid === arguments[0]", [uid])
        }
    }
}
