public import BridgePrimitives
public import BridgeTrace
public import Cookies

/// A phone with one app on it: who the app is, its keychain, its own cookie storage.
public final class Device: Sendable {
    /// The developer's team, the first part of access groups.
    public let team: String
    public let bundleID: String
    public let keychain: Keychain
    public let cookieStorage: NativeCookieStorage

    public init(
        team: String, bundleID: String, profile: CookieProfile, publicSuffixes: any PublicSuffixes, clock: WorldClock,
        trace: TraceLog, keychain: Keychain = Keychain()
    ) {
        (self.team, self.bundleID, self.keychain) = (team, bundleID, keychain)
        cookieStorage = NativeCookieStorage(
            profile: profile, publicSuffixes: publicSuffixes, clock: clock, trace: trace)
    }

    /// The app's default keychain access group.
    public var accessGroup: String { "\(team).\(bundleID)" }
}
