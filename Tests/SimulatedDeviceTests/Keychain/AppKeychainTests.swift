import BridgePrimitives
import BridgeTrace
import SimulatedDevice
import TestSupport
import Testing

@Suite("The keychain as an app sees it", .timeLimit(.minutes(5)))
struct AppKeychainTests {
    private let shared = "TEAM123456.shared"

    private func process(_ bundle: AppBundle = TestDevice.shop, on device: Device) throws -> AppProcess {
        try device.install(bundle).launch(.user)
    }

    @Test func addsThenUpdates() throws {
        let device = TestDevice.make()
        let keychain = try process(on: device).keychain
        #expect(keychain.item(service: "s", account: "a").reason == .itemNotFound)
        #expect(keychain.set(Secret([1]), service: "s", account: "a", accessibility: .whenUnlocked) == nil)
        #expect(keychain.set(Secret([2]), service: "s", account: "a", accessibility: .afterFirstUnlock) == nil)
        #expect(keychain.item(service: "s", account: "a").bytes == [2] && device.keychain.keys.count == 1)
        device.lock()
        #expect(keychain.item(service: "s", account: "a").bytes == [2])  // the accessibility was updated too
        #expect(keychain.remove(service: "s", account: "a") == nil)
        #expect(keychain.remove(service: "s", account: "a") == nil)  // gone is gone
        #expect(device.keychain.keys.isEmpty)
    }

    /// Items without a group go to the first shared one, if there is sharing.
    @Test func anItemGoesToTheDefaultGroup() throws {
        let device = TestDevice.make()
        let keychain = try process(on: device).keychain
        #expect(keychain.set(Secret([1]), service: "s", account: "a", accessibility: .whenUnlocked) == nil)
        #expect(device.keychain.keys.map(\.accessGroup) == [shared])
    }

