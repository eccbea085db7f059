import BridgePrimitives
import Cookies
import FirebaseAuthClient
import HTTPLoader
import SessionBridge

/// The same handoff with a real WebKit in place of the headless web view, a fresh browser for each.
enum BrowserBench {
    private static let count = 5

    static func run(material: WorldMaterial, headless: Double, into table: BenchTable) async throws {
        var row = BenchRow(
            what: "full handoff", subject: "headless against WebKitGTK", value: headless, unit: "handoffs/s",
            target: 200)
        do {
            let driver = try await WebDriver.webKitGTK(transport: material.transport)
            defer { driver.stop() }
            let rate = try await handoffsPerSecond(material: material, driver: driver)
            row.against = "WebKitGTK over WebDriver \(BenchTable.number(rate))/s"
            row.ratio = headless / rate
        } catch let missing as WebDriver.Missing {
            row.against = "WebKitGTK, which is missing: \(missing.what)"
        }
        table.add(row)
    }

    private static func handoffsPerSecond(material: WorldMaterial, driver: WebDriver) async throws -> Double {
        var settings = WorldSettings()
        settings.usesTLS = false
        return try await withWorld(settings, material: material) { world in
            try await world.app.signIn()
            let start = ContinuousClock.now
            for _ in 0..<count { try await handoff(in: world, driver: driver) }
            return Double(count) / (ContinuousClock.now - start).inSeconds
        }
    }

    private static func handoff(in world: World, driver: WebDriver) async throws {
        let cookie = try await world.app.exchange()
        try await driver.withSession { session in
            // WebDriver has no user scripts: the cookie is written on a page that needs no user.
            try await driver.open(world.addresses.web.origin + "/about", in: session)
            try await driver.evaluate("document.cookie='customtoken=\(cookie.value);path=/'", in: session)
            try await driver.open(world.addresses.web.origin + "/", in: session)
            for _ in 0..<500 {
                let uid = try await driver.evaluate("return document.documentElement.dataset.uid || ''", in: session)
                if uid.stringValue == world.app.auth.currentUser?.uid { return }
                try await Task.sleep(for: .milliseconds(5))
            }
            throw WebDriver.Missing(what: "a signed-in page")
        }
    }
}
