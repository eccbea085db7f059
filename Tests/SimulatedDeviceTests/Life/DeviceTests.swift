import BridgePrimitives
import BridgeTrace
import SimulatedDevice
import Testing

@Suite("A device", .timeLimit(.minutes(5)))
struct DeviceTests {
    private let shop = TestDevice.shop

    @Test func holdsAppsByBundleID() throws {
        let device = TestDevice.make()
        let app = try device.install(shop)
        let other = try device.install(AppBundle(team: "OTHERTEAM1", bundleID: "com.example.bank"))
        #expect(device.apps.map(\.bundle.bundleID) == ["com.example.bank", "com.example.shop"])
        #expect(device.app(shop.bundleID) === app && app !== other)  // one object for as long as it is held
        try device.uninstall(shop.bundleID)
        #expect(device.app(shop.bundleID) == nil && !app.isInstalled)
    }

    @Test func refusesWhatCannotBe() throws {
        let device = TestDevice.make()
        #expect(failure { try device.uninstall("com.example.shop") }?.code.rawValue == "device/app-not-installed")
        #expect(failure { try device.update(shop) }?.code.rawValue == "device/app-not-installed")
        let app = try device.install(shop)
        #expect(failure { try device.install(shop) }?.code.rawValue == "device/app-already-installed")
        var foreign = shop
        foreign.team = "OTHERTEAM1"
        #expect(failure { try device.update(foreign) }?.code.rawValue == "device/other-team")
        device.lock()
        #expect(failure { try app.launch(.user) }?.code.rawValue == "device/locked")
        try device.uninstall(shop.bundleID)
        let refusal = failure { try app.launch(.background) }
        #expect(refusal?.code.rawValue == "device/app-not-installed" && refusal?.fix.isEmpty == false)
    }

    /// Columns: team and bundle id.
    @Test(arguments: [
        ("", "com.example.shop"), ("TEAM", ""), ("TEAM.A", "b"),  // a dot would look like another team's group
        ("TEAM", "com.example.\u{0}"), ("TEAM", "com example"), ("TEAM", "com.例"), ("TEAM\r\n", "a"),
        ("TEAM", String(repeating: "a", count: 156)),
    ])
    func refusesNamesThatNoAppHas(team: String, bundleID: String) {
        let device = TestDevice.make()
        let refusal = failure { try device.install(AppBundle(team: team, bundleID: bundleID)) }
        #expect(refusal?.code.rawValue == "device/invalid-bundle" && device.apps.isEmpty)
    }

    @Test func takesTheLongestName() throws {
        let name = String(repeating: "a", count: 155)
        #expect(try TestDevice.make().install(AppBundle(team: "T", bundleID: name)).bundle.bundleID == name)
    }

    @Test func aReinstallationGivesAnotherObjectAndLeavesTheOldOneEmpty() throws {
        let device = TestDevice.make()
        let old = try device.install(shop)
        old.defaults.set(.integer(1), forKey: "launches")
        let new = try device.reinstall(shop.bundleID)
        #expect(new !== old && old.defaults.values.isEmpty && new.defaults.values.isEmpty)
        #expect(failure { try old.launch(.user) }?.code.rawValue == "device/app-not-installed")
    }

    @Test func aTransferMovesGroupsToTheNewTeam() throws {
        let device = TestDevice.make()
        let app = try device.install(shop)
        try device.transfer(shop.bundleID, toTeam: "NEWTEAM789", version: "2.0")
        #expect(app.bundle.accessGroups == ["NEWTEAM789.shared", "NEWTEAM789.com.example.shop"])
        #expect(app.bundle.version == "2.0" && device.app(shop.bundleID) === app)
    }

    @Test func withoutAPasscodeNothingIsLocked() throws {
        let device = TestDevice.make()
        let process = try device.install(shop).launch(.user)
        let write = { (account: String) in
            process.keychain.set(
                Secret([1]), service: "s", account: account, accessibility: .whenPasscodeSetThisDeviceOnly)
        }
        #expect(write("a") == nil)
        device.setPasscode(isOn: false)
        #expect(process.keychain.item(service: "s", account: "a").reason == .itemNotFound)  // went with the passcode
        #expect(write("a") == .passcodeNotSet)
        device.lock()
        #expect(device.protection.state == .unlocked)
        device.reboot()
        #expect(device.protection.state == .unlocked)
    }

    @Test func tellsItsLifeInTheTrace() throws {
        let device = TestDevice.make(name: "phone")
        let app = try device.install(shop)
        try app.launch(.prewarm)
        try app.launch(.user)
        try device.transfer(shop.bundleID, toTeam: "NEWTEAM789")
        device.lock()
        device.lock()  // nothing happens, so nothing is told
        device.reboot()
        let told = device.trace.events.map { event -> String in
            guard case .device(let event) = event.kind else { return "" }
            #expect(event.device == "phone")
            return [event.action.rawValue, event.app ?? "all", event.detail].joined(separator: " ")
        }
        #expect(
            told == [
                "install com.example.shop 1.0", "launch com.example.shop prewarm", "open com.example.shop user",
                "transfer com.example.shop TEAM123456 to NEWTEAM789", "lock all ", "reboot all ",
            ])
        #expect(
            device.trace.events.first?.json["event"] == "device"
                && device.trace.events.first?.json["action"] == "install")
    }

    /// Whoever holds an app holds its device, and not the other way round.
    @Test func nothingKeepsItAliveButItsHolders() throws {
        weak var gone: Device?
        var process: AppProcess?
        do {
            let device = TestDevice.make()
            gone = device
            process = try device.install(shop).launch(.user)
        }
        #expect(gone != nil && process?.device.apps.count == 1)
        process = nil
        #expect(gone == nil)
    }
}
