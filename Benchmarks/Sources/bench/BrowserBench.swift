import BridgePrimitives
import BrowserDriving
import Cookies
import FirebaseAuthClient
import HTTPLoader
import SessionBridge
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
                    try await handoffsPerSecond(material: material, driver: driver)
                }
                row.against = "\(engine.title) over WebDriver \(BenchTable.number(rate))/s"
                row.ratio = headless / rate
            } catch let failure as BridgeFailure where failure.code.rawValue == BrowserReason.notInstalled.rawValue {
                row.against = "\(engine.title), which is missing: \(failure.cause)"
            }
            table.add(row)
        }
    }

    private static func handoffsPerSecond(material: WorldMaterial, driver: BrowserDriver) async throws -> Double {
        var settings = WorldSettings()
        settings.usesTLS = false
        settings.cookieAttributes = "Path=/; Max-Age=432000; HttpOnly"
        return try await withWorld(settings, material: material) { world in
            try await world.app.signIn()
            let start = ContinuousClock.now
            for _ in 0..<count { try await handoff(in: world, driver: driver) }
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
