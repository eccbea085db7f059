import BridgePrimitives
import Cookies
import CookieStores
import FirebaseAuthClient
import SampleApp
import Scenarios
import SimulatedDevice
import Testing
import WebViews
import WorldTestSupport
import Worlds

@Suite("Several phones in one world")
struct SeveralDevicesTests {
    private func world(_ body: (World) async throws -> Void) async throws {
        try await withWorld(WorldSettings(), material: SharedMaterial.material.get(), body)
    }

    /// The keychain does not leave a phone; the account is the same.
    @Test func eachPhoneSignsInByItself() async throws {
        try await world { world in
            let tablet = try world.addDevice(named: "tablet")
            try await world.app.signIn()
            #expect(tablet.currentUserID == nil)
            try await tablet.signIn()
            #expect(tablet.currentUserID == world.app.currentUserID)
            try world.app.signOut()
            #expect(world.app.currentUserID == nil && tablet.currentUserID != nil)
            try await tablet.exchange()
        }
    }

    @Test func aPhoneGoesOnFromWhatWasSaved() async throws {
        try await world { world in
            try await world.app.signIn()
            try await world.app.exchange()
            let uid = world.app.currentUserID
            let saved = world.device.snapshot
            let restored = try world.addDevice(named: "the same, later", from: saved)
            #expect(restored.currentUserID == uid && uid != nil)
            #expect(restored.installedApp.cookieStorage.cookies.map(\.name) == ["customtoken"])
            #expect(!"\(saved)".contains("customtoken"))  // a snapshot holds every secret, and prints none
        }
    }

    @Test(arguments: [.null, [:], ["version": 2], ["version": 1], "x"] as [JSONValue])
    func whatIsNoSnapshotIsRefused(json: JSONValue) async throws {
        try await world { world in
            let failure = #expect(throws: BridgeFailure.self) { try world.addDevice(named: "x", from: Secret(json)) }
            #expect(failure?.code.rawValue == "device/unreadable-state")
        }
    }

    @Test func aPhoneWithoutTheAppCannotStartIt() async throws {
        try await world { world in
            let empty = Device(
                profile: world.settings.profile, publicSuffixes: PublicSuffixList.standard, clock: world.clock,
                trace: world.trace)
            let failure = #expect(throws: BridgeFailure.self) { try world.addDevice(named: "x", from: empty.snapshot) }
            #expect(failure?.code.rawValue == "device/app-not-installed")
        }
    }
}
