public import BridgePrimitives
public import BridgeTrace
public import Cookies

/// A phone: apps and what they keep, the keychain that they share, the lock.
///
/// What each event of its life does to what it keeps is told in docs/device-life.md.
public final class Device: Sendable {
    /// Tells devices apart in traces.
    public let name: String
    public let keychain: Keychain
    public let services = DeviceServices()
    public let trace: TraceLog
    public let clock: WorldClock
    private let state: Mutex<State>

    private struct State {
        var surroundings: AppSurroundings
        var apps: [String: AppContainer] = [:]
        var lastProcessID = 0
    }

    /// A new device, without apps, unlocked.
    ///
    /// - Parameters:
    ///   - profile: the system's engine, by which web views and the apps' own cookie storages work.
    ///   - keychain: one that was saved; its ``Keychain/protection`` is the device's.
    public init(
        name: String = "device", profile: CookieProfile, publicSuffixes: any PublicSuffixes, clock: WorldClock,
        trace: TraceLog, keychain: Keychain = Keychain()
    ) {
        (self.name, self.keychain, self.clock, self.trace) = (name, keychain, clock, trace)
        state = Mutex(
            State(
                surroundings: AppSurroundings(
                    profile: profile, publicSuffixes: publicSuffixes, clock: clock, trace: trace)))
    }

    /// Whether it is locked.
    public var protection: DataProtection { keychain.protection }
    /// The system's engine.
    public var profile: CookieProfile { surroundings.profile }
    /// The device's own reading of the clock.
    public var now: Instant { clock.now(on: .device) }

    /// What is installed, by bundle id in alphabetical order.
    public var apps: [InstalledApp] { containers.map { $0.app(on: self) } }

    /// Nil when no app of that bundle id is installed.
    public func app(_ bundleID: String) -> InstalledApp? {
        state.withLock { $0.apps[bundleID] }.map { $0.app(on: self) }
    }

    // MARK: Inside

    var surroundings: AppSurroundings { state.withLock { $0.surroundings } }

    /// What is installed from now on, and is there already, goes by that engine.
    func adopt(_ profile: CookieProfile) {
        let surroundings = state.withLock { state in
            state.surroundings.profile = profile
            return state.surroundings
        }
        for container in containers { container.adopt(surroundings) }
    }

    var containers: [AppContainer] {
        state.withLock { $0.apps.sorted { $0.key < $1.key }.map(\.value) }
    }

    /// Puts the container in unless there is one of that bundle id.
    func insert(_ container: AppContainer) -> Bool {
        let bundleID = container.bundle.bundleID
        return state.withLock { state in
            guard state.apps[bundleID] == nil else { return false }
            state.apps[bundleID] = container
            return true
        }
    }

    func takeOut(_ bundleID: String) -> AppContainer? {
        state.withLock { $0.apps.removeValue(forKey: bundleID) }
    }

    func replaceAll(with containers: [AppContainer]) -> [AppContainer] {
        state.withLock { state in
            defer {
                state.apps = Dictionary(containers.map { ($0.bundle.bundleID, $0) }) { _, later in later }
            }
            return Array(state.apps.values)
        }
    }

    func takeProcessID() -> Int {
        state.withLock { state in
            state.lastProcessID += 1
            return state.lastProcessID
        }
    }

    func record(_ action: DeviceEvent.Action, app: String? = nil, detail: String = "") {
        trace.record(.device(DeviceEvent(action, device: name, app: app, detail: detail)), by: .test)
    }
}
