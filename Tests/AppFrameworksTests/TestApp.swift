import BridgePrimitives
import BridgeTrace
import Cookies
import SimulatedDevice

/// An app on a device of its own.
enum TestApp {
    static func install(on device: Device = device(), groups: [String] = []) throws -> InstalledApp {
        try device.install(
            AppBundle(team: "TEAM123456", bundleID: "com.example.shop", keychainAccessGroups: groups))
    }

    static func device() -> Device {
        let clock = WorldClock.frozen(at: Instant(secondsSinceEpoch: 1_795_251_600))
        return Device(
            profile: .ios18, publicSuffixes: DefaultRuleSuffixes(), clock: clock,
            trace: TraceLog(clock: clock, masking: Masking(.fingerprints)))
    }

    /// Runs `body` as a fresh app's code.
    static func run<Value>(_ body: () async throws -> Value) async throws -> Value {
        try await install().launch(.user).run(body)
    }
}
