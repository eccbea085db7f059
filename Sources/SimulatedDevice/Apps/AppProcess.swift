import BridgePrimitives
import BridgeTrace
public import CookieStores

/// One run of an app, from its launch until it is killed.
///
/// The app's code runs in ``run(_:)``; whatever it calls finds its process in ``current``. Several apps, on several
/// devices, run beside each other that way.
public final class AppProcess: Sendable {
    /// The process whose code runs in this task; nil outside of all apps.
    @TaskLocal public static var current: AppProcess?

    /// Who started the app.
    public enum LaunchReason: String, CaseIterable, Sendable {
        case user
        /// A push, a location, a background task: the app runs, nobody sees it.
        case background
        /// The system starts the app before anybody asks for it, perhaps before the first unlock (iOS 15).
        case prewarm

        func phase(from old: Phase?) -> Phase {
            switch self {
            case .user: .foreground
            case .background: old ?? .background
            case .prewarm: old ?? .prewarmed
            }
        }
    }

    public enum Phase: String, CaseIterable, Sendable { case prewarmed, background, foreground, ended }

    public let app: InstalledApp
    let record: ProcessRecord

    init(app: InstalledApp, record: ProcessRecord) { (self.app, self.record) = (app, record) }

    public var device: Device { app.device }
    /// Tells processes of a device apart, from 1.
    public var identifier: Int { record.identifier }
    public var phase: Phase { record.phase }
    public var isEnded: Bool { phase == .ended }
    var id: ObjectIdentifier { ObjectIdentifier(record) }

    /// What lives as long as the process does, an SDK's shared objects for instance; empty once it has ended.
    public var services: DeviceServices { record.services }

    /// The keychain as this app sees it, now (entitlements, lock).
    public var keychain: AppKeychain { AppKeychain(process: self) }

    /// `UserDefaults.standard`.
    public var defaults: DefaultsDomain {
        DefaultsDomain(
            store: app.container.defaults, name: app.bundle.bundleID, process: record, protection: device.protection)
    }

    /// The registration domain: values for keys that have none, for as long as the process runs.
    package var registeredDefaults: [String: PropertyValue] { record.registered }
    package func registered(_ key: String) -> PropertyValue? { record.registered[key] }
    package func register(_ value: PropertyValue, forKey key: String) { record.register(value, forKey: key) }

    /// `WKWebsiteDataStore.nonPersistent()`: a new store in memory, empty, gone with the process.
    public func nonPersistentDataStore(name: String = "nonPersistent") -> WebsiteDataStore {
        let store = app.container.newNonPersistentStore(name: name)
        record.keep(store)
        return store
    }

    /// Runs the app's code as this process.
    ///
    /// Code that runs while the process ends is not stopped; the keychain and the defaults do nothing for it any more.
    /// - Throws: ``DeviceReason/processEnded`` for a process that has ended, and whatever `body` throws.
    @discardableResult
    public func run<Value>(_ body: () async throws -> Value) async throws -> Value {
        guard !isEnded else {
            throw DeviceReason.processEnded.failure(
                "process \(identifier) of \(app.bundle.bundleID) on \(device.name) has ended")
        }
        return try await Self.$current.withValue(self) { try await body() }
    }

    /// The user leaves the app; it goes on in the background.
    public func enterBackground() { move(to: .background) }

    /// The user comes back.
    public func enterForeground() { move(to: .foreground) }

    private func move(to phase: Phase) {
        guard record.enter(phase) else { return }
        device.record(phase == .foreground ? .foreground : .background, app: app.bundle.bundleID)
    }

    /// The app is killed, by the user or the system. Nothing happens when it has ended already.
    public func end() {
        guard app.container.endProcess(record, protection: device.protection) != nil else { return }
        device.record(.end, app: app.bundle.bundleID)
    }
}

/// The state of one process, which outlives whoever watches it.
final class ProcessRecord: Sendable {
    let identifier: Int
    let services = DeviceServices()
    private let state: Mutex<State>

    private struct State {
        var phase: AppProcess.Phase
        var memoryStores: [MemoryStore] = []
        var registered: [String: PropertyValue] = [:]
    }

    /// Not kept alive: a store that nobody holds is gone already.
    private struct MemoryStore { weak var store: WebsiteDataStore? }

    init(identifier: Int, reason: AppProcess.LaunchReason) {
        self.identifier = identifier
        state = Mutex(State(phase: reason.phase(from: nil)))
    }

    var phase: AppProcess.Phase { state.withLock { $0.phase } }

    /// - Returns: whether that is a change; an ended process stays ended.
    @discardableResult
    func enter(_ phase: AppProcess.Phase) -> Bool {
        state.withLock { state in
            guard state.phase != .ended, state.phase != phase else { return false }
            state.phase = phase
            return true
        }
    }

    var registered: [String: PropertyValue] { state.withLock { $0.registered } }

    func register(_ value: PropertyValue, forKey key: String) { state.withLock { $0.registered[key] = value } }

    func keep(_ store: WebsiteDataStore) {
        state.withLock { state in
            state.memoryStores.removeAll { $0.store == nil }
            state.memoryStores.append(MemoryStore(store: store))
        }
    }

    /// - Returns: the stores that lived in its memory.
    func end() -> [WebsiteDataStore] {
        services.removeAll()
        return state.withLock { state in
            state.phase = .ended
            defer { state.memoryStores = [] }
            return state.memoryStores.compactMap(\.store)
        }
    }
}
