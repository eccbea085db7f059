import BridgePrimitives
import BridgeTrace
import Cookies
import SimulatedDevice

/// A device that stands still at one moment, and the app that tests put on it.
enum TestDevice {
    static let start = Instant(secondsSinceEpoch: 1_795_251_600)
    static let shop = AppBundle(
        team: "TEAM123456", bundleID: "com.example.shop", keychainAccessGroups: ["TEAM123456.shared"])

    static func make(
        name: String = "device", profile: CookieProfile = .ios18, trace: TraceLog? = nil,
        keychain: Keychain = Keychain()
    ) -> Device {
        let clock = WorldClock.frozen(at: start)
        return Device(
            name: name, profile: profile, publicSuffixes: DefaultRuleSuffixes(), clock: clock,
            trace: trace ?? TraceLog(clock: clock, masking: Masking(.fingerprints)), keychain: keychain)
    }

    /// A cookie for native code to set.
    static func cookie(_ name: String, isPersistent: Bool) -> NativeCookie {
        NativeCookie(
            name: name, value: "secret-\(name)", domain: "app.test",
            expiry: isPersistent ? start + .seconds(86_400) : nil)
    }
}

extension Keychain.Lookup {
    var bytes: [UInt8]? { if case .found(let data) = self { data.reveal() } else { nil } }
    var reason: KeychainReason? { if case .refused(let reason) = self { reason } else { nil } }
}

/// The failure that `body` ends with; nil when it does not.
func failure(_ body: () throws -> Void) -> BridgeFailure? {
    do { try body() } catch let failure as BridgeFailure { return failure } catch {}
    return nil
}
