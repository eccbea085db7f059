import BridgePrimitives
import Cookies
import CookieStores
import SimulatedDevice
import Testing

@Suite("A device's saved state", .timeLimit(.minutes(5)))
struct DeviceSnapshotTests {
    private static func full() async throws -> Device {
        let device = TestDevice.make()
        var bundle = TestDevice.shop
        bundle.resources = ["GoogleService-Info.plist": [0, 255]]
        bundle.urlSchemes = ["com.example.shop"]
        bundle.information.appBoundDomains = ["app.test"]
        let app = try device.install(bundle)
        try device.install(AppBundle(team: "OTHERTEAM1", bundleID: "com.example.bank"))
        let process = try app.launch(.user)
        _ = process.keychain.set(Secret([0, 10, 255]), service: "s", account: "a", accessibility: .whenUnlocked)
        _ = process.keychain.add(
            .internetPassword,
            [.server: .string("app.test"), .account: .string("a"), .port: .integer(443), .label: .string("é")],
            data: Secret([1]), isSynchronizable: true, accessibility: .afterFirstUnlock)
        process.defaults.set(.array([.double(.infinity), .date(secondsSinceEpoch: 0.1)]), forKey: "list")
        process.defaults.domain(named: "other").set(.data([7]), forKey: "data")
        for isPersistent in [true, false] {
            let cookie = TestDevice.cookie("c-\(isPersistent)", isPersistent: isPersistent)
            app.cookieStorage.setCookie(cookie)
            await app.dataStore.httpCookieStore.setCookie(cookie)
            await app.dataStore(forIdentifier: "work").httpCookieStore.setCookie(cookie)
        }
        return device
    }

    @Test func bringsBackWhatOutlivesAPowerCut() async throws {
        let device = try await Self.full()
        device.lock()
        let saved = device.snapshot
        #expect("\(saved)" == "<redacted>")
        let text = saved.reveal().text()  // as it would lie in a file

        let other = TestDevice.make()
        let process = try other.install(TestDevice.shop).launch(.user)
        try other.restore(Secret(JSONValue(parsing: text)))
        #expect(process.isEnded)
        #expect(other.snapshot.reveal() == saved.reveal())
        #expect(other.protection.state == .locked && other.apps.count == 2)
        let app = try #require(other.app("com.example.shop"))
        let before = try #require(device.app("com.example.shop"))
        #expect(app.bundle == before.bundle)
        #expect(app.defaults["list"] == .array([.double(.infinity), .date(secondsSinceEpoch: 0.1)]))
        #expect(app.defaults.domain(named: "other")["data"] == .data([7]))
        let persistent = before.cookieStorage.cookies.filter(\.isPersistent)
        #expect(app.cookieStorage.cookies == persistent && persistent.map(\.name) == ["c-true"])
        #expect(app.dataStore.httpCookieStore.jar.all().map(\.name) == ["c-true"])
        #expect(app.dataStore(forIdentifier: "work").httpCookieStore.jar.all().map(\.name) == ["c-true"])
        other.unlock()
        #expect(try app.launch(.user).keychain.item(service: "s", account: "a").bytes == [0, 10, 255])
    }

    /// What is put in the place of one member, and what that breaks.
    @Test(
        arguments: [
            ("version", 2), ("version", nil), ("protection", "open"), ("protection", "locked"), ("hasPasscode", 1),
            ("keychain", [[:]]), ("keychain", nil), ("apps", [:]), ("apps", [[:]]),
            ("apps", ["x"]),
        ] as [(String, JSONValue?)])
    func badStateIsRefusedAndChangesNothing(member: String, value: JSONValue?) async throws {
        let device = TestDevice.make()
        device.setPasscode(isOn: false)
        try device.install(TestDevice.shop)
        let before = device.snapshot.reveal()
        var object = try #require(before.objectValue)
        object[member] = value
        let refusal = failure { try device.restore(Secret(.object(object))) }
        #expect(refusal?.code.rawValue == "device/unreadable-state" && refusal?.kind == .unreadableInput)
        #expect(refusal?.fix.isEmpty == false && refusal?.description.contains("\n") == false)
        #expect(device.snapshot.reveal() == before)
    }

    @Test(arguments: [.null, [], "", 0] as [JSONValue])
    func otherTextIsNoState(value: JSONValue) {
        #expect(failure { try TestDevice.make().restore(Secret(value)) }?.code.rawValue == "device/unreadable-state")
    }

    /// Each member of an app's row is needed, cookies and bundle to their last member.
    @Test func damagedAppsAreRefused() async throws {
        let device = try await Self.full()
        let state = try #require(device.snapshot.reveal().objectValue)
        let apps = try #require(state["apps"]?.arrayValue)
        let row = try #require(apps.first { $0["bundle"]?["bundleID"] == "com.example.shop" }?.objectValue)
        func refused(_ row: JSONObject, and further: [JSONValue] = []) -> Bool {
            var state = state
            state["apps"] = .array([.object(row)] + further)
            let failure = failure { try TestDevice.make().restore(Secret(.object(state))) }
            return failure?.code.rawValue == "device/unreadable-state"
        }
        #expect(!refused(row))
        #expect(refused(row, and: [.object(row)]))  // one bundle id twice
        for name in row.names {
            var damaged = row
            damaged[name] = nil
            #expect(refused(damaged), "without \(name)")
            for inner in row[name]?.objectValue?.names ?? [] where name == "bundle" {
                var members = try #require(row[name]?.objectValue)
                members[inner] = 7
                damaged[name] = .object(members)
                #expect(refused(damaged), "\(name).\(inner)")
            }
        }
        let cookie = try #require(row["cookies"]?.arrayValue?.first?.objectValue)
        for name in cookie.names {
            var (damaged, bad) = (row, cookie)
            bad[name] = nil
            damaged["cookies"] = [.object(bad)]
            #expect(refused(damaged), "a cookie without \(name)")
        }
        var nested: JSONValue = ["integer": 1]
        for _ in 0...PropertyValue.depthLimit { nested = ["array": [nested]] }
        var damaged = row
        damaged["defaults"] = ["com.example.shop": ["dictionary": ["deep": nested]]]
        #expect(refused(damaged))
    }
}