    /// Who reads an item of the shop's: columns are the reader's team, its groups, and what it is told.
    @Test(
        arguments: [
            ("TEAM123456", ["TEAM123456.shared"], nil, nil),
            ("TEAM123456", [], .missingEntitlement, .itemNotFound),  // same team, no entitlement
            ("OTHERTEAM1", ["TEAM123456.shared"], .missingEntitlement, .itemNotFound),  // no profile signs that
        ] as [(String, [String], KeychainReason?, KeychainReason?)])
    func groupsDecideWhoReads(team: String, groups: [String], named: KeychainReason?, unnamed: KeychainReason?) throws {
        let device = TestDevice.make()
        let shop = try process(on: device).keychain
        for group in [shared, TestDevice.shop.accessGroup] {
            #expect(
                shop.set(
                    Secret(Array(group.utf8)), service: "s", account: "a", accessGroup: group,
                    accessibility: .whenUnlocked) == nil)
        }
        let bank = AppBundle(team: team, bundleID: "com.example.bank", keychainAccessGroups: groups)
        let keychain = try process(bank, on: device).keychain
        #expect(keychain.item(service: "s", account: "a", accessGroup: shared).reason == named)
        #expect(keychain.item(service: "s", account: "a").reason == unnamed)
        #expect(
            keychain.item(service: "s", account: "a", accessGroup: TestDevice.shop.accessGroup).reason
                == .missingEntitlement)  // the shop's own group is the shop's
        let write = keychain.set(
            Secret([9]), service: "s", account: "a", accessGroup: shared, accessibility: .whenUnlocked)
        #expect(write == named)
        #expect(keychain.remove(service: "s", account: "a", accessGroup: shared) == named)
        #expect(device.keychain.keys.count == (named == nil ? 1 : 2))
    }

    /// Columns: what can be read before the first unlock, while locked, and while unlocked.
    @Test(
        arguments: [
            (.afterFirstUnlock, false, true, true), (.afterFirstUnlockThisDeviceOnly, false, true, true),
            (.whenUnlocked, false, false, true), (.whenUnlockedThisDeviceOnly, false, false, true),
            (.whenPasscodeSetThisDeviceOnly, false, false, true),
        ] as [(Keychain.Accessibility, Bool, Bool, Bool)])
    func theLockDecidesWhatIsRead(accessibility: Keychain.Accessibility, restarted: Bool, locked: Bool, unlocked: Bool)
        throws
    {
        let device = TestDevice.make()
        let app = try process(on: device).app
        let written = try app.launch(.user).keychain.set(
            Secret([1]), service: "s", account: "a", accessibility: accessibility)
        #expect(written == nil)
        func check(_ isAllowed: Bool) throws {
            let keychain = try (app.process ?? app.launch(.background)).keychain
            let reason: KeychainReason? = isAllowed ? nil : .interactionNotAllowed
            #expect(keychain.item(service: "s", account: "a").reason == reason)
            #expect(keychain.set(Secret([1]), service: "s", account: "a", accessibility: accessibility) == reason)
            #expect(keychain.set(Secret([1]), service: "s", account: "b", accessibility: accessibility) == reason)
            #expect(keychain.item(service: "s", account: "none").reason == .itemNotFound)
            #expect(keychain.remove(service: "s", account: "b") == nil)
        }
        try check(unlocked)
        device.lock()
        try check(locked)
        device.reboot()
        try check(restarted)
        device.unlock()
        try check(unlocked)
    }

    @Test func aPrewarmedAppWaitsForTheFirstUnlock() async throws {
        let device = TestDevice.make()
        let app = try process(on: device).app
        let written = try app.launch(.user).keychain.set(
            Secret([1]), service: "s", account: "a", accessibility: .afterFirstUnlockThisDeviceOnly)
        #expect(written == nil)
        device.reboot()
        let process = try app.launch(.prewarm)
        let waiting = Task {
            let before = process.keychain.item(service: "s", account: "a").reason
            await process.keychain.waitForProtectedData()
            return (before, process.keychain.item(service: "s", account: "a").bytes)
        }
        // The question is in the trace before the wait begins; whether it has begun by the unlock makes no difference.
        try await waitUntil("the question") {
            device.trace.events.contains { $0.reasons == [KeychainReason.interactionNotAllowed.code] }
        }
        device.unlock()
        let (before, after) = await waiting.value
        #expect(before == .interactionNotAllowed && after == [1])
        await process.keychain.waitForProtectedData()  // at once
    }

    /// Columns: who ends the wait.
    @Test(arguments: ["cancel", "kill", "uninstall", "erase"])
    func nobodyWaitsForEver(how: String) async throws {
        let device = TestDevice.make()
        let app = try device.install(TestDevice.shop)
        device.reboot()
        let process = try app.launch(.prewarm)
        let waiting = Task { await process.keychain.waitForProtectedData() }
        await Task.yield()
        switch how {
        case "cancel": waiting.cancel()
        case "kill": process.end()
        case "uninstall": try device.uninstall(app.bundle.bundleID)
        default: device.erase()
        }
        await waiting.value
        #expect(how == "cancel" || process.keychain.item(service: "s", account: "a").reason == .processEnded)
    }

    // MARK: Queries

    @Test func findsTheOldestFirst() throws {
        let keychain = try process(on: TestDevice.make()).keychain
        for account in ["c", "a", "b"] {
            #expect(keychain.set(Secret([1]), service: "s", account: account, accessibility: .whenUnlocked) == nil)
        }
        guard case .found(let items) = keychain.items(matching: .init(.genericPassword, [.service: .string("s")]))
        else {
            Issue.record("nothing found")
            return
        }
        #expect(items.map(\.key.account) == ["c", "a", "b"])
    }

    @Test func anUpdateThatMeetsAnotherItemChangesNothing() throws {
        let keychain = try process(on: TestDevice.make()).keychain
        for account in ["a", "b"] {
            #expect(
                keychain.set(Secret(Array(account.utf8)), service: "s", account: account, accessibility: .whenUnlocked)
                    == nil)
        }
        let all = Keychain.Query(.genericPassword, [.service: .string("s")])
        #expect(
            keychain.update(matching: all, with: .init(data: Secret([0]), attributes: [.account: .string("x")]))
                == .duplicateItem)
        #expect(keychain.item(service: "s", account: "a").bytes == Array("a".utf8))
        #expect(keychain.update(matching: all, with: .init(accessGroup: "OTHER.x")) == .missingEntitlement)
        #expect(keychain.update(matching: all, with: .init(accessGroup: TestDevice.shop.accessGroup)) == nil)
        #expect(keychain.item(service: "s", account: "b", accessGroup: TestDevice.shop.accessGroup).bytes != nil)
    }

    @Test func synchronizedItemsAreOthers() throws {
        let keychain = try process(on: TestDevice.make()).keychain
        let names: [Keychain.Attribute: PropertyValue] = [.service: .string("s"), .account: .string("a")]
        for isSynchronizable in [false, true] {
            #expect(
                keychain.add(
                    .genericPassword, names, data: Secret([isSynchronizable ? 2 : 1]),
                    isSynchronizable: isSynchronizable, accessibility: .afterFirstUnlock) == nil)
        }
        func data(_ isSynchronizable: Bool?) -> [[UInt8]] {
            let query = Keychain.Query(.genericPassword, names, isSynchronizable: isSynchronizable)
            guard case .found(let items) = keychain.items(matching: query) else { return [] }
            return items.map { $0.data.reveal() }
        }
        #expect(data(false) == [[1]] && data(true) == [[2]] && data(nil) == [[1], [2]])
        #expect(keychain.item(service: "s", account: "a").bytes == [1])  // who does not say means local items
    }

    /// Limit, and one more.
    @Test(arguments: [(Keychain.dataLimit, nil), (Keychain.dataLimit + 1, .param)] as [(Int, KeychainReason?)])
    func itemsHaveAnEnd(size: Int, reason: KeychainReason?) throws {
        let keychain = try process(on: TestDevice.make()).keychain
        let data = Secret([UInt8](repeating: 0, count: size))
        #expect(keychain.set(data, service: "s", account: "a", accessibility: .whenUnlocked) == reason)
    }

    // MARK: Trace

    @Test func answersAreTracedWithoutTheirData() throws {
        let device = TestDevice.make()
        let keychain = try process(on: device).keychain
        _ = keychain.set(Secret(Array("swordfish".utf8)), service: "s", account: "a", accessibility: .whenUnlocked)
        _ = keychain.item(service: "s", account: "a")
        device.lock()
        _ = keychain.item(service: "s", account: "a")
        let events = device.trace.events.compactMap { event -> KeychainEvent? in
            if case .keychain(let event) = event.kind { event } else { nil }
        }
        #expect(events.map(\.operation) == [.add, .copyMatching, .copyMatching])
        #expect(events.map(\.status) == [0, 0, -25308])
        #expect(events.map(\.accessGroup) == [shared, shared, nil])
        #expect(events.last?.reasons == [KeychainReason.interactionNotAllowed.code])
        let text = device.trace.events.map { $0.json.text() }.joined()
        #expect(text.contains(#""status":-25308"#) && !text.contains("swordfish"))
    }

    /// Numbers of SecBase.h.
    @Test(
        arguments: [
            (.itemNotFound, -25300), (.duplicateItem, -25299),
            (.interactionNotAllowed, -25308),
            (.missingEntitlement, -34018), (.param, -50),
            (.noSuchAttribute, -25303), (.passcodeNotSet, -25291),
            (.processEnded, -25291),
        ] as [(KeychainReason, Int32)])
    func reasonsHaveTheirNumber(reason: KeychainReason, status: Int32) {
        #expect(reason.status == status)
    }
}
