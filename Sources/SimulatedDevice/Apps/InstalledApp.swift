public import BridgePrimitives
import BridgeTrace
public import CookieStores

/// An app on a device: its bundle and what its container keeps between runs.
///
/// One object stands for the app from its installation to its removal, through updates and transfers. Once removed it
/// stays empty and starts no more; a re-installation gives another object.
public final class InstalledApp: Sendable {
    public let device: Device
    let container: AppContainer

    init(device: Device, container: AppContainer) { (self.device, self.container) = (device, container) }

    /// As it is installed now: an update changes it.
    public var bundle: AppBundle { container.bundle }

    public var isInstalled: Bool { container.isInstalled }

    /// `UserDefaults.standard`, as whoever holds the device sees it.
    public var defaults: DefaultsDomain { DefaultsDomain(store: container.defaults, name: bundle.bundleID) }

    /// `HTTPCookieStorage.shared`.
    public var cookieStorage: NativeCookieStorage { container.cookieStorage }

    /// `WKWebsiteDataStore.default()`.
    public var dataStore: WebsiteDataStore { container.dataStore }

    /// `WKWebsiteDataStore(forIdentifier:)`: one persistent store for each identifier (iOS 17).
    public func dataStore(forIdentifier identifier: String) -> WebsiteDataStore {
        container.dataStore(identifier: identifier)
    }

    /// The identifiers of the stores that were made by one, sorted.
    public var dataStoreIdentifiers: [String] { container.namedStores.map(\.name) }

    /// Deletes the store with that identifier and what it holds; nothing happens when there is none.
    public func removeDataStore(forIdentifier identifier: String) {
        container.removeDataStore(identifier: identifier)
    }

    /// The process that runs; nil between runs.
    public var process: AppProcess? { container.process(of: self) }

    /// Starts the app or, if it runs, brings it to where the reason wants it; the process stays the same then.
    ///
    /// - Throws: ``DeviceReason/appNotInstalled``, or ``DeviceReason/deviceLocked`` when a person would have to tap the
    ///   icon of an app on a locked device. The system may start apps then.
    @discardableResult
    public func launch(_ reason: AppProcess.LaunchReason) throws(BridgeFailure) -> AppProcess {
        let bundleID = bundle.bundleID
        if reason == .user, device.protection.state != .unlocked {
            throw DeviceReason.deviceLocked.failure(
                "\(bundleID) cannot be opened while \(device.name) is \(device.protection.state.rawValue)")
        }
        guard let (process, isNew) = container.start(self, identifier: device.takeProcessID(), reason: reason) else {
            throw DeviceReason.appNotInstalled.failure("\(bundleID) was removed from \(device.name)")
        }
        process.record.enter(reason.phase(from: isNew ? nil : process.phase))
        device.record(isNew ? .launch : .open, app: bundleID, detail: reason.rawValue)
        return process
    }
}
