import BridgePrimitives
import Cookies
import CookieStores
import Foundation
import SimulatedDevice
import Testing

@Suite("The life of a device", .timeLimit(.minutes(5)))
struct LifeCycleTableTests {
    /// Every cell, on a device of its own.
    @Test(arguments: LifeCycleTable.cells)
    func theDeviceDoesWhatTheTableSays(cell: LifeCycleTable.Cell) async throws {
        let life = try await Life(start: cell.start)
        try life.perform(cell.event)
        #expect(try life.effect(on: cell.subject) == cell.outcome.effect)
    }

    @Test func everyEventHasOneRowWithEverySubject() {
        #expect(LifeCycleTable.rows.map(\.event) == LifeCycleTable.Event.allCases)
        let size = LifeCycleTable.Event.allCases.count * LifeCycleTable.Subject.allCases.count
        #expect(LifeCycleTable.cells.count == size && Set(LifeCycleTable.cells).count == size)
    }

    /// Set SESSION_BRIDGE_REWRITE to write the page anew.
    @Test func thePageIsTheTable() throws {
        let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../docs/device-life.md").standardizedFileURL
        if ProcessInfo.processInfo.environment["SESSION_BRIDGE_REWRITE"] != nil {
            try Data(LifeCycleTable.markdown.utf8).write(to: page)
        }
        #expect(try String(contentsOf: page, encoding: .utf8) == LifeCycleTable.markdown)
    }
}

/// An app that ran and left one value in each place, and what is found of them later.
private struct Life {
    private static let bundleID = TestDevice.shop.bundleID
    private static let account = "taro"
    let device = TestDevice.make()
    private let groups: [LifeCycleTable.Subject: String] = [
        .keychainItem: TestDevice.shop.accessGroup, .unlockedItem: TestDevice.shop.accessGroup,
        .sharedItem: "TEAM123456.shared",
    ]
    private let memory: WebsiteDataStore
    /// The process that ran when the event came.
    private let process: AppProcess?

    init(start: LifeCycleTable.Start) async throws {
        let app = try device.install(TestDevice.shop)
        let first = try app.launch(.user)
        for (subject, group) in groups {
            let reason = first.keychain.set(
                Secret(Array("item".utf8)), service: subject.rawValue, account: Self.account, accessGroup: group,
                accessibility: subject == .unlockedItem ? .whenUnlockedThisDeviceOnly : .afterFirstUnlockThisDeviceOnly)
            #expect(reason == nil)
        }
        first.defaults.set(.bool(true), forKey: "marker")
        memory = first.nonPersistentDataStore()
        for store in [app.dataStore, memory] {
            for isPersistent in [true, false] {
                await store.httpCookieStore.setCookie(TestDevice.cookie("\(isPersistent)", isPersistent: isPersistent))
            }
        }
        for isPersistent in [true, false] {
            app.cookieStorage.setCookie(TestDevice.cookie("\(isPersistent)", isPersistent: isPersistent))
        }
        switch start {
        case .foreground: break
        case .background: first.enterBackground()
        case .stopped: first.end()
        case .stoppedAndLocked:
            first.end()
            device.lock()
        case .runningAndLocked: device.lock()
        case .restarted: device.reboot()
        case .prewarmed:
            device.reboot()
            try app.launch(.prewarm)
        case .uninstalled: try device.uninstall(Self.bundleID)
        }
        process = device.app(Self.bundleID)?.process
    }

    func perform(_ event: LifeCycleTable.Event) throws {
        let app = device.app(Self.bundleID)
        switch event {
        case .launchByUser: try #require(app).launch(.user)
        case .launchInBackground: try #require(app).launch(.background)
        case .prewarm: try #require(app).launch(.prewarm)
        case .enterBackground: try #require(process).enterBackground()
        case .enterForeground: try #require(process).enterForeground()
        case .kill: try #require(process).end()
        case .lock: device.lock()
        case .unlock, .firstUnlock: device.unlock()
        case .update:
            var bundle = TestDevice.shop
            bundle.version = "2.0"
            try device.update(bundle)
        case .transfer: try device.transfer(Self.bundleID, toTeam: "NEWTEAM789")
        case .uninstall: try device.uninstall(Self.bundleID)
        case .install: try device.install(TestDevice.shop)
        case .reinstall: try device.reinstall(Self.bundleID)
        case .reboot: device.reboot()
        case .updateSystem: device.updateSystem()
        case .erase: device.erase()
        }
    }

    func effect(on subject: LifeCycleTable.Subject) throws -> LifeCycleTable.Effect {
        let app = device.app(Self.bundleID)
        func kept(_ isThere: Bool?) -> LifeCycleTable.Effect { isThere == true ? .kept : .gone }
        switch subject {
        case .keychainItem, .unlockedItem, .sharedItem: return try item(subject)
        case .defaults:
            guard let app, app.defaults["marker"] == .bool(true) else { return .gone }
            let seen = try (app.process ?? app.launch(.background)).defaults["marker"]
            return seen == .bool(true) ? .kept : .locked
        case .nativePersistent: return kept(app?.cookieStorage.cookies.contains { $0.name == "true" })
        case .nativeSession: return kept(app?.cookieStorage.cookies.contains { $0.name == "false" })
        case .webPersistent: return kept(app?.dataStore.httpCookieStore.jar.all().contains { $0.name == "true" })
        case .webSession: return kept(app?.dataStore.httpCookieStore.jar.all().contains { $0.name == "false" })
        case .nonPersistentStore:
            let names = Set(memory.httpCookieStore.jar.all().map(\.name))
            #expect(names.isEmpty || names == ["true", "false"])  // all or nothing
            return kept(!names.isEmpty)
        case .process:
            guard let now = app?.process else { return .gone }
            return now === process ? .kept : .starts
        }
    }

    /// What the app's process, or one that the system starts for the purpose, is told about the item.
    private func item(_ subject: LifeCycleTable.Subject) throws -> LifeCycleTable.Effect {
        let group = try #require(groups[subject])
        let key = Keychain.ItemKey(service: subject.rawValue, account: Self.account, accessGroup: group)
        let isThere = device.keychain.keys.contains(key)
        guard let app = device.app(Self.bundleID) else { return isThere ? .kept : .gone }
        let keychain = try (app.process ?? app.launch(.background)).keychain
        switch keychain.item(service: subject.rawValue, account: Self.account) {
        case .found(let data):
            #expect(data.reveal() == Array("item".utf8))
            return .kept
        case .refused(.interactionNotAllowed): return .locked
        case .refused(.itemNotFound) where isThere:
            let named = keychain.item(service: subject.rawValue, account: Self.account, accessGroup: group)
            #expect(named.reason == .missingEntitlement)
            return .unreadable
        case .refused(let reason):
            #expect(reason == .itemNotFound)
            return .gone
        }
    }
}
