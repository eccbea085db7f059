import SimulatedDevice
import Testing

@Suite("An app's preferences", .timeLimit(.minutes(5)))
struct DefaultsDomainTests {
    @Test func domainsAreApart() throws {
        let device = TestDevice.make()
        let app = try device.install(TestDevice.shop)
        let other = try device.install(AppBundle(team: "OTHERTEAM1", bundleID: "com.example.bank"))
        let suite = app.defaults.domain(named: "com.google.Firebase.Auth")
        app.defaults.set(.integer(1), forKey: "k")
        suite.set(.integer(2), forKey: "k")
        #expect(app.defaults.name == "com.example.shop" && app.defaults.values == ["k": .integer(1)])
        #expect(suite.value(forKey: "k") == .integer(2) && other.defaults.values.isEmpty)
        #expect(other.defaults.domain(named: "com.google.Firebase.Auth").values.isEmpty)
        suite.removeAll()
        #expect(suite.values.isEmpty && app.defaults["k"] == .integer(1))
        app.defaults.removeValue(forKey: "k")
        #expect(app.defaults["k"] == nil)
    }

    /// Apps that take the emptiness for a first start lose what they have.
    @Test func areEmptyBeforeTheFirstUnlock() throws {
        let device = TestDevice.make()
        let app = try device.install(TestDevice.shop)
        app.defaults.set(.bool(true), forKey: "hasLaunched")
        device.reboot()
        let defaults = try app.launch(.prewarm).defaults
        #expect(defaults["hasLaunched"] == nil && defaults.values.isEmpty)
        defaults.set(.bool(false), forKey: "hasLaunched")
        defaults.domain(named: "other").replaceAll(with: ["k": .bool(true)])
        device.unlock()
        #expect(defaults.values == ["hasLaunched": .bool(true)] && defaults.domain(named: "other").values.isEmpty)
    }

    @Test(arguments: ["", "\u{0}", "a\r\nb", "é", String(repeating: "k", count: 10_000)])
    func anyKeyWillDo(key: String) throws {
        let defaults = try TestDevice.make().install(TestDevice.shop).launch(.user).defaults
        defaults.set(.string(key), forKey: key)
        #expect(defaults.values == [key: .string(key)])
    }
}
