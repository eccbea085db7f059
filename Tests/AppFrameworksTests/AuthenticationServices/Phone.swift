import AppFrameworks
import BridgePrimitives
import BridgeTrace
import Cookies
import CookieStores
import IdentityProviders
import Listening
import SimulatedDevice
import Tokens
import WebViews

/// A phone with one app in view, and a simulated Apple; the clock stands still at nine o'clock.
struct Phone {
    static let start = Instant(secondsSinceEpoch: 1_795_251_600)
    /// Making RSA keys is slow; the suites share this one.
    static let key = Result { try SigningKey.generate() }

    let clock = WorldClock.frozen(at: start)
    let trace: TraceLog
    let device: Device
    let process: AppProcess
    let apple: AppleProvider
    let sheet: AppleIDSheet

    init(clients: AppleClients = .anyone(teamID: "OTHERTEAM1"), team: String = "TEAM123456") throws {
        trace = TraceLog(clock: clock, masking: Masking(.fingerprints))
        device = Device(profile: .ios18, publicSuffixes: PublicSuffixList.standard, clock: clock, trace: trace)
        process = try device.install(AppBundle(team: team, bundleID: "com.example.shop")).launch(.user)
        let ids = IdentitySource(seed: 7)
        apple = AppleProvider(
            accounts: AppleAccount.samples(from: ids), clients: clients, key: try Self.key.get(), ids: ids)
        sheet = AppleIDSheet(provider: apple, accountID: apple.accounts[0].id)
        device.services.provide(sheet)
    }

    var taro: AppleAccount { apple.accounts[0] }
}
