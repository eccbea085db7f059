import BridgePrimitives
import CookieStores
import SimulatedDevice
import Testing

@Suite("A process of an app", .timeLimit(.minutes(5)))
struct AppProcessTests {
    @Test func appCodeFindsItsOwnProcess() async throws {
        // Two apps on one device and one on another, at the same time.
        let (phone, tablet) = (TestDevice.make(name: "phone"), TestDevice.make(name: "tablet"))
        let bank = AppBundle(team: "OTHERTEAM1", bundleID: "com.example.bank")
        let processes = [
            try phone.install(TestDevice.shop).launch(.user), try phone.install(bank).launch(.user),
            try tablet.install(TestDevice.shop).launch(.user),
        ]
        #expect(AppProcess.current == nil)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for process in processes {
                group.addTask {
                    try await process.run {
                        #expect(AppProcess.current === process)
                        await Task.yield()
                        let found = await Task { AppProcess.current }.value  // tasks of the app are the app's
                        #expect(found === process)
                        process.defaults.set(.string(process.device.name), forKey: "where")
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(AppProcess.current == nil)
        #expect(processes.map { $0.defaults["where"]?.stringValue } == ["phone", "phone", "tablet"])
        #expect(processes.map(\.identifier) == [1, 2, 1])
    }

    @Test func anEndedOneDoesNothing() async throws {
        let app = try TestDevice.make().install(TestDevice.shop)
        let process = try app.launch(.user)
        try await process.run {
            process.end()  // killed while its code runs
            process.end()
            #expect(process.phase == .ended && app.process == nil)
            let reason = process.keychain.set(
                Secret([1]), service: "s", account: "a", accessibility: .afterFirstUnlock)
            #expect(reason == .processEnded && app.device.keychain.keys.isEmpty)
            process.defaults.set(.bool(true), forKey: "late")
            #expect(app.defaults.values.isEmpty)
            process.enterForeground()
            #expect(process.isEnded)
        }
        let refusal = await #expect(throws: BridgeFailure.self) { try await process.run { Issue.record("it ran") } }
        #expect(refusal?.code.rawValue == "device/process-ended")
    }

    @Test func launchingAgainKeepsTheProcess() throws {
        let app = try TestDevice.make().install(TestDevice.shop)
        let process = try app.launch(.prewarm)
        #expect(process.phase == .prewarmed)
        #expect(try app.launch(.background) === process && process.phase == .prewarmed)
        #expect(try app.launch(.user) === process && process.phase == .foreground)
        process.enterBackground()
        #expect(process.phase == .background)
        process.end()
        let next = try app.launch(.user)
        #expect(next !== process && next.identifier > process.identifier)
    }

    @Test func whatTheBodyThrowsComesThrough() async throws {
        struct Refusal: Error {}
        let process = try TestDevice.make().install(TestDevice.shop).launch(.user)
        await #expect(throws: Refusal.self) { try await process.run { throw Refusal() } }
        #expect(try await process.run { 7 } == 7)
    }

    @Test func twoStoresInMemoryAreTwo() async throws {
        let process = try TestDevice.make().install(TestDevice.shop).launch(.user)
        let (one, other) = (process.nonPersistentDataStore(), process.nonPersistentDataStore())
        await one.httpCookieStore.setCookie(TestDevice.cookie("a", isPersistent: true))
        #expect(one.httpCookieStore.jar.all().count == 1 && other.httpCookieStore.jar.all().isEmpty)
        let named = process.app.dataStore(forIdentifier: "x")
        #expect(process.app.dataStore(forIdentifier: "x") === named && named !== process.app.dataStore)
    }
}
