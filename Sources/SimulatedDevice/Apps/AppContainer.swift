import BridgePrimitives
import BridgeTrace
import Cookies
import CookieStores

/// What a device holds of one installed app: its bundle, its files, and the process that runs.
///
/// It knows nothing of the device, which owns it; ``InstalledApp`` is what others are given.
final class AppContainer: Sendable {
    let defaults: DefaultsStore
    private let state: Mutex<State>

    private struct State {
        var bundle: AppBundle
        var surroundings: AppSurroundings
        var cookieStorage: NativeCookieStorage
        var dataStore: WebsiteDataStore
        var isInstalled = true
        var named: [String: WebsiteDataStore] = [:]
        var record: ProcessRecord?
        weak var handle: InstalledApp?
        weak var processHandle: AppProcess?
    }

    init(bundle: AppBundle, defaults: DefaultsStore = DefaultsStore(), surroundings: AppSurroundings) {
        self.defaults = defaults
        state = Mutex(
            State(
                bundle: bundle, surroundings: surroundings, cookieStorage: surroundings.cookieStorage(),
                dataStore: surroundings.dataStore(name: StoreName.webView, app: bundle.information)))
    }

    var cookieStorage: NativeCookieStorage { state.withLock { $0.cookieStorage } }
    var dataStore: WebsiteDataStore { state.withLock { $0.dataStore } }

    /// The stores go on by another engine's rules; no process runs.
    func adopt(_ surroundings: AppSurroundings) {
        state.withLock { state in
            state.surroundings = surroundings
            state.cookieStorage = state.cookieStorage.reopened(by: surroundings.profile)
            state.dataStore = state.dataStore.reopened(by: surroundings.profile)
            state.named = state.named.mapValues { $0.reopened(by: surroundings.profile) }
        }
    }

    var bundle: AppBundle { state.withLock { $0.bundle } }

    var isInstalled: Bool { state.withLock { $0.isInstalled } }

    /// The app as others see it: one object for as long as anybody holds it.
    func app(on device: Device) -> InstalledApp {
        state.withLock { state in
            if let app = state.handle { return app }
            let app = InstalledApp(device: device, container: self)
            state.handle = app
            return app
        }
    }

    /// The store with that identifier, made at the first call.
    func dataStore(identifier: String) -> WebsiteDataStore {
        state.withLock { state in
            if let store = state.named[identifier] { return store }
            let made = state.surroundings.dataStore(name: "web view \(identifier)", app: state.bundle.information)
            state.named[identifier] = made
            return made
        }
    }

    /// Empties and forgets the store with that identifier, if there is one.
    func removeDataStore(identifier: String) {
        let store = state.withLock { $0.named.removeValue(forKey: identifier) }
        store?.httpCookieStore.jar.removeAll()
        store?.removeServiceWorkers()
    }

    var namedStores: [(name: String, store: WebsiteDataStore)] {
        state.withLock { state in state.named.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }
    }

    func newNonPersistentStore(name: String) -> WebsiteDataStore {
        state.withLock { $0.surroundings.nonPersistentStore(name: name, app: $0.bundle.information) }
    }

    // MARK: Process

    /// The process that runs; nil between runs.
    func process(of app: InstalledApp) -> AppProcess? {
        state.withLock { state in
            guard let record = state.record else { return nil }
            if let process = state.processHandle { return process }
            let process = AppProcess(app: app, record: record)
            state.processHandle = process
            return process
        }
    }

    /// Starts a process unless one runs.
    ///
    /// - Returns: the process, and whether it is new; nil when the app was removed.
    func start(_ app: InstalledApp, identifier: Int, reason: AppProcess.LaunchReason) -> (AppProcess, isNew: Bool)? {
        state.withLock { state in
            guard state.isInstalled else { return nil }
            let isNew = state.record == nil
            let record = state.record ?? ProcessRecord(identifier: identifier, reason: reason)
            state.record = record
            let process = state.processHandle ?? AppProcess(app: app, record: record)
            state.processHandle = process
            return (process, isNew)
        }
    }

    /// The process ends in order: what it kept in memory is gone, what was being written is on disk.
    ///
    /// - Parameters:
    ///   - record: only that process; nil for whichever runs.
    ///   - bundle: what takes the app's place, so that nothing starts in between; nil to leave it.
    /// - Returns: the process that ended; nil when none ran.
    @discardableResult
    func endProcess(
        _ record: ProcessRecord? = nil, becoming bundle: AppBundle? = nil, protection: DataProtection
    ) -> ProcessRecord? {
        let ended = state.withLock { state -> ProcessRecord? in
            if let bundle { state.bundle = bundle }
            guard let running = state.record, record == nil || record === running else { return nil }
            (state.record, state.processHandle) = (nil, nil)
            return running
        }
        guard let ended else { return nil }
        let memory = ended.end()
        protection.release(ObjectIdentifier(ended))
        cookieStorage.jar.removeNonPersistent()
        for store in [dataStore] + namedStores.map(\.store) + memory { store.relaunch() }
        return ended
    }

    /// The container is deleted; whoever still holds the app sees it empty.
    func remove(protection: DataProtection) {
        state.withLock { $0.isInstalled = false }
        endProcess(protection: protection)
        for name in defaults.names { defaults.setAll([:], in: name) }
        cookieStorage.jar.removeAll()
        for store in [dataStore] + namedStores.map(\.store) {
            store.httpCookieStore.jar.removeAll()
            store.removeServiceWorkers()
        }
    }
}

/// What an app's stores are made with.
struct AppSurroundings: Sendable {
    var profile: CookieProfile
    let publicSuffixes: any PublicSuffixes
    let clock: WorldClock
    let trace: TraceLog

    func cookieStorage() -> NativeCookieStorage {
        NativeCookieStorage(profile: profile, publicSuffixes: publicSuffixes, clock: clock, trace: trace)
    }

    func dataStore(name: String, app: AppInformation) -> WebsiteDataStore {
        .persistent(
            name: name, profile: profile, publicSuffixes: publicSuffixes, clock: clock, trace: trace, app: app)
    }

    func nonPersistentStore(name: String, app: AppInformation) -> WebsiteDataStore {
        .nonPersistent(
            name: name, profile: profile, publicSuffixes: publicSuffixes, clock: clock, trace: trace, app: app)
    }
}
